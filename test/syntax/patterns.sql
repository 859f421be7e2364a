-- What --emit=ast prints of a pattern is SQL for the same tree; its clauses come in one order.
-- RUN: bough explain --emit=ast %s > %t.first
-- RUN: bough explain --emit=ast %t.first | diff %t.first -
-- RUN: FileCheck %s < %t.first
CREATE STREAM s (a INT, i TIMESTAMP);
CREATE STREAM "any" (a INT, i TIMESTAMP);
CREATE QUERY p AS
select rowid(x) as n, "ROWID"(d, 2), y.* from pattern (s as x ; not "any" ; ANY 2 OF (s d distinct a); any 1 of (s e, any f);
  any y) where x.a < 5
consume rows oldest first within 3 + 4 events match next order by arrival partition by a, i;
-- CHECK:      CREATE QUERY p AS
-- CHECK-NEXT: SELECT
-- CHECK-NEXT:   rowid(x) AS n,
-- CHECK-NEXT:   ROWID(d, 2),
-- CHECK-NEXT:   y.*
-- CHECK-NEXT: FROM PATTERN (
-- CHECK-NEXT:   s AS x;
-- CHECK-NEXT:   NOT any;
-- CHECK-NEXT:   ANY 2 OF (s AS d DISTINCT a);
-- CHECK-NEXT:   ANY 1 OF (s AS e, any AS f);
-- CHECK-NEXT:   any AS y
-- CHECK-NEXT: )
-- CHECK-NEXT: WHERE
-- CHECK-NEXT:   (x.a < 5)
-- CHECK-NEXT: PARTITION BY a, i
-- CHECK-NEXT: ORDER BY ARRIVAL
-- CHECK-NEXT: WITHIN (3 + 4) EVENTS
-- CHECK-NEXT: MATCH NEXT
-- CHECK-NEXT: CONSUME ROWS OLDEST FIRST;
CREATE QUERY q AS
SELECT 1 FROM PATTERN (s) UNION ALL (SELECT 2 FROM PATTERN (s x) AFTER MATCH SKIP PAST LAST ROW UNION SELECT a FROM s) ;
-- CHECK:      FROM PATTERN (
-- CHECK-NEXT:   s
-- CHECK-NEXT: )
-- CHECK-NEXT: MATCH ALL
-- CHECK-NEXT: UNION ALL
-- CHECK:        MATCH ALL
-- CHECK-NEXT:   AFTER MATCH SKIP PAST LAST ROW
-- CHECK-NEXT:   UNION
CREATE QUERY r AS SELECT pattern.a FROM s AS pattern, s WHERE pattern.a = s.a AND NOT pattern.i < s.i;
-- CHECK:        pattern.a
-- CHECK-NEXT: FROM
-- CHECK-NEXT:   s AS pattern
