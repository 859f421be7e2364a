-- UNBOUNDED is said only with inputs that were replayed, also of self-joins and of several branches; without them a rejection
-- is NOT PROVEN, and here rightly: the branches of neither.sql together are a join without any condition on t.b.
-- RUN: split-file %s %t
-- RUN: not bough check %t/self.sql 2>&1 | FileCheck %s --check-prefix=UNBOUNDED
-- RUN: not bough check %t/union.sql 2>&1 | FileCheck %s --check-prefix=UNBOUNDED
-- RUN: not bough check %t/neither.sql 2>&1 | FileCheck %s --check-prefix=OPEN
-- RUN: not bough check %t/product.sql 2>&1 | FileCheck %s --check-prefix=PRODUCT

-- UNBOUNDED: error: the query cannot be evaluated in bounded memory: 't.b' is in the result{{.*}} [B0305]
-- UNBOUNDED: verdict: UNBOUNDED
-- OPEN-COUNT-3: error: the query is not proven to be bounded: 't.b' is compared with 's.a'{{.*}} [B0306]
-- OPEN: verdict: NOT PROVEN
-- PRODUCT: error: the query is not proven to be bounded: 't.b' is used together with 's.a'{{.*}} [B0306]
-- PRODUCT: verdict: NOT PROVEN

//--- self.sql
CREATE STREAM t (b INT, j TIMESTAMP);
SELECT t.b FROM t, t AS later WHERE t.j < later.j;
//--- union.sql
CREATE STREAM s (a INT, i TIMESTAMP);
CREATE STREAM t (b INT, j TIMESTAMP);
SELECT s.a FROM s UNION ALL SELECT t.b FROM s, t WHERE t.j < s.i;
//--- neither.sql
CREATE STREAM s (a INT, i TIMESTAMP);
CREATE STREAM t (b INT, c INT, j TIMESTAMP);
SELECT s.a FROM s, t WHERE t.j < s.i AND t.b <= s.a
UNION ALL SELECT s.a FROM s, t WHERE t.j < s.i AND t.b > s.a AND t.c > 3
UNION ALL SELECT s.a FROM s, t WHERE t.j < s.i AND t.b > s.a AND t.c <= 3;
//--- product.sql
CREATE STREAM s (a INT, i TIMESTAMP);
CREATE STREAM t (b INT, j TIMESTAMP);
SELECT 1 FROM s, t WHERE s.a * t.b > 5 AND t.j < s.i;
