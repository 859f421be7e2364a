-- A repeated variable makes one pattern for each number of rows; numbers that give the same sequence make one.
-- RUN: bough explain --emit=ast %s > %t.first
-- RUN: bough explain --emit=ast %t.first | diff %t.first -
-- RUN: FileCheck %s < %t.first
CREATE STREAM s (k INT CHECK (k BETWEEN 0 AND 9), x INT, ts TIMESTAMP);
CREATE QUERY q AS
SELECT sum y, k FROM s MATCH_RECOGNIZE (
  PARTITION BY k ORDER BY ts
  MEASURES LAST(B.x) - A.x AS sum
  AFTER MATCH SKIP TO NEXT ROW
  PATTERN (A B? B?? B{1,1}? C) WITHIN INTERVAL '5' SECOND
  DEFINE B AS B.x > A.x, C AS NOT C.x > A.x
) UNION ALL SELECT k, x FROM s;
-- CHECK:      CREATE QUERY q AS
-- CHECK-NEXT: (
-- CHECK-NEXT:   SELECT
-- CHECK-NEXT:     (B_3.x - A.x) AS y,
-- CHECK-NEXT:     A.k
-- CHECK-NEXT:   FROM PATTERN (
-- CHECK-NEXT:     s AS A;
-- CHECK-NEXT:     NOT s AS between_1;
-- CHECK-NEXT:     s AS B_1;
-- CHECK:          ((B_1.x > A.x) AND (B_2.x > A.x) AND (B_3.x > A.x) AND (NOT (C.x > A.x)))
-- CHECK-NEXT:   PARTITION BY k
-- CHECK-NEXT:   ORDER BY ARRIVAL
-- CHECK-NEXT:   WITHIN INTERVAL '5' SECOND
-- CHECK-NEXT:   MATCH NEXT
-- CHECK-NEXT:   UNION ALL
-- CHECK-NEXT:   SELECT
-- CHECK-NEXT:     (B_2.x - A.x) AS y,
-- CHECK:          ((B_1.x > A.x) AND (B_2.x > A.x) AND (NOT (C.x > A.x)))
-- CHECK:          WITHIN INTERVAL '5' SECOND
-- CHECK:        UNION ALL
-- CHECK-NEXT:   SELECT
-- CHECK-NEXT:     (B.x - A.x) AS y,
-- CHECK:          ((B.x > A.x) AND (NOT (C.x > A.x)))
-- CHECK-NOT:    PATTERN
-- CHECK:      )
-- CHECK-NEXT: UNION ALL
-- CHECK-NEXT: SELECT
-- CHECK-NEXT:   k,
