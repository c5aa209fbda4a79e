-- Nearly every journal is the same: what clears is charged, and its hold is let go. Such a journal is
-- one row now, which costs half of two. What is read is what was read before: one entry to each amount
-- that leaves one account and enters another.
alter table ledger_entry rename to ledger_row;
alter table ledger_row rename constraint ledger_entry_pkey to ledger_row_pkey;
alter table ledger_row rename constraint ledger_entry_accounts to ledger_row_accounts;
alter table ledger_row rename constraint ledger_entry_ordinal_check to ledger_row_ordinal_check;
alter table ledger_row rename constraint ledger_entry_mode_check to ledger_row_mode_check;
alter table ledger_row rename constraint ledger_entry_amount_minor_check to ledger_row_amount_minor_check;
alter index ledger_entry_date rename to ledger_row_date;
alter index ledger_entry_suspense rename to ledger_row_suspense;
alter trigger ledger_entry_append_only on ledger_row rename to ledger_row_append_only;

-- What the same event lets go of a hold, in the same currency: an entry of its own, before this one.
alter table ledger_row
    add column released_minor bigint,
    add constraint ledger_row_released check (
        released_minor is null
        or (released_minor > 0 and ordinal > 0 and debit_account < '9000'));

create view ledger_entry as
select subject, event, ordinal, mode, business_date, account_id, debit_account, credit_account,
       amount_minor, currency, card_id, transaction_id, clearing_id
  from ledger_row
union all
select subject, event, ordinal - 1, mode, business_date, account_id, '9020', '9010', released_minor,
       currency, card_id, transaction_id, clearing_id
  from ledger_row
 where released_minor is not null;
