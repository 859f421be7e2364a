-- CHECK ranges, storage ranges and options.
-- RUN: bough explain --emit=plan %s | FileCheck %s
CREATE STREAM s (
  a SMALLINT CHECK (a BETWEEN 0 AND 99 AND a <> a + 1), b INTEGER CHECK (0 <= b) CHECK (b < 10),
  c BIGINT NOT NULL CHECK (c < 9223372036854775808), "order" TIMESTAMP(6)
) WITH (max_per_timestamp = 64);
SELECT * FROM s;
-- CHECK:      stream s
-- CHECK-NEXT:   column a SMALLINT 0..99 check 0..99
-- CHECK-NEXT:   column b INT 0..9 check 0..9
-- CHECK-NEXT:   column c BIGINT -9223372036854775808..9223372036854775807 check -inf..9223372036854775807
-- CHECK-NEXT:   column "order" TIMESTAMP(6) 0..9223372036854775807
-- CHECK-NEXT:   max_per_timestamp 64
-- CHECK:        output s.c
-- CHECK-NEXT:   output s."order"
