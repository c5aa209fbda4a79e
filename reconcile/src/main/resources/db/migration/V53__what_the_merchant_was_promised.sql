-- What is authorized in the merchant's currency since a message moved it, and when a reversal last said
-- what remains. Both are null for nearly every purchase, and a null takes no room in its row: what no
-- message moved is what was asked for, also in the rows that were there before.
alter table transaction
    add column merchant_authorized_minor bigint check (merchant_authorized_minor >= 0),
    add column remainder_at timestamptz;

-- A reversal that waits for its authorization takes back the merchant's money as well.
alter table early_arrival
    add column merchant_amount_minor bigint,
    add column merchant_currency char(3);
