-- What is missing is shown where it should stand, behind the text before it.
-- RUN: not bough check %s 2>&1 | FileCheck %s --match-full-lines --strict-whitespace
CREATE STREAM s (a INT
  i TIMESTAMP);
--      CHECK:{{.*}}:3:23: error: expected ',' or ')' before 'i' [B0102]
-- CHECK-NEXT:  CREATE STREAM s (a INT
-- CHECK-NEXT:                        ^
SELECT a FROM s;
