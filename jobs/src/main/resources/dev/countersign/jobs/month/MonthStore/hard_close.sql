-- Closes a month for good, with what it added up to.
update month_close
   set stage = 'hard_closed',
       hard_closed_at = :now,
       hard_closed_by = :by,
       approved_by = :approvedBy,
       inputs_sha256 = :inputs,
       snapshot = jsonb_build_object(
           'postings',
           (select coalesce(jsonb_agg(to_jsonb(total) order by total.program_id, total.kind, total.currency),
                            '[]')
              from (select program_id, kind, currency, sum(count) as count, sum(debit_minor) as debit_minor,
                           sum(credit_minor) as credit_minor
                      from posting_total
                     where mode = :mode
                       and business_date between :first and :last
                     group by program_id, kind, currency) total),
           'balances',
           (select coalesce(jsonb_agg(to_jsonb(balance) order by balance.account, balance.currency), '[]')
              from (select account, currency, sum(debit_minor) as debit_minor,
                           sum(credit_minor) as credit_minor
                      from ledger_day
                     where mode = :mode
                       and business_date <= :last
                     group by account, currency) balance))
 where mode = :mode
   and month = :first
   and stage = 'soft_closed'
