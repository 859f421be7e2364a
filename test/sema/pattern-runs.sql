-- A pattern that is no join is one branch with all of its conditions, whatever their form.
-- RUN: bough explain --emit=plan %s | FileCheck %s
CREATE STREAM s (k INT CHECK (k BETWEEN 0 AND 9), v INT, f BOOLEAN, i TIMESTAMP);
CREATE STREAM t (k INT CHECK (k BETWEEN 0 AND 9), w INT, j TIMESTAMP(3));
CREATE STREAM n (k INT CHECK (k BETWEEN 0 AND 9), z INT, m TIMESTAMP);
CREATE QUERY q AS
SELECT *, ROWID(a), ROWID(d, 2) AS second, ROWID(e), a.v + b.w AS sum
FROM PATTERN (NOT n first ; s a ; ANY 2 OF (s d DISTINCT k) ; NOT n ; ANY 1 OF (s e, t g) ; t b ; NOT s)
WHERE first.z <> a.v AND a.v <> b.w AND (a.v = 1 OR b.w = 2) AND n.z IN (a.v, 3) AND d.v - a.v BETWEEN 2 AND 5 AND e.f
  AND s.v < b.w AND b.w + 2 * b.k <= a.v
PARTITION BY k WITHIN INTERVAL '10' SECOND MATCH NEXT CONSUME ROWS OLDEST FIRST;
-- CHECK:      result q
-- CHECK-NEXT:   column k INT
-- CHECK-NEXT:   column v INT
-- CHECK-NEXT:   column f BOOLEAN
-- CHECK-NEXT:   column i TIMESTAMP(0)
-- CHECK-NEXT:   column k INT
-- CHECK-NEXT:   column w INT
-- CHECK-NEXT:   column j TIMESTAMP(3)
-- CHECK-NEXT:   column rowid_a BIGINT
-- CHECK-NEXT:   column second BIGINT
-- CHECK-NEXT:   column rowid_e BIGINT
-- CHECK-NEXT:   column sum BIGINT
-- CHECK:      branch 1
-- CHECK-NEXT:   item a of s
-- CHECK-NEXT:   item d of s
-- CHECK-NEXT:   item e of s
-- CHECK-NEXT:   item g of t
-- CHECK-NEXT:   item b of t
-- CHECK-NEXT:     derived
-- CHECK-NEXT:   pattern next
-- CHECK-NEXT:     element not first
-- CHECK-NEXT:     element a
-- CHECK-NEXT:     element any 2 of d distinct k
-- CHECK-NEXT:     element not n
-- CHECK-NEXT:     element any 1 of e, g
-- CHECK-NEXT:     element b
-- CHECK-NEXT:     element not s
-- CHECK-NEXT:     partition a.k, d.k, e.k, g.k, b.k, first.k, n.k, s.k
-- CHECK-NEXT:     within 10000
-- CHECK-NEXT:     consume oldest
-- CHECK-NEXT:   atom a.v - d.v <= -2
-- CHECK-NEXT:   atom d.v - a.v <= 5
-- CHECK-NEXT:   atom e.f - 0 <= 1
-- CHECK-NEXT:   atom 0 - e.f <= -1
-- CHECK-NEXT:   atom b.{{.*}} - a.v <= 0
-- CHECK-NEXT:   opaque a.v <> b.w
-- CHECK-NEXT:   opaque (a.v = 1 or b.w = 2)
-- CHECK-NEXT:   not exists
-- CHECK-NEXT:     item first of n
-- CHECK-NEXT:     opaque a.v <> first.z
-- CHECK-NEXT:   not exists
-- CHECK-NEXT:     item n of n
-- CHECK-NEXT:     opaque (a.v = n.z or n.z = 3)
-- CHECK-NEXT:   not exists
-- CHECK-NEXT:     item s of s
-- CHECK-NEXT:     atom s.v - b.w <= -1
-- CHECK:        output b.j
-- CHECK-NEXT:   output row number of a
-- CHECK-NEXT:   output row number of d 2
-- CHECK-NEXT:   output row number of e
-- CHECK-NEXT:   output computed (a.v + b.w)
-- CHECK-NOT:  branch
