-- The rows that a month's totals are sums of, each as text and in one order, whatever the language
-- of the database; what a row leaves out keeps its place.
select encode(sha256(convert_to(coalesce(string_agg(line, E'\n' order by line collate "C"), ''), 'UTF8')), 'hex')
  from (select concat_ws('|', 'ledger', business_date, account, currency, debit_minor, credit_minor) as line
          from ledger_day
         where mode = :mode
           and business_date between :first and :last
        union all
        select concat_ws('|', 'posting', business_date, coalesce(account_id::text, ''),
                         coalesce(program_id::text, ''), currency, kind, count,
                         debit_minor, credit_minor)
          from posting_total
         where mode = :mode
           and business_date between :first and :last
        union all
        select concat_ws('|', 'report', business_date, name, version, sha256)
          from issued_report
         where mode = :mode
           and name in ('settlement-detail', 'settlement-summary', 'trial-balance')
           and business_date between :first and :last) input
