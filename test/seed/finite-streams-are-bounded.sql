-- A finite stream's values are bounded, and so is what equals one of them, but not what lies between
-- one of them and a constant.
-- RUN: split-file %s %t
-- RUN: bough check --criteria=seed %t/accepted.sql | FileCheck %s --check-prefix=ACCEPTED
-- RUN: not bough check --criteria=seed %t/rejected.sql 2>&1 | FileCheck %s --check-prefix=REJECTED

-- ACCEPTED: verdict: BOUNDED by the seed's criterion
-- ACCEPTED: step 3, finite streams: f, up to 100
-- ACCEPTED: t: unbounded none
-- REJECTED: C4: 't.b' is in the result, rows of 't' have to be kept, and it is unbounded above

//--- accepted.sql
CREATE STREAM f (x INT, k TIMESTAMP) WITH (ends_at = 100, max_per_timestamp = 2);
CREATE STREAM s (a INT, i TIMESTAMP);
CREATE STREAM t (b INT, j TIMESTAMP);
SELECT t.b FROM s, t, f WHERE s.i > t.j AND t.j > f.k AND t.b = f.x AND t.b > 0;
//--- rejected.sql
CREATE STREAM f (x INT, k TIMESTAMP) WITH (ends_at = 100, max_per_timestamp = 2);
CREATE STREAM s (a INT, i TIMESTAMP);
CREATE STREAM t (b INT, j TIMESTAMP);
SELECT t.b FROM s, t, f WHERE s.i > t.j AND t.j > f.k AND t.b < f.x AND t.b > 0;
