-- Names that are near to keywords are names wherever the text is right.
-- RUN: bough explain --emit=ast %s | FileCheck %s
CREATE STREAM frm (wher INT, jin INT, check INT, i TIMESTAMP);
SELECT wher form, jin FROM frm here, frm join1 CROSS JOIN frm were WHERE here.i < join1.i;
-- CHECK: wher AS form, jin
-- CHECK: frm AS here
-- CHECK: frm AS join1
-- CHECK: frm AS were
