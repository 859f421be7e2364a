-- Features of the language reference that have to wait are refused by name.
-- RUN: bough check --verify-diagnostics %s
CREATE STREAM s (a INT, i TIMESTAMP);
CREATE STREAM t (a INT, CHECK (a < 5), i TIMESTAMP); -- expected-error@:25 {{a CHECK that is not part of a column is not}}
SELECT a FROM s GROUP BY a HAVING a > 2; -- expected-error@:28 {{HAVING is not}}
-- -----
CREATE STREAM s (a INT, i TIMESTAMP);
SELECT 1 + COUNT(*), f(a), NULL FROM s; -- expected-error@:12 {{the aggregate COUNT inside an expression, a condition or an EXISTS is}} expected-error@:22 {{the function F is}} expected-error@:28 {{no NULL}} expected-note {{never null}}
