-- RUN: bough check --verify-diagnostics %s
CREATE STREAM s (a INT, i TIMESTAMP);
CREATE STREAM t (b INT, j TIMESTAMP);
CREATE QUERY q1 AS SELECT COUNT(*),
       TUMBLE_START(i, INTERVAL '2' SECOND), -- expected-error@:8 {{TUMBLE_START goes with TUMBLE of the same arguments in GROUP BY [B0299]}} expected-note@+5:10 {{GROUP BY has this}}
       HOP_END(i, INTERVAL '1' SECOND, INTERVAL '1' SECOND), -- expected-error@:8 {{HOP_END goes with HOP}} expected-note@+4:10 {{this}}
       HOP_END(i, INTERVAL '2' SECOND), -- expected-error@:8 {{HOP_END is written HOP_END(timestamp, INTERVAL of the slide, INTERVAL of the size) [B0296]}}
       TUMBLE(i, INTERVAL '1' SECOND) -- expected-error@:8 {{beside aggregates}} expected-note {{selected by TUMBLE_START and TUMBLE_END}}
FROM s
GROUP BY TUMBLE(i, INTERVAL '1' SECOND),
         HOP(i, INTERVAL '2' SECOND, INTERVAL '3' SECOND), -- expected-error@:10 {{the size of a HOP is a multiple of its slide, 3 is none of 2 [B0298]}}
         TUMBLE(i, INTERVAL '1' SECOND), -- expected-error@:10 {{a second window in GROUP BY [B0295]}} expected-note@-2:10 {{the first one is here}}
         TUMBLE(i), TUMBLE(a, 3), -- expected-error@:10 {{TUMBLE is written TUMBLE(timestamp, INTERVAL of the size)}} expected-error@:28 {{TUMBLE is written}}
         TUMBLE(i, 3), HOP(i, INTERVAL '0' SECOND, INTERVAL '1' SECOND), -- expected-error@:20 {{TUMBLE is written}} expected-error@:31 {{HOP is written}}
         TUMBLE(i + INTERVAL '1' SECOND, INTERVAL '1' SECOND); -- expected-error@:17 {{TUMBLE is written}}
CREATE QUERY q2 AS SELECT COUNT(*) FROM PATTERN (s a ; t b ; NOT s) WITHIN INTERVAL '5' SECOND -- expected-note@:62 {{the NOT is here}}
GROUP BY TUMBLE(b.j, INTERVAL '1' SECOND); -- expected-error@:1 {{an aggregate over a pattern that ends with a NOT is not supported yet}}
CREATE QUERY q3 AS SELECT COUNT(*) FROM PATTERN (s a ; t b ; ANY 1 OF (s)) -- expected-note@:62 {{the pattern ends with this}}
GROUP BY TUMBLE(b.j, INTERVAL '1' SECOND); -- expected-error@:10 {{the windows are over the time of the last row, which is not always that of 'b.j' [B0297]}}
CREATE QUERY q4 AS SELECT COUNT(*) FROM s GROUP BY HOP(i, INTERVAL '1' SECOND, INTERVAL '10001' SECOND); -- expected-error@:52 {{too many windows of a HOP that hold one time: at most 10000 are allowed}}
-- -----
CREATE STREAM s (a INT, i TIMESTAMP);
CREATE STREAM t (b INT, j TIMESTAMP);
CREATE QUERY q1 AS SELECT COUNT(*) FROM s, t WHERE s.i <= t.j -- expected-note@:44 {{the row of 't' can be later}}
GROUP BY TUMBLE(s.i, INTERVAL '1' SECOND); -- expected-error@:10 {{not always that of 's.i'}}
CREATE QUERY q2 AS SELECT COUNT(*) FROM s, t WHERE s.i <= t.j GROUP BY TUMBLE(t.j, INTERVAL '1' SECOND);
CREATE QUERY q3 AS SELECT COUNT(*) FROM s, t WHERE s.i = t.j GROUP BY TUMBLE(s.i, INTERVAL '1' SECOND);
CREATE QUERY q5 AS SELECT COUNT(*) FROM PATTERN (s ; t) GROUP BY TUMBLE(t.j, INTERVAL '1' SECOND);
-- -----
CREATE STREAM s (a INT, i TIMESTAMP);
CREATE STREAM t (b INT, j TIMESTAMP);
CREATE QUERY q1 AS SELECT COUNT(*) FROM s, t, s s2 WHERE s.i <= t.j AND (s2.i < s.i OR s2.a = 3) -- expected-note@:47 {{the row of 's2' can be later}}
GROUP BY TUMBLE(t.j, INTERVAL '1' SECOND); -- expected-error@:10 {{not always that of 't.j'}}
