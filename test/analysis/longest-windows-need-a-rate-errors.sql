-- The number of rows within the longest window that there is does not wrap.
-- RUN: not bough check %s 2>&1 | FileCheck %s
-- RUN: sed 's/807, /806, /' %s | not bough check - 2>&1 | FileCheck %s
-- CHECK: error: a synopsis for 't.b' would need 92233720368547758{{0[78]}} entries [B0309]
CREATE STREAM s (a INT, i TIMESTAMP);
CREATE STREAM t (b INT, j TIMESTAMP) WITH (ends_at = 9223372036854775807, max_per_timestamp = 1);
SELECT s.a, t.b FROM s, t WHERE s.i > t.j;
