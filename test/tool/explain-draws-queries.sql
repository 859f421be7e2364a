-- A pattern is drawn as its automaton, a join as its forests, with what is kept.
-- RUN: bough explain %s --emit=dot | FileCheck %s
-- CHECK: digraph queries {
-- CHECK:   b1_0 [shape=ellipse, label="start"];
-- CHECK:   b1_1 [shape=ellipse, label="after a\na counter per a.x in 0..9"];
-- CHECK:   b1_2 [shape=doublecircle, label="match"];
-- CHECK:   b1_0 -> b1_1 [label="a"];
-- CHECK:   b1_1 -> b1_2 [label="b\nb.x = a.x"];
-- CHECK:   b1_end0 [shape=point];
-- CHECK:   b1_1 -> b1_end0 [style=dashed, label="NOT n"];
-- CHECK:   b2f1_0 [shape=box, label="
-- CHECK:   b2f1_{{[01]}} -> b2f1_{{[01]}};
-- CHECK: }
CREATE STREAM s (x INT CHECK (x BETWEEN 0 AND 9), ts TIMESTAMP);
CREATE QUERY next AS SELECT b.x FROM PATTERN (s a ; NOT s n ; s b) WHERE b.x = a.x MATCH NEXT;
CREATE QUERY pairs AS SELECT b.x FROM s a, s b WHERE b.x = a.x AND a.ts < b.ts;
