-- RUN: bough check --verify-diagnostics %s
CREATE STREAM s (k INT, i TIMESTAMP);
SELECT x.k FROM PATTERN (NOT s p ; s x ; NOT s n ; s y ; NOT s m)
WHERE p.k = x.k AND n.k = x.k AND m.k = y.k
  AND p.k < y.k -- expected-error@:7 {{a condition on 'p' of a NOT cannot mention 'y', which comes later [B0279]}} expected-note@-2:52 {{'y' comes later}}
  AND (n.k = 1 OR y.k = 2) -- expected-error@:7 {{a condition on 'n' of a NOT cannot mention 'y'}} expected-note@-3:52 {{'y' comes later}}
  AND n.k < m.k -- expected-error@:7 {{a condition mentions one alias of a NOT or an ANY, not both 'n' and 'm' [B0278]}} expected-note {{a condition for each}}
WITHIN INTERVAL '5' SECOND;
-- -----
CREATE STREAM s (k INT, i TIMESTAMP);
SELECT x.k FROM PATTERN (s x ; ANY 2 OF (s d, s e) ; s y ; NOT s n ; s z)
WHERE d.k < x.k AND e.k = 5
  AND d.k < y.k -- expected-error@:7 {{'d' of an ANY cannot be compared with 'y', which comes later [B0277]}} expected-note@-2:54 {{'y' comes later}}
  AND d.k < e.k -- expected-error@:7 {{not both 'd' and 'e'}} expected-note {{for each}}
  AND d.k < n.k; -- expected-error@:7 {{not both 'd' and 'n'}} expected-note {{for each}}
-- -----
CREATE STREAM s (k INT, i TIMESTAMP);
SELECT x.k FROM PATTERN (s x ; s y) WHERE EXISTS (SELECT 1 FROM s WHERE s.i < x.i) MATCH NEXT; -- expected-error@:43 {{EXISTS beside a pattern that is no join is not supported yet [B0401]}}
-- -----
CREATE STREAM s (k INT, i TIMESTAMP);
SELECT x.k FROM PATTERN (s x ; NOT s n ; s y) WHERE EXISTS (SELECT 1 FROM s o WHERE o.i < x.i AND o.k = n.k); -- expected-error@:53 {{EXISTS in a condition on a NOT is not supported yet}}
-- -----
CREATE STREAM s (k INT, i TIMESTAMP);
SELECT x.k FROM s x WHERE EXISTS (SELECT 1 FROM PATTERN (s y ; s z)); -- expected-error@:49 {{PATTERN in an EXISTS is not supported yet}}
-- -----
CREATE STREAM s (k INT, i TIMESTAMP);
SELECT x.k FROM PATTERN (s x ; NOT s n ; s y) WHERE n.k = n.k + 1 OR y.k = 1; -- expected-error@:53 {{a condition on 'n' of a NOT cannot mention 'y'}} expected-note {{comes later}}
