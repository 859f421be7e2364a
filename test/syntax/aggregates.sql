-- What --emit=ast prints of groups is SQL for the same tree; GROUP BY may stand among the clauses of a pattern.
-- RUN: bough explain --emit=ast %s > %t.first
-- RUN: bough explain --emit=ast %t.first | diff %t.first -
-- RUN: FileCheck %s < %t.first
CREATE STREAM s (a INT, i TIMESTAMP);
CREATE QUERY p AS
select count(*), SUM(all a + 1) as total, Avg(x.a), min(a) max, hop_start(x.i, interval '1' second, interval '2' second)
from s x where a < 5 group by hop(x.i, interval '1' second, interval '2' second), "a", a % 2;
-- CHECK:      CREATE QUERY p AS
-- CHECK-NEXT: SELECT
-- CHECK-NEXT:   count(*),
-- CHECK-NEXT:   SUM((a + 1)) AS total,
-- CHECK-NEXT:   Avg(x.a),
-- CHECK-NEXT:   min(a) AS max,
-- CHECK-NEXT:   hop_start(x.i, INTERVAL '1' SECOND, INTERVAL '2' SECOND)
-- CHECK-NEXT: FROM
-- CHECK-NEXT:   s AS x
-- CHECK-NEXT: WHERE
-- CHECK-NEXT:   (a < 5)
-- CHECK-NEXT: GROUP BY hop(x.i, INTERVAL '1' SECOND, INTERVAL '2' SECOND), a, (a % 2);
CREATE QUERY q AS
SELECT COUNT(DISTINCT d), TUMBLE_END(y.i, INTERVAL '1' SECOND) FROM PATTERN (s x ; ANY 1 OF (s d) ; s y)
GROUP BY TUMBLE(y.i, INTERVAL '1' SECOND) WITHIN INTERVAL '3' SECOND MATCH ALL;
-- CHECK:        COUNT(DISTINCT d),
-- CHECK-NEXT:   TUMBLE_END(y.i, INTERVAL '1' SECOND)
-- CHECK:      WITHIN INTERVAL '3' SECOND
-- CHECK-NEXT: MATCH ALL
-- CHECK-NEXT: GROUP BY TUMBLE(y.i, INTERVAL '1' SECOND);
CREATE QUERY r AS SELECT "COUNT".a FROM s "COUNT", s GROUP BY "COUNT".a;
-- CHECK:      FROM
-- CHECK-NEXT:   s AS
-- CHECK-NEXT:   s
-- CHECK-NEXT: GROUP BY
CREATE QUERY t AS SELECT a FROM s GROUP BY a;
-- CHECK:      FROM
-- CHECK-NEXT:   s
-- CHECK-NEXT: GROUP BY a;
