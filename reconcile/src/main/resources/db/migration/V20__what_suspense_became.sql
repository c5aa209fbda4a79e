-- What was found out later about a line in suspense stands beside it: the line itself is what its own
-- night wrote, so that the reports of that date come out the same whenever they are made again.
alter table settlement_line
    add column identified_transaction_id uuid,
    add column identified_on             date;

-- What is in suspense is told from the ledger; few entries are on it.
create index ledger_entry_suspense on ledger_entry (mode, business_date)
    where debit_account = '1310' or credit_account = '1310';
