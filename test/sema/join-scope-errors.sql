-- ON sees its join back to the last comma.
-- RUN: bough check --verify-diagnostics %s
CREATE STREAM s (a INT, i TIMESTAMP);
SELECT x.a FROM s x, s y JOIN s z ON y.a = z.a AND x.a = z.a; -- expected-error@:52 {{item 'x' is not visible in this ON [B0223]}} expected-note@:17 {{it stands here}}
-- -----
CREATE STREAM s (a INT, i TIMESTAMP);
SELECT x.a FROM s x JOIN s y ON x.a = z.a JOIN s z ON x.a = z.a; -- expected-error@:39 {{item 'z' is not visible in this ON}} expected-note@:48 {{it stands here}}
