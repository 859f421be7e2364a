-- Dates count days; they are shifted by intervals of whole days.
-- RUN: bough explain --emit=plan %s | FileCheck %s
CREATE STREAM s (d DATE CHECK (d >= DATE '2015-01-01'), i TIMESTAMP(3));
CREATE TABLE holiday (day DATE, name VARCHAR(20));
SELECT s.d + INTERVAL '1' DAY AS next, DATE '1970-01-02', name FROM holiday, s
WHERE s.d = day - INTERVAL '48' HOUR AND s.d - day < INTERVAL '3' DAY
  AND s.d < DATE '2000-02-29' + INTERVAL '1' DAY * 2;
-- CHECK:      column d DATE 16436..2932896 check 16436..inf
-- CHECK:      table holiday
-- CHECK:   column day DATE -719162..2932896
-- CHECK:   column name VARCHAR(20) 0..-1 check 0..-1 domain 1
-- CHECK: domain 1 strings 0 closed
-- CHECK: unit millisecond
-- CHECK: result
-- CHECK:   column next DATE
-- CHECK:   column column2 DATE
-- CHECK:   column name VARCHAR(20) domain 1
-- CHECK: branch 1
-- CHECK:   item s of s
-- CHECK:   item holiday of holiday
-- CHECK:   atom holiday.day - s.d <= 2
-- CHECK:   atom s.d - holiday.day <= -2
-- CHECK:   atom s.d - holiday.day <= 2
-- CHECK:   atom s.d - 0 <= 11017
-- CHECK:   output s.d + 1
-- CHECK:   output 1
-- CHECK:   output holiday.name
