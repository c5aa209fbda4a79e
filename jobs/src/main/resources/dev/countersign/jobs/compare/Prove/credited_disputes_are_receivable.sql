select 'account 1200 carries ' || coalesce(receivable.minor, 0) || ' ' || currency
       || ', disputes with a credit are ' || coalesce(credited.minor, 0)
  from (select currency, sum(debit_minor - credit_minor) as minor
          from ledger_day
         where mode = :mode
           and account = '1200'
         group by currency) receivable
  full join (select dispute.currency, sum(money.booked_minor) as minor
               from dispute_money money
               join dispute on dispute.id = money.dispute_id
              where money.mode = :mode
                and money.credited
                and dispute.mode = :mode
                and not dispute.booked_to_end
              group by dispute.currency) credited using (currency)
 where coalesce(receivable.minor, 0) <> coalesce(credited.minor, 0)
