-- Without an order, each row joins what the other stream has brought so far, then is entered.
-- RUN: bough explain %s --emit=ir --passes=none | FileCheck %s

-- CHECK: synopsis @S [s_a in 0..3] : count, current
-- CHECK: synopsis @T [t_b in 0..3] : count, current
-- CHECK: on @s(%a, %i)
-- CHECK: bump @S[
-- CHECK: load @T[
-- CHECK: emit
-- CHECK: on @t(%b, %j)
-- CHECK: bump @T[
-- CHECK: load @S[
-- CHECK: emit

CREATE STREAM s (a INT CHECK (a BETWEEN 0 AND 3), i TIMESTAMP);
CREATE STREAM t (b INT CHECK (b BETWEEN 0 AND 3), j TIMESTAMP);
SELECT s.a, t.b FROM s, t WHERE s.a = t.b;
