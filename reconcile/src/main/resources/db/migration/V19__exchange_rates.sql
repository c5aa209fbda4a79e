-- Reference rates, as many units of a currency as one euro is worth. One that a month was valued by is
-- never changed.
create table fx_rate (
    currency    char(3)     not null,
    rate_date   date        not null,
    rate        numeric     not null check (rate > 0),
    source      text        not null,
    imported_by text        not null,
    imported_at timestamptz not null,
    constraint fx_rate_pkey primary key (currency, rate_date)
);

-- What accounts 1900 and 1901 carried together at the end of a month, currency by currency, and what
-- that was worth in euro. The sum of a month is what the night booked as exchange difference.
create table fx_revaluation (
    mode           text    not null check (mode in ('live', 'sandbox')),
    month          date    not null,
    currency       char(3) not null,
    business_date  date    not null,
    position_minor numeric not null,
    rate           numeric not null check (rate > 0),
    rate_date      date    not null,
    value_minor    numeric not null,
    constraint fx_revaluation_pkey primary key (mode, month, currency)
);

alter table ledger_row
    drop constraint ledger_row_accounts,
    add constraint ledger_row_accounts check (
        debit_account in ('2100', '9020', '9010', '2010', '1010', '1020', '1200', '1310', '1390', '1900',
                          '1901', '2200', '4010', '5010', '5015', '5020', '5030', '5040', '5050')
        and credit_account in ('2010', '9010', '9020', '4010', '1010', '1020', '1200', '1310', '1390',
                               '1900', '1901', '2100', '2200', '5010', '5015', '5020', '5030', '5040',
                               '5050')
        and debit_account <> credit_account
        and (debit_account >= '9000') = (credit_account >= '9000'));
