-- RUN: bough check --verify-diagnostics %s
CREATE STREAM s (d DATE, i TIMESTAMP);
SELECT d - d FROM s -- expected-error@:8 {{an interval in the select list is not supported yet [B0401]}}
WHERE d < DATE '2015-02-29' -- expected-error@:11 {{a date is written DATE 'yyyy-mm-dd', from 0001 to 9999 [B0250]}}
  AND d < DATE '0000-01-01' -- expected-error@:11 {{B0250}}
  AND d < DATE '2015-1-1' -- expected-error@:11 {{B0250}}
  AND d < '2015-01-01' -- expected-error {{string can only be compared for equality: =, <>, IN [B0248]}}
  AND i < '2015-01-01' -- expected-error {{string can only be compared for equality: =, <>, IN [B0248]}}
  AND i < d -- expected-error@:7 {{cannot compare TIMESTAMP(0) with DATE}} expected-note@:7 {{TIMESTAMP}} expected-note@:11 {{DATE}}
  AND d + 1 < d -- expected-error@:11 {{cannot add integer to DATE}} expected-note@:7 {{DATE}} expected-note {{a duration is written}}
  AND d < d + INTERVAL '1' HOUR -- expected-error@:15 {{the interval is not a whole number of days [B0216]}}
  AND -d < d -- expected-error {{DATE has no negation [B0213]}}
  AND i < TIMESTAMP '2015-01-05 25:00' -- expected-error@:11 {{a timestamp is written TIMESTAMP 'yyyy-mm-dd hh:mm:ss', from 0001 to 9999 [B0251]}}
  AND i < TIMESTAMP '2015-01-05 09:15:60' -- expected-error@:11 {{B0251}}
  AND i < TIMESTAMP '2015-01-05 09:15:00+01' -- expected-error@:11 {{B0251}}
  AND i < TIMESTAMP '2015-01-05 09:15:00.5' -- expected-error@:11 {{the time is not a whole number of seconds [B0252]}}
  AND i < TIMESTAMP '2015-01-05T09:15:00.000Z';
