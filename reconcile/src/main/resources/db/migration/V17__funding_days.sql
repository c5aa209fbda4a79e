-- Funding accounts by business date, as ledger_day has the ledger: what a date moved, by kind, between
-- what the account had before it and after it. There is a row for each date that moved the account, so
-- that the newest one up to a date says what it had then. Amounts are those of its owner: above zero is
-- what the owner has or got.
create table funding_day (
    mode           text    not null,
    business_date  date    not null,
    funding_id     uuid    not null references funding_account (id),
    opening_minor  numeric not null,
    credited_minor numeric not null,
    debited_minor  numeric not null,
    cleared_minor  numeric not null,
    refunded_minor numeric not null,
    reversed_minor numeric not null,
    disputed_minor numeric not null,
    other_minor    numeric not null,
    closing_minor  numeric not null,
    constraint funding_day_pkey primary key (funding_id, business_date),
    constraint funding_day_adds_up check (
        closing_minor = opening_minor + credited_minor + debited_minor + cleared_minor + refunded_minor
                        + reversed_minor + disputed_minor + other_minor)
);
create index funding_day_date on funding_day (mode, business_date);

-- The kinds of a report of funds, by the event of the ledger.
create function funding_kind(event text) returns text language sql immutable parallel safe as
$$
select case
           when event = 'funding_credit' then 'credited'
           when event = 'funding_debit' then 'debited'
           when event in ('clearing', 'single_message', 'suspense_identified') then 'cleared'
           when event = 'refund' then 'refunded'
           when event in ('clearing_reversal', 'clearing_returned') then 'reversed'
           when event like 'dispute%' then 'disputed'
           else 'other'
       end
$$;

-- What was moved so far; a night sums the dates again that none has summed for good.
insert into funding_day (mode, business_date, funding_id, opening_minor, credited_minor, debited_minor,
                         cleared_minor, refunded_minor, reversed_minor, disputed_minor, other_minor,
                         closing_minor)
select mode, business_date, funding_id,
       sum(minor) over earlier - minor, credited, debited, cleared, refunded, reversed, disputed, other,
       sum(minor) over earlier
  from (select mode, business_date, funding_id,
               sum(balance_minor) as minor,
               coalesce(sum(balance_minor) filter (where kind = 'credited'), 0) as credited,
               coalesce(sum(balance_minor) filter (where kind = 'debited'), 0) as debited,
               coalesce(sum(balance_minor) filter (where kind = 'cleared'), 0) as cleared,
               coalesce(sum(balance_minor) filter (where kind = 'refunded'), 0) as refunded,
               coalesce(sum(balance_minor) filter (where kind = 'reversed'), 0) as reversed,
               coalesce(sum(balance_minor) filter (where kind = 'disputed'), 0) as disputed,
               coalesce(sum(balance_minor) filter (where kind = 'other'), 0) as other
          from (select funding_movement.*, funding_kind(event) as kind
                  from funding_movement
                 where balance_minor <> 0) movement
         group by mode, business_date, funding_id) day
window earlier as (partition by funding_id order by business_date);

-- A credit or debit that is too large for one operator waits for another, with its amount.
alter table approval_request
    add column amount_minor bigint check (amount_minor > 0),
    drop constraint approval_request_kind_check,
    add constraint approval_request_kind_check
        check (kind in ('hard_close_month', 'reopen_month', 'rotate_card_keys', 'credit_funds', 'debit_funds')),
    add constraint approval_request_amount
        check ((kind in ('credit_funds', 'debit_funds')) = (amount_minor is not null));
