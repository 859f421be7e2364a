-- --witness with --json: the rule and the differences; columns of a result may share a name.
-- RUN: not bough check --json --witness=2 --witness-folder=%t %s | %python -c "import json, sys; print(json.dumps(json.load(sys.stdin)['witness'], indent=1))" | FileCheck %s
-- CHECK: "attribute": "t.a"
-- CHECK: "afterAll": 1
-- CHECK-NEXT: "afterAllBut": 0
-- CHECK-NEXT: "row": [
-- CHECK: "column": "a"
-- CHECK-NEXT: "value": "0"
-- CHECK: "column": "a"
-- CHECK-NEXT: "value": "32700"
-- CHECK: "suffix": 1
-- CHECK-NEXT: "time": 6
-- CHECK: "k": 2
-- CHECK: "role": "suffix"
-- CHECK-NEXT: "stream": "s"
-- CHECK: "cells": {
-- CHECK-NEXT: "a": "10*i + 32690"
-- CHECK-NEXT: "j": "5"
-- CHECK: "role": "chosen"
-- CHECK-NEXT: "stream": "t"

CREATE STREAM s (a INT, i TIMESTAMP);
CREATE STREAM t (a SMALLINT CHECK (a >= 32700), j TIMESTAMP) WITH (starts_at = 5);
SELECT s.a, t.a FROM s, t WHERE s.i > t.j;
