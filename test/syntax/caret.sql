-- The caret stands under exactly the characters that are meant.
-- RUN: not bough check %s 2>&1 | FileCheck %s --match-full-lines --strict-whitespace
CREATE STREAM s (a INT, i TIMESTAMP);
SELECT a, bcd + 1 FROM s;
--      CHECK:{{.*}}caret.sql:4:11: error: no column 'bcd' in any item of FROM [B0202]
-- CHECK-NEXT:  SELECT a, bcd + 1 FROM s;
-- CHECK-NEXT:            ^~~
