-- K is the number of rows to choose, from 1 to 10. Files of an earlier, larger witness are removed,
-- other files of the folder stay.
-- RUN: rm -rf %t && mkdir %t && touch %t/notes-9-t.csv
-- RUN: not bough check --witness=10 --witness-folder=%t %s 2>/dev/null | FileCheck %s --check-prefix=TEN
-- RUN: ls %t | FileCheck %s --check-prefix=FILES
-- RUN: wc -l < %t/outputs.csv | FileCheck %s --check-prefix=LINES
-- RUN: not bough check --witness=1 --witness-folder=%t %s 2>/dev/null | FileCheck %s --check-prefix=ONE
-- RUN: ls %t | FileCheck %s --check-prefix=FEWER
-- RUN: FileCheck %s --check-prefix=OUTPUTS < %t/outputs.csv
-- RUN: not bough check --witness=0 %s 2>&1 | FileCheck %s --check-prefix=RANGE
-- RUN: not bough check --witness=11 %s 2>&1 | FileCheck %s --check-prefix=RANGE
-- TEN: tells the 1024 inputs apart
-- TEN: 10 b = 90: 1 times, or 0
-- FILES: chosen-10-t.csv
-- FILES: suffix-10-s.csv
-- LINES: 51201
-- ONE: tells the 2 inputs apart
-- FEWER: always-s.csv
-- FEWER-NEXT: always-t.csv
-- FEWER-NEXT: chosen-1-t.csv
-- FEWER-NEXT: notes-9-t.csv
-- FEWER-NEXT: outputs.csv
-- FEWER-NEXT: suffix-1-s.csv
-- FEWER-NOT: {{.}}
-- OUTPUTS: chosen,suffix,time,b,count
-- OUTPUTS-NEXT: 1,1,1,0,1
-- OUTPUTS-NOT: {{.}}
-- RANGE: --witness: Value {{0|11}} not in range 1 to 10

CREATE STREAM s (a INT, i TIMESTAMP);
CREATE STREAM t (b INT, j TIMESTAMP);
SELECT t.b FROM s, t WHERE s.i > t.j;
