-- RUN: bough check --verify-diagnostics %s
CREATE STREAM s (a INT, i TIMESTAMP);
-- expected-error@+1:23 {{this string has no closing ' [B0104]}}
SELECT a FROM s WHERE 'it''s < a;
-- -----
CREATE STREAM s (a INT, i TIMESTAMP);
-- expected-error@+1:8 {{this quoted name has no closing "}}
SELECT "a FROM s;
-- -----
CREATE STREAM s (a INT, i TIMESTAMP);
-- expected-error@+1:17 {{this comment has no closing */}}
SELECT a FROM s /* WHERE a < 5;
