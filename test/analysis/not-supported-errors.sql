-- What is bound but not evaluated yet is refused rather than given another meaning.
-- RUN: bough check --verify-diagnostics %s
CREATE STREAM s (a INT CHECK (a BETWEEN 0 AND 9), i TIMESTAMP);
SELECT DISTINCT a FROM s; -- expected-error@:8 {{a result without duplicates is not supported yet [B0401]}}
-- -----
CREATE STREAM s (a INT CHECK (a BETWEEN 0 AND 9), i TIMESTAMP);
SELECT a FROM s UNION SELECT a FROM s; -- expected-error@:17 {{a result without duplicates is}}
-- -----
CREATE STREAM s (a INT CHECK (a BETWEEN 0 AND 9), i TIMESTAMP);
SELECT x.a % 2, -- expected-error@:8 {{arithmetic on columns is}}
  x.a * y.a -- expected-error@:3 {{arithmetic on columns is}}
FROM s x, s y
WHERE x.a * y.a < 7 -- expected-error@:7 {{a comparison of anything but two columns and a constant is}}
  AND (x.a = 1 OR x.a = 3); -- expected-error@:7 {{a condition of this form is}}
