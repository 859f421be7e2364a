-- What --emit=ast prints is SQL for the same tree.
-- RUN: bough explain --emit=ast %s > %t.first
-- RUN: bough explain --emit=ast %t.first | diff %t.first -
-- RUN: FileCheck %s < %t.first
create stream "my stream" (a bigint not null check (a between -5 and 9), "i" timestamp unit minute)
  with (max_per_timestamp = 64);
-- CHECK:      CREATE STREAM "my stream" (
-- CHECK-NEXT:   a BIGINT CHECK ((a BETWEEN (-5) AND 9)),
-- CHECK-NEXT:   i TIMESTAMP UNIT MINUTE
-- CHECK-NEXT: ) WITH (max_per_timestamp = 64);
select all x.*, y.a + 3 - -2 as b /* comment */, 1 from "my stream" x inner join "my stream" as y on x.a != y.a
where x.i - y.i <= interval -'1.5' hour and (x.a < 5 and ((y.a) = 3))
-- CHECK-NEXT: SELECT
-- CHECK-NEXT:   x.*,
-- CHECK-NEXT:   (y.a + 3 - (-2)) AS b,
-- CHECK-NEXT:   1
-- CHECK-NEXT: FROM
-- CHECK-NEXT:   "my stream" AS x
-- CHECK-NEXT:   JOIN "my stream" AS y ON (x.a <> y.a)
-- CHECK-NEXT: WHERE
-- CHECK-NEXT:   (((x.i - y.i) <= INTERVAL -'1.5' HOUR) AND ((x.a < 5) AND (y.a = 3)))
-- CHECK-NEXT: UNION ALL
union all (select a, i, 5, 6 from "my stream");
