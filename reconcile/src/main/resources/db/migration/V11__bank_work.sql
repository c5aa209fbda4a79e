-- Work on what the bank states: an entry may pay another settlement date than its value date, or be a
-- fee of the bank.
alter table bank_entry
    add settles_on date,
    add fee        boolean not null default false,
    add constraint bank_entry_purpose check (not fee or settles_on is null);
alter table bank_line
    drop constraint bank_line_entry_id_fkey,
    add constraint bank_line_entry_id_fkey foreign key (entry_id) references bank_entry on delete cascade;
alter table bank_day add fee_minor bigint not null default 0;
alter table bank_booking add fee_minor bigint not null default 0;

alter table ledger_row
    drop constraint ledger_row_accounts,
    add constraint ledger_row_accounts check (
        debit_account in ('2100', '9020', '9010', '2010', '1010', '1200', '1310', '1390', '1900',
                          '1901', '2200', '4010', '5010', '5015', '5020', '5030', '5040')
        and credit_account in ('2010', '9010', '9020', '4010', '1010', '1200', '1310', '1390', '1900',
                               '1901', '2100', '2200', '5010', '5015', '5020', '5030', '5040')
        and debit_account <> credit_account
        and (debit_account >= '9000') = (credit_account >= '9000'));
