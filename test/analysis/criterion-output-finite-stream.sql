-- Rule "output": rows of a stream that ends are kept as they are.
-- RUN: bough check %s | FileCheck %s --check-prefix=BOUNDED
-- RUN: sed 's/, ends_at = 20//' %s | not bough check - 2>&1 | FileCheck %s --check-prefix=ENDLESS
-- BOUNDED: t_b any
-- ENDLESS: error: {{.*}}'t.b' is in the result and is unbounded
-- ENDLESS: verdict: UNBOUNDED
CREATE STREAM s (a INT, d INT, i TIMESTAMP) WITH (max_per_timestamp = 2);
CREATE STREAM t (b INT, j TIMESTAMP) WITH (max_per_timestamp = 2, starts_at = 1, ends_at = 20);
SELECT t.b FROM s, t WHERE t.j < s.i;
