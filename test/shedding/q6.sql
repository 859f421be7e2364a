-- Q6: a striker has the ball, then any three players of the other team come near it; for soccer
-- positions with distances from the ball (bough generate debs).
-- RUN: bough check %s
CREATE STREAM pos (sid INT CHECK (sid BETWEEN 8 AND 28), ts TIMESTAMP(12),
  ball INT CHECK (ball BETWEEN 0 AND 200000));

SELECT s.ball
FROM PATTERN (pos s ; ANY 3 OF (pos d DISTINCT sid))
WHERE s.sid BETWEEN 13 AND 18 AND s.ball < 2000 AND d.sid BETWEEN 21 AND 28 AND d.ball < 5000
WITHIN 200 EVENTS MATCH NEXT;
