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
create table r (n varchar(5), d date, e enum('it''s', 'b'), k bigint keys 7, p decimal(4, 2) check (p in (1.5, -2)));
-- CHECK:      CREATE TABLE r (
-- CHECK-NEXT:   n VARCHAR(5),
-- CHECK-NEXT:   d DATE,
-- CHECK-NEXT:   e ENUM('it''s', 'b'),
-- CHECK-NEXT:   k BIGINT KEYS 7,
-- CHECK-NEXT:   p DECIMAL(4, 2) CHECK ((p IN (1.5, (-2))))
-- CHECK-NEXT: );
create query q weight 5 as select distinct true from "my stream" x where not exists (select 1 from r where r.n = 'it''s' or d = date '2015-01-05')
-- CHECK-NEXT: CREATE QUERY q WEIGHT 5 AS
-- CHECK-NEXT: SELECT DISTINCT
-- CHECK:        (NOT EXISTS (SELECT 1 FROM r WHERE ((r.n = 'it''s') OR (d = DATE '2015-01-05'))))
union (select a % 2 from "my stream" union all select 4 / 2 from "my stream" where i < timestamp '2015-01-05 09:15');
-- CHECK-NEXT: UNION
-- CHECK-NEXT: (
-- CHECK-NEXT:   SELECT
-- CHECK-NEXT:     (a % 2)
-- CHECK:        UNION ALL
-- CHECK:          (i < TIMESTAMP '2015-01-05 09:15')
-- CHECK-NEXT: );
