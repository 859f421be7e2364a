-- RUN: bough check --verify-diagnostics %s
CREATE TABLE t (a INT, j TIMESTAMP(3)); -- expected-error@:26 {{a table has no timestamp [B0247]}} expected-note {{a DATE or an integer can hold a time}}
CREATE TABLE r (b INT) WITH (max_rows = 5); -- expected-error@:30 {{a table takes no options [B0261]}}
CREATE TABLE r (b INT); -- expected-error@:14 {{a second stream 'r' [B0207]}} expected-note@-1:14 {{declared here}}
SELECT b FROM r x, r y WHERE x.b = 5; -- expected-error@:15 {{FROM has no stream [B0246]}} expected-error@:8 {{ambiguous}} expected-note {{'x.b'}} expected-note {{'y.b'}}
