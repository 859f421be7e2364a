-- A variable that stands for several rows gives numbered names to them, which differ from all others.
-- RUN: bough explain --emit=ast %s > %t.first
-- RUN: bough explain --emit=ast %t.first | diff %t.first -
-- RUN: FileCheck %s < %t.first
CREATE STREAM s (k INT CHECK (k BETWEEN 0 AND 9), x INT, ts TIMESTAMP) WITH (max_per_second = 2);
CREATE QUERY names AS
SELECT "first", k FROM s MATCH_RECOGNIZE (
  PARTITION BY k ORDER BY ts
  MEASURES FIRST(x) AS "first"
  AFTER MATCH SKIP TO NEXT ROW
  PATTERN (A A_1 A between_1)
  DEFINE A AS A.x >= FIRST(A.x), A_1 AS A_1.x < A.x
);
-- CHECK:      CREATE QUERY names AS
-- CHECK-NEXT: SELECT
-- CHECK-NEXT:   A_1_.x AS first,
-- CHECK-NEXT:   A_1_.k
-- CHECK-NEXT: FROM PATTERN (
-- CHECK-NEXT:   s AS A_1_;
-- CHECK-NEXT:   NOT s AS between_1_;
-- CHECK-NEXT:   s AS A_1;
-- CHECK-NEXT:   NOT s AS between_2;
-- CHECK-NEXT:   s AS A_2;
-- CHECK-NEXT:   NOT s AS between_3;
-- CHECK-NEXT:   s AS between_1
-- CHECK-NEXT: )
-- CHECK-NEXT: WHERE
-- CHECK-NEXT:   ((A_1_.x >= A_1_.x) AND (A_1.x < A_1_.x) AND (A_2.x >= A_1_.x))
-- CHECK-NEXT: PARTITION BY k
-- CHECK-NEXT: ORDER BY ARRIVAL
-- CHECK-NEXT: MATCH NEXT;
