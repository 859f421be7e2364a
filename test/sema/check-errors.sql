-- RUN: bough check --verify-diagnostics %s
CREATE STREAM s (
  a INT CHECK (a BETWEEN 5 AND 4), -- expected-error@:16 {{no value of column 'a' of type INT satisfies its CHECK [B0233]}}
  b SMALLINT CHECK (b > 32767), -- expected-error@:21 {{no value of column 'b' of type SMALLINT}}
  c BIGINT CHECK (c < -9223372036854775808), -- expected-error@:19 {{no value of column 'c'}}
  d INT CHECK (d < e), -- expected-error@:16 {{a CHECK that is no range of its column is not}}
  e INT CHECK (e <> 4), -- expected-error@:16 {{a CHECK that leaves gaps is not}}
  f INT CHECK (FALSE), -- expected-error@:16 {{no value}}
  g INT CHECK (z < 5), -- expected-error@:16 {{no column 'z'}}
  h ENUM('x', 'y') CHECK (h = 'x'), -- expected-error@:27 {{CHECK on an ENUM column is not}}
  i TIMESTAMP CHECK (i = i) -- expected-error@:22 {{CHECK on a timestamp column is not}}
);
SELECT a FROM s;
