-- RUN: bough check --verify-diagnostics %s
CREATE STREAM s (a DECIMAL, -- expected-error@:20 {{DECIMAL(p, s) has p digits, from 1 to 18, and s of them after the point [B0253]}}
  b DECIMAL(19, 2), -- expected-error@:5 {{B0253}}
  c DECIMAL(4, 5), -- expected-error@:5 {{B0253}}
  d DECIMAL(4, 2) KEYS 5, -- expected-error@:5 {{DECIMAL takes no KEYS [B0230]}}
  e INT(5), -- expected-error@:8 {{INT takes no arguments}}
  i TIMESTAMP);
SELECT i FROM s;
-- -----
CREATE STREAM s (p DECIMAL(17, 1), q DECIMAL(18, 2), i TIMESTAMP);
SELECT p * 1.05 FROM s
WHERE p / 2 = 1 -- expected-error@:7 {{/ divides an integer by an integer, not DECIMAL(17, 1) by integer [B0239]}}
  AND p < 1.2345678901234567890123456789012345678 -- expected-error@:11 {{the number has too many digits: 36 may be written [B0262]}}
  AND p < 1e99 -- expected-error@:11 {{too many digits}}
  AND i - i < INTERVAL '1' SECOND * 1.5; -- expected-error@:15 {{cannot multiply interval by decimal [B0238]}}
-- -----
CREATE STREAM s (p DECIMAL(16, 1), q DECIMAL(16, 1), i TIMESTAMP);
SELECT p * q FROM s; -- expected-error@:8 {{the expression may be beyond 64 bits [B0242]}}
-- -----
CREATE STREAM s (p DECIMAL(18, 1), q DECIMAL(18, 2), i TIMESTAMP); -- expected-error@:18 {{with 2 digits after the point, which the queries need, column 'p' of type DECIMAL(18, 1) has more than 18 digits [B0258]}}
SELECT p, q FROM s;
