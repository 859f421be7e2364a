-- MATCH_RECOGNIZE is rewritten as a pattern; what --emit=ast prints of it is SQL for the same tree.
-- RUN: bough explain --emit=ast %s > %t.first
-- RUN: bough explain --emit=ast %t.first | diff %t.first -
-- RUN: FileCheck %s < %t.first
CREATE STREAM s (k INT CHECK (k BETWEEN 0 AND 9), x INT, ts TIMESTAMP) WITH (max_per_second = 2);
CREATE QUERY contiguous AS
select * from s as t match_recognize (
  partition by k order by ts asc
  measures FIRST(b.x) as first_b, last(b.x) + a.x AS sum, x AS "last"
  one row per match after match skip past last row
  pattern (a B{2}? c) within interval '5' second
  define b as b.x > a.x OR NOT x BETWEEN 1 AND 5, c as c.x IN (1, LAST(b.x)) and true
) m;
-- CHECK:      CREATE QUERY contiguous AS
-- CHECK-NEXT: SELECT
-- CHECK-NEXT:   a.k,
-- CHECK-NEXT:   B_1.x AS first_b,
-- CHECK-NEXT:   (B_2.x + a.x) AS sum,
-- CHECK-NEXT:   c.x AS last
-- CHECK-NEXT: FROM PATTERN (
-- CHECK-NEXT:   s AS a;
-- CHECK-NEXT:   NOT s AS between_1;
-- CHECK-NEXT:   s AS B_1;
-- CHECK-NEXT:   NOT s AS between_2;
-- CHECK-NEXT:   s AS B_2;
-- CHECK-NEXT:   NOT s AS between_3;
-- CHECK-NEXT:   s AS c
-- CHECK-NEXT: )
-- CHECK-NEXT: WHERE
-- CHECK-NEXT:   (((B_1.x > a.x) OR (NOT (B_1.x BETWEEN 1 AND 5))) AND ((B_2.x > a.x) OR (NOT (B_2.x BETWEEN 1 AND 5))) AND ((c.x IN (1, B_2.x)) AND TRUE))
-- CHECK-NEXT: PARTITION BY k
-- CHECK-NEXT: ORDER BY ARRIVAL
-- CHECK-NEXT: WITHIN INTERVAL '5' SECOND
-- CHECK-NEXT: MATCH NEXT
-- CHECK-NEXT: AFTER MATCH SKIP PAST LAST ROW;
CREATE QUERY gaps AS
SELECT m.x AS p, "y" FROM s MATCH_RECOGNIZE (
  ORDER BY ts
  MEASURES A.x AS x, C.x AS y
  PATTERN (A Z*? B Y*? C) WITHIN 9 EVENTS
  DEFINE B AS x = 1, C AS C.x = 2
) AS m UNION ALL SELECT k, x FROM s;
-- CHECK:      CREATE QUERY gaps AS
-- CHECK-NEXT: SELECT
-- CHECK-NEXT:   A.x AS p,
-- CHECK-NEXT:   C.x AS y
-- CHECK-NEXT: FROM PATTERN (
-- CHECK-NEXT:   s AS A;
-- CHECK-NEXT:   s AS B;
-- CHECK-NEXT:   s AS C
-- CHECK-NEXT: )
-- CHECK-NEXT: WHERE
-- CHECK-NEXT:   ((B.x = 1) AND (C.x = 2))
-- CHECK-NEXT: ORDER BY ARRIVAL
-- CHECK-NEXT: WITHIN 9 EVENTS
-- CHECK-NEXT: MATCH NEXT
-- CHECK-NEXT: AFTER MATCH SKIP PAST LAST ROW OLDEST ONLY
-- CHECK-NEXT: UNION ALL
