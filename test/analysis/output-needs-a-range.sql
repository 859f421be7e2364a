-- An attribute in the result must be finite when another item can arrive last.
-- RUN: split-file %s %t
-- RUN: not bough check %t/unbounded.sql 2>&1 | FileCheck %s --check-prefix=UNBOUNDED
-- RUN: not bough check %t/half.sql 2>&1 | FileCheck %s --check-prefix=HALF
-- RUN: bough check %t/bounded.sql | FileCheck %s --check-prefix=BOUNDED
-- RUN: bough check %t/last.sql | FileCheck %s --check-prefix=BOUNDED

-- UNBOUNDED: error: {{.*}}'t.b' is in the result and is unbounded in both directions, and a row of 's'
-- UNBOUNDED: SELECT t.b FROM
-- UNBOUNDED-NEXT: ^~~
-- UNBOUNDED: verdict: UNBOUNDED
-- HALF: 't.b' is in the result and is unbounded above
-- BOUNDED: verdict: BOUNDED

//--- unbounded.sql
CREATE STREAM s (a INT, i TIMESTAMP);
CREATE STREAM t (b INT, j TIMESTAMP);
SELECT t.b FROM s, t WHERE s.i > t.j;
//--- half.sql
CREATE STREAM s (a INT, i TIMESTAMP);
CREATE STREAM t (b INT, j TIMESTAMP);
SELECT t.b FROM s, t WHERE s.i > t.j AND t.b >= 0;
//--- bounded.sql
CREATE STREAM s (a INT, i TIMESTAMP);
CREATE STREAM t (b INT, j TIMESTAMP);
SELECT t.b FROM s, t WHERE s.i > t.j AND t.b >= 0 AND t.b <= 9;
//--- last.sql
CREATE STREAM s (a INT, i TIMESTAMP);
CREATE STREAM t (b INT, j TIMESTAMP);
SELECT s.a, s.i FROM s, t WHERE s.i > t.j;
