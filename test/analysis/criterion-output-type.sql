-- Rule "output": types of few values are ranges; the storage range of a number is none.
-- RUN: bough check %s | FileCheck %s --check-prefix=BOUNDED
-- RUN: sed 's/b BOOLEAN/b SMALLINT/' %s | not bough check - 2>&1 | FileCheck %s --check-prefix=STORAGE
-- BOUNDED: t_b in 0..1
-- STORAGE: error: {{.*}}'t.b' is in the result and is unbounded
-- STORAGE: verdict: UNBOUNDED
CREATE STREAM s (a INT, d INT, i TIMESTAMP) WITH (max_per_timestamp = 2);
CREATE STREAM t (b BOOLEAN, j TIMESTAMP);
SELECT t.b FROM s, t WHERE t.j < s.i;
