-- UNION removes duplicates from everything to its left; UNION ALL adds terms.
-- RUN: bough explain --emit=plan %s | FileCheck %s
CREATE STREAM s (a INT, b INT, i TIMESTAMP);
SELECT a AS first FROM s UNION ALL SELECT DISTINCT b FROM s
UNION SELECT 3 FROM s
UNION ALL (SELECT 4 FROM s UNION DISTINCT SELECT 5 FROM s) UNION ALL (SELECT DISTINCT 6 FROM s);
-- CHECK:      branch 1 of distinct term 1
-- CHECK:        output s.a
-- CHECK-NEXT: branch 2 of distinct term 1
-- CHECK:        output s.b
-- CHECK-NEXT: branch 3 of distinct term 1
-- CHECK:        output 3
-- CHECK-NEXT: branch 4 of distinct term 2
-- CHECK:        output 4
-- CHECK-NEXT: branch 5 of distinct term 2
-- CHECK:        output 5
-- CHECK-NEXT: branch 6 of distinct term 3
-- CHECK:        output 6
