-- A stream that starts when another has ended comes after it.
-- RUN: bough check %s | FileCheck %s --check-prefix=AFTER
-- RUN: sed 's/FROM s, t/FROM s, t WHERE s.i > t.j/' %s | bough check - 2>&1 | FileCheck %s --check-prefix=BEFORE
-- RUN: sed 's/starts_at = 6/starts_at = 5/' %s | not bough check - 2>&1 | FileCheck %s --check-prefix=TOGETHER
-- AFTER: S {{.*}}dense, 1 counter
-- BEFORE: warning: this SELECT never gives a result
-- TOGETHER: error: rows of 's' are joined with rows of the same timestamp
CREATE STREAM s (a INT, i TIMESTAMP) WITH (ends_at = 5);
CREATE STREAM t (b INT, j TIMESTAMP) WITH (starts_at = 6);
SELECT t.b FROM s, t;
