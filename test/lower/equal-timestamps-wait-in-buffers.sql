-- Rows of a group are pushed as they come and joined once per batch.
-- RUN: bough explain %s --emit=ir --passes=none | FileCheck %s

-- CHECK: buffer @S_batch(a: i64) of @s capacity 4
-- CHECK: on tick {
-- CHECK-NEXT: reset @S_batch
-- CHECK-NEXT: reset @T_batch
-- CHECK: on @s(
-- CHECK: push @S_batch(%a)
-- CHECK: on batch {
-- CHECK-NEXT: each (%a) in @S_batch {
-- CHECK-NEXT: each (%b) in @T_batch {
-- CHECK-NEXT: %equal = eq %b, %a, 0
-- CHECK: emit @query (%a) times 1

CREATE STREAM s (a INT, i TIMESTAMP) WITH (max_per_timestamp = 4);
CREATE STREAM t (b INT, j TIMESTAMP) WITH (max_per_timestamp = 4);
SELECT s.a FROM s, t WHERE s.i = t.j AND t.b = s.a;
