-- A SELECT of groups gives branches whose outputs are the keys, then what is aggregated, each once.
-- RUN: bough explain --emit=plan %s | FileCheck %s
CREATE STREAM s (a INT CHECK (a BETWEEN 1 AND 5), d DECIMAL(4, 2), i TIMESTAMP);
CREATE STREAM t (b BIGINT, j TIMESTAMP(3));
CREATE QUERY joined AS
SELECT s.a, COUNT(*), SUM(t.b) AS total, AVG(d), AVG(t.b), MIN(s.i), MAX(d), SUM(d * d), COUNT(t.b), AVG(d * d), MIN(s.i + INTERVAL '1' MILLISECOND)
FROM s, t WHERE s.i < t.j AND s.a <> t.b GROUP BY a;
-- CHECK:      scale 4
-- CHECK-NEXT: result joined
-- CHECK-NEXT:   column a INT
-- CHECK-NEXT:   column column2 BIGINT
-- CHECK-NEXT:   column total BIGINT
-- CHECK-NEXT:   column column4 DECIMAL(18, 6)
-- CHECK-NEXT:   column column5 DECIMAL(18, 6)
-- CHECK-NEXT:   column column6 TIMESTAMP(0)
-- CHECK-NEXT:   column column7 DECIMAL(4, 2)
-- CHECK-NEXT:   column column8 DECIMAL(18, 4)
-- CHECK-NEXT:   column column9 BIGINT
-- CHECK-NEXT:   column column10 DECIMAL(18, 6)
-- CHECK-NEXT:   column column11 TIMESTAMP(3)
-- CHECK:      term 1
-- CHECK-NEXT:   groups by 1 outputs
-- CHECK-NEXT:     aggregate key of output 1
-- CHECK-NEXT:     aggregate count
-- CHECK-NEXT:     aggregate sum of output 2
-- CHECK-NEXT:     aggregate average of output 3 digits 2
-- CHECK-NEXT:     aggregate average of output 2 digits 6
-- CHECK-NEXT:     aggregate minimum of output 4
-- CHECK-NEXT:     aggregate maximum of output 3
-- CHECK-NEXT:     aggregate sum of output 5
-- CHECK-NEXT:     aggregate count
-- CHECK-NEXT:     aggregate average of output 5 digits 2
-- CHECK-NEXT:     aggregate minimum of output 6
CREATE QUERY hopping AS
SELECT HOP_END(t.j, INTERVAL '0.5' SECOND, INTERVAL '2' SECOND) AS "end", COUNT(*)
FROM PATTERN (s ; t) GROUP BY HOP(t.j, INTERVAL '0.5' SECOND, INTERVAL '2' SECOND);
-- CHECK:      term 2
-- CHECK-NEXT:   groups by 0 outputs
-- CHECK-NEXT:     window slide 500 size 2000 phase 0
-- CHECK-NEXT:     aggregate window end
-- CHECK-NEXT:     aggregate count
CREATE QUERY runs AS
SELECT COUNT(x), COUNT(y), SUM(e.a - 1), e.a % 2 AS odd FROM PATTERN (ANY 1 OF (t x, s y) ; s e) GROUP BY e.a % 2, e.a % 2;
-- CHECK:      term 3
-- CHECK-NEXT:   groups by 1 outputs
-- CHECK-NEXT:     aggregate sum of output 2
-- CHECK-NEXT:     aggregate sum of output 3
-- CHECK-NEXT:     aggregate sum of output 4
-- CHECK-NEXT:     aggregate key of output 1
-- CHECK:      branch 1 of joined
-- CHECK:        output s.a
-- CHECK-NEXT:   output t.b
-- CHECK-NEXT:   output s.d
-- CHECK-NEXT:   output s.i
-- CHECK-NEXT:   output s."d * d / 10000"
-- CHECK-NEXT:   output s.i + 1
-- CHECK-NEXT: branch 2 of joined
-- CHECK:      branch 4 of runs
-- CHECK:        output e."a % 2"
-- CHECK-NEXT:   output taken x
-- CHECK-NEXT:   output taken y
-- CHECK-NEXT:   output e.a - 1
