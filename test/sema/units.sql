-- Times are brought to the finest unit of the streams that the query uses.
-- RUN: bough explain --emit=plan %s | FileCheck %s
CREATE STREAM s (a INT, i TIMESTAMP(3));
CREATE STREAM t (a INT, j TIMESTAMP UNIT MINUTE);
CREATE STREAM unused (k TIMESTAMP(12));
SELECT t.j, t.j + INTERVAL '2' MINUTE, t.j + INTERVAL '30' SECOND AS later, s.i - INTERVAL '1' DAY
FROM s, t WHERE s.i - t.j <= INTERVAL '1.5' SECOND;
-- CHECK:      unit millisecond
-- CHECK-NEXT: result
-- CHECK-NEXT:   column j TIMESTAMP UNIT MINUTE
-- CHECK-NEXT:   column column2 TIMESTAMP UNIT MINUTE
-- CHECK-NEXT:   column later TIMESTAMP(0)
-- CHECK-NEXT:   column column4 TIMESTAMP(3)
-- CHECK:        time s.i - t.j <= 1500
-- CHECK-NEXT:   output t.j
-- CHECK-NEXT:   output t.j + 120000
-- CHECK-NEXT:   output t.j + 30000
-- CHECK-NEXT:   output s.i - 86400000
