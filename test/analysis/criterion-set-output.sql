-- Sets: all columns of the result need a range, or one is the timestamp of the completing row.
-- RUN: bough check %s | FileCheck %s --check-prefix=BOUNDED
-- RUN: sed 's/s.a, s.i/s.a/' %s | not bough check - 2>&1 | FileCheck %s --check-prefix=FORGOTTEN
-- BOUNDED: T {{.*}}1 flag
-- FORGOTTEN: error: {{.*}}'s.a' is in a result without duplicates and is unbounded
CREATE STREAM s (a INT, i TIMESTAMP);
CREATE STREAM t (b INT, c INT, j TIMESTAMP);
SELECT DISTINCT s.a, s.i FROM s, t WHERE t.j < s.i;
