-- Journals of clearing records and single messages are named by the row they are about, whose id is
-- in the order of time: a night then adds to the end of the ledger's key, and not to a thousand
-- places of it.
alter table ledger_entry disable trigger ledger_entry_append_only;
update ledger_entry
   set subject = clearing.id
  from clearing
 where clearing.identity = ledger_entry.subject;
update ledger_entry
   set subject = transaction.id
  from transaction
 where transaction.identity = ledger_entry.subject;
alter table ledger_entry enable trigger ledger_entry_append_only;

-- The same accounts as before, those first that nearly every entry names.
alter table ledger_entry
    drop constraint ledger_entry_accounts,
    add constraint ledger_entry_accounts check (
        debit_account in ('2100', '9020', '9010', '2010', '1010', '1200', '1310', '1390', '1900',
                          '1901', '2200', '4010', '5010', '5015', '5020', '5040')
        and credit_account in ('2010', '9010', '9020', '4010', '1010', '1200', '1310', '1390', '1900',
                               '1901', '2100', '2200', '5010', '5015', '5020', '5040')
        and debit_account <> credit_account
        and (debit_account >= '9000') = (credit_account >= '9000'));

-- Work is written and deleted by the night whose number it bears: asking for each row whether that
-- night exists costs more than the row.
alter table night_work drop constraint night_work_night_id_fkey;
alter table night_dirty drop constraint night_dirty_night_id_fkey;

-- Days of cards are totalled day by day: what happened on one day lies together.
alter table night_dirty
    drop constraint night_dirty_pkey,
    add constraint night_dirty_pkey primary key (night_id, day, card_id);
