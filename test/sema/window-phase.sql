-- Windows start at multiples of the slide from 1970 on, whatever the start of the streams: in the
-- machine's times, which count from there, that is a phase.
-- RUN: bough explain --emit=plan %s | FileCheck %s
CREATE STREAM s (a INT, i TIMESTAMP) WITH (starts_at = 1007);
-- CHECK: zero 1007
SELECT COUNT(*), TUMBLE_START(i, INTERVAL '10' SECOND) FROM s GROUP BY TUMBLE(i, INTERVAL '10' SECOND);
-- CHECK: window slide 10 size 10 phase 3
