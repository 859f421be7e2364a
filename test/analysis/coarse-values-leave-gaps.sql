-- Between minutes, and between tenths, there is nothing: what needs a value there never holds.
-- RUN: bough check %s 2>&1 | FileCheck %s --check-prefix=MINUTES
-- RUN: sed 's/.2. SECOND/\x2761\x27 SECOND/' %s | not bough check - 2>&1 | FileCheck %s --check-prefix=APART
-- RUN: sed 's/^SELECT.*/SELECT t.d FROM s, t, u WHERE t.d > 1.61 AND t.d < u.e AND u.e < 1.71 AND s.i > t.j;/' %s | bough check - 2>&1 | FileCheck %s --check-prefix=TENTHS
-- MINUTES: warning: this SELECT never gives a result
-- MINUTES: verdict: BOUNDED
-- APART: error: {{.*}}'t.d' is in the result
-- TENTHS: warning: this SELECT never gives a result
-- TENTHS: verdict: BOUNDED
CREATE STREAM s (a INT, i TIMESTAMP);
CREATE STREAM t (d DECIMAL(9, 1), j TIMESTAMP UNIT MINUTE);
CREATE STREAM u (e DECIMAL(9, 1), k TIMESTAMP UNIT MINUTE);
SELECT t.d FROM s, t, u WHERE t.j < u.k AND u.k < t.j + INTERVAL '2' SECOND AND u.k < s.i AND t.d < u.e;
