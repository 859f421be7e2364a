-- RUN: bough check --verify-diagnostics %s
CREATE STREAM s (a VARCHAR(5), -- expected-error@:20 {{a VARCHAR of a stream has to say how many distinct values there are: VARCHAR KEYS n [B0255]}}
  b VARCHAR(0) KEYS 5, -- expected-error@:12 {{VARCHAR(n) has n bytes, from 1 to 65535 [B0257]}}
  c INT KEYS 0, -- expected-error@:5 {{KEYS n is an integer from 1 to 4294967296 [B0254]}}
  d ENUM, -- expected-error@:5 {{an ENUM lists different strings: ENUM('a', 'b') [B0256]}}
  e ENUM('x', 'x'), -- expected-error@:9 {{B0256}}
  f ENUM(1), -- expected-error@:9 {{B0256}}
  i TIMESTAMP);
SELECT i FROM s;
-- -----
CREATE STREAM s (n VARCHAR KEYS 9, k INT KEYS 9 CHECK (k > 3), e ENUM('x', 'y'), a INT, i TIMESTAMP); -- expected-error@:56 {{CHECK on a KEYS column is not supported yet [B0401]}}
CREATE STREAM t (e ENUM('y', 'x'), i TIMESTAMP);
SELECT n, k + 1 FROM s, t -- expected-error@:11 {{INT KEYS 9 can only be compared for equality: =, <>, IN [B0248]}}
WHERE n < 'x' -- expected-error@:7 {{VARCHAR(255) KEYS 9 can only be compared}}
  AND k BETWEEN 1 AND 2 -- expected-error@:7 {{INT KEYS 9 can only be compared}}
  AND s.e = 'z' -- expected-error@:13 {{'z' is none of the values of this ENUM: 'x', 'y' [B0249]}}
  AND s.e = t.e -- expected-error@:7 {{cannot compare ENUM with ENUM}} expected-note@:7 {{ENUM}} expected-note@:13 {{ENUM}} expected-note {{the same values in the same order}}
  AND s.e = n -- expected-error@:7 {{cannot compare ENUM with VARCHAR(255) KEYS 9}} expected-note@:7 {{ENUM}} expected-note@:13 {{VARCHAR}} expected-note {{ENUMs}}
  AND k = a -- expected-error@:7 {{cannot compare INT KEYS 9 with INT}} expected-note@:7 {{KEYS}} expected-note@:11 {{INT}} expected-note {{have KEYS both, or neither has}}
  AND n = 5 -- expected-error@:7 {{cannot compare VARCHAR(255) KEYS 9 with integer}} expected-note@:7 {{VARCHAR}} expected-note@:11 {{integer}} expected-note {{KEYS both}}
  AND n IN ('a', 5) -- expected-error@:7 {{cannot compare VARCHAR(255) KEYS 9 with integer}} expected-note@:7 {{VARCHAR}} expected-note@:18 {{integer}} expected-note {{KEYS both}}
  AND k = 1.5 -- expected-error@:7 {{cannot compare INT KEYS 9 with decimal}} expected-note@:7 {{KEYS}} expected-note@:11 {{decimal}} expected-note {{KEYS both}}
  AND 'x' < 'y' -- expected-error@:7 {{string can only be compared}}
UNION ALL SELECT 'q', 4 FROM s;
-- -----
CREATE STREAM s (n VARCHAR KEYS 9, e ENUM('x', 'y'), a INT, k INT KEYS 5, i TIMESTAMP);
SELECT n, e, a, k FROM s UNION ALL -- expected-note@:8 {{VARCHAR}} expected-note@:14 {{INT}} expected-note@:17 {{INT KEYS 5}}
SELECT 5, 'z', 'q', a FROM s UNION ALL -- expected-error@:8 {{column 1 is BIGINT here and VARCHAR(255) KEYS 9 in the first}} expected-error@:16 {{column 3 is VARCHAR(1) here and INT in}} expected-error@:21 {{column 4 is INT here and INT KEYS 5 in}}
SELECT n, e, 1.5, k FROM s;
-- -----
CREATE STREAM s (e ENUM('x', 'y'), i TIMESTAMP);
SELECT e FROM s UNION ALL SELECT 'z' FROM s; -- expected-error@:34 {{'z' is none of the values of this ENUM: 'x', 'y'}}
