-- * is all columns of all items, x.* those of one; UNION ALL takes the wider type.
-- RUN: bough explain --emit=plan %s | FileCheck %s
CREATE STREAM s (a SMALLINT, i TIMESTAMP);
CREATE STREAM t (b BIGINT, j TIMESTAMP(3));
SELECT *, y.* FROM s x, s y UNION ALL (SELECT t.*, t.*, b, j FROM t);
-- CHECK:      result
-- CHECK-NEXT:   column a BIGINT
-- CHECK-NEXT:   column i TIMESTAMP(3)
-- CHECK:      branch 1
-- CHECK:        output x.a
-- CHECK-NEXT:   output x.i
-- CHECK-NEXT:   output y.a
-- CHECK-NEXT:   output y.i
-- CHECK-NEXT:   output y.a
-- CHECK-NEXT:   output y.i
-- CHECK-NEXT: branch 2
-- CHECK-NEXT:   item t of t
