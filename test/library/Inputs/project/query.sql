CREATE STREAM orders (item INT, customer SMALLINT CHECK (customer BETWEEN 1 AND 20), at TIMESTAMP)
  WITH (max_per_timestamp = 4);
CREATE STREAM payments (customer SMALLINT, amount INT, at TIMESTAMP) WITH (max_per_timestamp = 4);
SELECT o.customer, p.amount FROM orders o, payments p
WHERE p.customer = o.customer AND o.at < p.at AND p.at <= o.at + INTERVAL '20' SECOND;
