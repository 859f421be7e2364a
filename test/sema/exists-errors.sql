-- RUN: bough check --verify-diagnostics %s
CREATE STREAM s (a INT, i TIMESTAMP);
CREATE STREAM n (b INT, k TIMESTAMP);
CREATE TABLE r (c INT);
SELECT a FROM s
WHERE EXISTS (SELECT 1 FROM n) -- expected-error@:7 {{rows of 'n' may come later than all rows of FROM, and EXISTS is about the past [B0245]}} expected-note@:29 {{add n.k <= s.i, say, or <}}
  AND NOT EXISTS (SELECT 1 FROM n WHERE n.k <= s.i + INTERVAL '1' SECOND) -- expected-error@:11 {{rows of 'n' may come later}} expected-note@:33 {{add n.k <= s.i}}
  AND EXISTS (SELECT 1 FROM r);
-- -----
CREATE STREAM s (a INT, i TIMESTAMP);
CREATE STREAM n (b INT, k TIMESTAMP);
SELECT a, EXISTS (SELECT 1 FROM n) FROM s -- expected-error@:11 {{a value is needed here, not a condition}}
WHERE EXISTS (SELECT 1 FROM n, s) -- expected-error@:32 {{EXISTS over several items is not supported yet [B0401]}}
  AND EXISTS (SELECT 1 FROM n UNION SELECT 1 FROM n) -- expected-error@:31 {{UNION in an EXISTS is}}
  AND EXISTS (SELECT DISTINCT b FROM n) -- expected-error@:22 {{DISTINCT in an EXISTS is}}
  AND EXISTS (SELECT 1 FROM n WHERE NOT EXISTS (SELECT 1 FROM s)) -- expected-error@:41 {{EXISTS in an EXISTS is}}
  AND EXISTS (SELECT b, z FROM n WHERE k <= i) -- expected-error@:25 {{no column 'z' in any item of FROM}}
  AND EXISTS (SELECT x.* FROM n WHERE k <= i) -- expected-error@:22 {{no item 'x'}}
  AND EXISTS (SELECT 1 FROM m WHERE y = i) -- expected-error@:29 {{unknown stream 'm'}}
  AND EXISTS (SELECT 1 FROM n WHERE n.k <= s.i AND s.z = 1) -- expected-error@:54 {{no column 'z' in stream 's'}}
  AND i = i;
-- -----
CREATE STREAM s (a INT, i TIMESTAMP);
SELECT a FROM s WHERE EXISTS (SELECT 1 FROM s; -- expected-error {{expected ')' before ';'}}
