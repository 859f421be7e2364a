-- All queries of a file are replayed; each has its outputs. A slash in a stream's name is %2F there.
-- RUN: rm -rf %t
-- RUN: not bough check --witness=2 --witness-folder=%t %s 2>/dev/null | FileCheck %s
-- RUN: %python %S/Inputs/replay_witness.py %s %t
-- RUN: ls %t | FileCheck %s --check-prefix=FILES
-- CHECK: suffix i a/b: a = 0, i = 1
-- CHECK: 1 second two: b = {{.*}}: 1 times, or 0
-- FILES: always-a%2Fb.csv
-- FILES-NEXT: always-t.csv
-- FILES-NEXT: chosen-1-t.csv
-- FILES-NEXT: chosen-2-t.csv
-- FILES-NEXT: outputs-first.csv
-- FILES-NEXT: outputs-second two.csv
-- FILES-NEXT: suffix-1-a%2Fb.csv
-- FILES-NEXT: suffix-2-a%2Fb.csv
-- FILES-NOT: {{.}}

CREATE STREAM "a/b" (a INT, i TIMESTAMP);
CREATE STREAM t (b INT, j TIMESTAMP);
CREATE QUERY first AS SELECT x.a, x.i FROM "a/b" AS x;
CREATE QUERY "second two" AS SELECT t.b FROM "a/b" AS x, t WHERE x.i > t.j;
