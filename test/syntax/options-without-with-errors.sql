-- RUN: bough check --verify-diagnostics %s
CREATE STREAM s (a INT, i TIMESTAMP) (max_per_timestamp = 3); -- expected-error@:37 {{expected WITH before '('}} expected-note {{options are written WITH (max_per_timestamp = 3)}}
CREATE STREAM t (a INT, i TIMESTAMP) max_per_timestamp = 3; -- expected-error@:37 {{expected WITH before 'max_per_timestamp'}} expected-note {{options are written WITH (max_per_timestamp = 3)}}
SELECT s.a FROM s;
