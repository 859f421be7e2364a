-- RUN: bough check --verify-diagnostics %s
CREATE STREAM s (a INT, i TIMESTAMP);
SELECT a FROM s WHERE a < ÿþ 5; -- expected-error@:27 {{stray byte 0xFF, which is not UTF-8 [B0103]}}
-- -----
CREATE STREAM s (a INT, i TIMESTAMP);
SELECT a ? FROM s WHERE a â‰¤ 5; -- expected-error@:10 {{stray character '?'}} expected-error@:27 {{stray character U+2264}} expected-error {{before '5'}} expected-error@:25 {{a condition is needed here}}
