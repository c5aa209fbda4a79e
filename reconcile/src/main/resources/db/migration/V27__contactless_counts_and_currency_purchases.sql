-- Contactless payments since the last PIN of a card whose program is bound to strong customer
-- authentication, and what they came to.
alter table card_security
    add tap_count integer not null default 0 check (tap_count >= 0),
    add tap_minor bigint  not null default 0 check (tap_minor >= 0);

-- Currency that was bought for the open position of accounts 1900 and 1901. The bank moves both amounts on
-- the value date, over the settlement accounts of their currencies: what it states is compared without them.
create table fx_purchase (
    id              uuid        not null,
    mode            text        not null check (mode in ('live', 'sandbox')),
    business_date   date        not null,
    value_date      date        not null,
    bought_currency char(3)     not null,
    bought_minor    bigint      not null check (bought_minor > 0),
    paid_currency   char(3)     not null,
    paid_minor      bigint      not null check (paid_minor > 0),
    booked_by       text        not null,
    booked_at       timestamptz not null,
    constraint fx_purchase_pkey primary key (id),
    constraint fx_purchase_currencies check (bought_currency <> paid_currency)
);
create index fx_purchase_value_date on fx_purchase (mode, value_date);

alter table approval_request
    drop constraint approval_request_kind_check,
    add constraint approval_request_kind_check
        check (kind in ('hard_close_month', 'reopen_month', 'rotate_card_keys', 'credit_funds', 'debit_funds',
                        'buy_currency'));

-- Nobody outside is shown the counts of contactless payments: they make no event.
drop trigger card_security_noted_new on card_security;
drop trigger card_security_noted on card_security;
create trigger card_security_noted_new after insert on card_security
    referencing new table as new_rows for each statement
    execute function note_state_change('pin_status', 'card_id', 'sca_exempt_count', 'sca_exempt_minor',
                                       'tap_count', 'tap_minor');
create trigger card_security_noted after update on card_security
    referencing old table as old_rows new table as new_rows for each statement
    execute function note_state_change('pin_status', 'card_id', 'sca_exempt_count', 'sca_exempt_minor',
                                       'tap_count', 'tap_minor');
