-- RUN: bough check --verify-diagnostics %s
CREATE STREAM trades (price INT, i TIMESTAMP);
SELECT price FROM trade; -- expected-error@:19 {{unknown stream 'trade' [B0201]}} expected-note {{did you mean 'trades'?}}
-- -----
CREATE STREAM trades (price INT, i TIMESTAMP);
SELECT t.prise, -- expected-error@:10 {{no column 'prise' in stream 'trades'}} expected-note {{did you mean 'price'?}}
  volume, -- expected-error@:3 {{no column 'volume' in any item of FROM}}
  T.PRICE,
  trades.price, -- expected-error@:3 {{no item 'trades' in FROM [B0203]}} expected-note@+3:6 {{stream 'trades' is called 't' in this query}}
  x.*, -- expected-error@:3 {{no item 'x' in FROM}}
  price -- expected-error@:3 {{column 'price' is ambiguous: 2 items have it [B0204]}} expected-note@+1:6 {{'t.price'}} expected-note@+1:16 {{'u.price'}}
FROM trades t, trades u, trades AS T; -- expected-error@:36 {{a second item 'T' in FROM [B0205]}} expected-note@:6 {{the first one is here}}
-- -----
CREATE STREAM s (i TIMESTAMP);
CREATE STREAM S (i TIMESTAMP); -- expected-error@:15 {{a second stream 'S' [B0207]}} expected-note@-1:15 {{it was declared here}}
SELECT s.i FROM s, s; -- expected-error@:20 {{a second item 's'}} expected-note@:17 {{first one}} expected-note {{another name: AS ...}}
