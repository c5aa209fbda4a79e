-- What was cleared in one currency and is settled in another went through the position: account 1900
-- carries what the cardholder was charged or credited with, or what a dispute claims, and 1901 what the
-- network settles. Without a program that settles so, nothing is looked at.
select 'record ' || line.id || ' cleared ' || line.amount_minor || ' ' || line.currency || ' for '
       || line.settlement_minor || ' ' || line.settlement_currency || ', accounts 1900 and 1901 carry '
       || coalesce(booked.billed_minor, 0) || ' and ' || coalesce(booked.settled_minor, 0)
  from settlement_line line
  left join (select coalesce(clearing_id, transaction_id) as id,
                    abs(sum(case when debit_account = '1900' then amount_minor
                                 when credit_account = '1900' then -amount_minor
                                 else 0 end)) as billed_minor,
                    abs(sum(case when debit_account = '1901' then amount_minor
                                 when credit_account = '1901' then -amount_minor
                                 else 0 end)) as settled_minor
               from ledger_row
              where mode = :mode
                and business_date = :businessDate
                and ('1900' in (debit_account, credit_account)
                     or '1901' in (debit_account, credit_account))
              group by 1) booked on booked.id = line.id
 where exists (select
                 from program
                where mode = :mode
                  and settlement_currencies <> '{}')
   and line.mode = :mode
   and line.business_date = :businessDate
   and line.outcome in ('posted', 'posted_new', 'booked')
   and line.record_type in ('clearing', 'atm', 'refund', 'chargeback', 'representment',
                            'arbitration')
   and line.currency <> line.settlement_currency
   and (coalesce(booked.billed_minor, 0) <> line.amount_minor
        or coalesce(booked.settled_minor, 0) <> line.settlement_minor)
 limit 5
