-- The criterion decides one SELECT over distinct streams; elsewhere a rejection is NOT PROVEN.
-- RUN: split-file %s %t
-- RUN: not bough check %t/self.sql 2>&1 | FileCheck %s
-- RUN: not bough check %t/union.sql 2>&1 | FileCheck %s

-- CHECK: error: the query is not proven to be bounded: 't.b' is in the result{{.*}} [B0306]
-- CHECK: verdict: NOT PROVEN

//--- self.sql
CREATE STREAM t (b INT, j TIMESTAMP);
SELECT t.b FROM t, t AS later WHERE t.j < later.j;
//--- union.sql
CREATE STREAM s (a INT, i TIMESTAMP);
CREATE STREAM t (b INT, j TIMESTAMP);
SELECT s.a FROM s UNION ALL SELECT t.b FROM s, t WHERE t.j < s.i;
