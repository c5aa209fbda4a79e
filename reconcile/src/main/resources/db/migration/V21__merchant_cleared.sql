-- What cleared of a purchase in the merchant's currency, which rates move apart from what it was billed.
-- Null where nothing cleared, where it is what was asked for, or where a record names another currency.
alter table transaction add column merchant_cleared_minor bigint
    constraint transaction_merchant_cleared_minor_check check (merchant_cleared_minor >= 0);
