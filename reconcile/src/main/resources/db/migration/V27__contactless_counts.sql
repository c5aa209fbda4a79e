-- Contactless payments since the last PIN of a card whose program is bound to strong customer
-- authentication, and what they came to.
alter table card_security
    add tap_count integer not null default 0 check (tap_count >= 0),
    add tap_minor bigint  not null default 0 check (tap_minor >= 0);
