-- PARTITION BY makes columns share their dictionary, as an equality in WHERE does.
-- RUN: bough explain --emit=plan %s | FileCheck %s
CREATE STREAM s (i TIMESTAMP, who VARCHAR(8) KEYS 10, p DECIMAL(4, 2));
CREATE STREAM t (p DECIMAL(6, 2), who VARCHAR(20) KEYS 12, i TIMESTAMP, q DECIMAL(6, 4));
SELECT x.who FROM PATTERN (s x ; t y ; NOT t) WITHIN INTERVAL '1' MINUTE PARTITION BY "WHO", P;
-- CHECK: domain 1 strings 12
-- CHECK-NOT: domain 2
-- CHECK: partition x.who, y.who, t.who
-- CHECK-NEXT: partition x.p, y.p, t.p
