-- A range begins at the end that the column has, stays within its type, and may stand beside a CHECK.
-- RUN: split-file %s %t
-- RUN: %python %S/Inputs/apply_repairs.py %t/low.sql | FileCheck %s --check-prefix=LOW
-- RUN: %python %S/Inputs/apply_repairs.py %t/small.sql | FileCheck %s --check-prefix=SMALL
-- RUN: %python %S/Inputs/apply_repairs.py %t/large.sql | FileCheck %s --check-prefix=LARGE
-- RUN: %python %S/Inputs/apply_repairs.py %t/date.sql | FileCheck %s --check-prefix=DATE
-- RUN: %python %S/Inputs/apply_repairs.py %t/decimal.sql | FileCheck %s --check-prefix=DECIMAL
-- RUN: %python %S/Inputs/apply_repairs.py %t/fraction.sql | FileCheck %s --check-prefix=FRACTION
-- LOW: b INT CHECK (b BETWEEN -107 AND -8), j
-- SMALL: b SMALLINT CHECK (b BETWEEN 32700 AND 32767) CHECK (b >= 32700), j
-- LARGE: b BIGINT CHECK (b BETWEEN 9223372036854775800 AND 9223372036854775807) CHECK
-- DATE: e DATE CHECK (e BETWEEN DATE '2024-02-03' AND DATE '2025-02-02') CHECK (e >= DATE '2024-02-03'), j
-- DECIMAL: b DECIMAL(5, 1) CHECK (b BETWEEN -87 AND 12) CHECK (b <= 12.5), j
-- FRACTION: b DECIMAL(2, 2) CHECK (b BETWEEN 0 AND 1), j

//--- low.sql
CREATE STREAM s (a INT, i TIMESTAMP);
CREATE STREAM t (b INT, j TIMESTAMP);
SELECT t.b FROM s, t WHERE s.i > t.j AND t.b < -7;
//--- small.sql
CREATE STREAM s (a INT, i TIMESTAMP);
CREATE STREAM t (b SMALLINT CHECK (b >= 32700), j TIMESTAMP);
SELECT t.b FROM s, t WHERE s.i > t.j;
//--- large.sql
CREATE STREAM s (a INT, i TIMESTAMP);
CREATE STREAM t (b BIGINT CHECK (b >= 9223372036854775800), j TIMESTAMP);
SELECT t.b FROM s, t WHERE s.i > t.j;
//--- date.sql
CREATE STREAM s (d DATE, i TIMESTAMP);
CREATE STREAM t (e DATE CHECK (e >= DATE '2024-02-03'), j TIMESTAMP);
SELECT 1 FROM s, t WHERE s.i > t.j AND s.d >= t.e;
//--- decimal.sql
CREATE STREAM s (a DECIMAL(6, 2), i TIMESTAMP);
CREATE STREAM t (b DECIMAL(5, 1) CHECK (b <= 12.5), j TIMESTAMP);
SELECT 1 FROM s, t WHERE s.i > t.j AND s.a <= t.b;
//--- fraction.sql
CREATE STREAM s (a INT, i TIMESTAMP);
CREATE STREAM t (b DECIMAL(2, 2), j TIMESTAMP);
SELECT t.b FROM s, t WHERE s.i > t.j;
