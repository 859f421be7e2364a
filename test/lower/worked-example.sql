-- The program of the worked example: one synopsis and one pass per kept node, readers first.
-- RUN: bough explain %s --emit=ir --passes=none | FileCheck %s

-- CHECK: synopsis @T [t_b in 1..4] : count "u, then t"
-- CHECK: synopsis @U [] : count "u"
-- CHECK: on @s(%a, %i) {
-- CHECK-NEXT: for %t_b in 1..4 {
-- CHECK-NEXT: %n_T = load @T[%t_b]
-- CHECK-NEXT: %any = nonzero %n_T
-- CHECK-NEXT: when %any {
-- CHECK-NEXT: emit @query (%a, %t_b) times %n_T
-- CHECK: on @t(%b, %j) {
-- CHECK-NEXT: in %b, 1..4
-- CHECK: load @U[]
-- CHECK: bump @T[
-- CHECK: on @u(%c, %k) {
-- CHECK-NEXT: bump @U[], 1

CREATE STREAM s (a INT, i TIMESTAMP);
CREATE STREAM t (b INT, j TIMESTAMP);
CREATE STREAM u (c INT, k TIMESTAMP);
SELECT s.a, t.b FROM s, t, u
WHERE s.i > t.j AND t.j > u.k AND 0 < t.b AND t.b < 5;
