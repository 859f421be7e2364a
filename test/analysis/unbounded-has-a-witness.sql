-- UNBOUNDED is said where a witness was replayed, self-joins and unions included; elsewhere a
-- rejection is NOT PROVEN, as of a product that few values of t.b change.
-- RUN: split-file %s %t
-- RUN: not bough check %t/self.sql 2>&1 | FileCheck %s
-- RUN: not bough check %t/union.sql 2>&1 | FileCheck %s
-- RUN: not bough check %t/product.sql 2>&1 | FileCheck %s --check-prefix=PRODUCT

-- CHECK: error: the query cannot be evaluated in bounded memory: 't.b' is in the result{{.*}} [B0305]
-- CHECK: verdict: UNBOUNDED
-- PRODUCT: error: the query is not proven to be bounded: 't.b' is used together with 's.a'{{.*}} [B0306]
-- PRODUCT: verdict: NOT PROVEN

//--- self.sql
CREATE STREAM t (b INT, j TIMESTAMP);
SELECT t.b FROM t, t AS later WHERE t.j < later.j;
//--- union.sql
CREATE STREAM s (a INT, i TIMESTAMP);
CREATE STREAM t (b INT, j TIMESTAMP);
SELECT s.a FROM s UNION ALL SELECT t.b FROM s, t WHERE t.j < s.i;
//--- product.sql
CREATE STREAM s (a INT, i TIMESTAMP);
CREATE STREAM t (b INT, j TIMESTAMP);
SELECT 1 FROM s, t WHERE s.a * t.b > 5 AND t.j < s.i;
