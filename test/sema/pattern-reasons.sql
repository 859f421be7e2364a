-- What makes a pattern more than a join, each by itself.
-- RUN: bough explain --emit=plan %s | FileCheck %s
CREATE STREAM s (k INT CHECK (k BETWEEN 0 AND 9), i TIMESTAMP);
CREATE QUERY a AS SELECT x.k FROM PATTERN (s x ; s y) MATCH NEXT;
-- CHECK: pattern next{{$}}
CREATE QUERY b AS SELECT x.k FROM PATTERN (s x ; s y) ORDER BY ARRIVAL;
-- CHECK: pattern all by arrival
CREATE QUERY c AS SELECT x.k FROM PATTERN (s x ; s y) WITHIN 200 EVENTS MATCH ALL;
-- CHECK: pattern all{{$}}
-- CHECK: within 200 events
CREATE QUERY d AS SELECT x.k FROM PATTERN (s x ; s y) AFTER MATCH SKIP PAST LAST ROW;
-- CHECK: pattern all{{$}}
-- CHECK: skip past last row
CREATE QUERY e AS SELECT x.k FROM PATTERN (s x ; s y) MATCH NEXT CONSUME ROWS;
-- CHECK: pattern next{{$}}
-- CHECK: consume smallest
CREATE QUERY f AS SELECT x.k FROM PATTERN (s x ; ANY 1 OF (s y));
-- CHECK: pattern all{{$}}
CREATE QUERY g AS SELECT x.k FROM PATTERN (s x ; NOT s y) WITHIN INTERVAL '5' SECONDS;
-- CHECK: pattern all{{$}}
CREATE QUERY h AS SELECT ROWID(x) FROM PATTERN (s x ; s y) WHERE FALSE;
-- CHECK: pattern all{{$}}
-- CHECK: atom 0 - 0 <= -1
CREATE QUERY j AS SELECT x.k FROM PATTERN (s x ; s y);
-- CHECK: branch 9 of j
-- CHECK-NOT: pattern
