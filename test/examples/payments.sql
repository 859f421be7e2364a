-- A payment after a login from another country, in the next 8 rows.
CREATE STREAM login (user INT CHECK (user BETWEEN 1 AND 9), country ENUM('de', 'fr', 'it'), at TIMESTAMP);
CREATE STREAM payment (user INT CHECK (user BETWEEN 1 AND 9), country ENUM('de', 'fr', 'it'), at TIMESTAMP);

SELECT login.user, payment.country
FROM PATTERN (login ; payment)
WHERE login.user = payment.user AND login.country <> payment.country
WITHIN 8 EVENTS MATCH NEXT;
