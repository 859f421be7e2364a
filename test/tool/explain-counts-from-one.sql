-- Branches are numbered from 1 at every stage, and an empty list is said to be empty.
-- RUN: bough explain --emit=plan %s | FileCheck %s --check-prefix=PLAN
-- RUN: bough explain --emit=closure %s | FileCheck %s
-- PLAN-NOT: branch 0
-- PLAN: branch 1
-- CHECK: branch 1
-- CHECK: join atoms that do not follow from others
-- CHECK-NEXT: {{^    none$}}
CREATE STREAM s (a INT, i TIMESTAMP);
SELECT a FROM s;
