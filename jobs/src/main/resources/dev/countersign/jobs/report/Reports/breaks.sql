-- Differences that wait at the end of the date, as far as the night's cut knows of them.
select break.id as "id#brk_",
       break.type,
       break.severity,
       break.amount_minor as "amount@currency",
       break.currency,
       break.card_id as "card_id#card_",
       break.transaction_id as "transaction_id#txn_",
       break.clearing_id as "clearing_id#clr_",
       break.origin_date,
       :businessDate - break.origin_date as age_days,
       case when :businessDate - break.origin_date <= 1 then '0-1 days'
            when :businessDate - break.origin_date <= 3 then '2-3 days'
            when :businessDate - break.origin_date <= 7 then '4-7 days'
            when :businessDate - break.origin_date <= 30 then '8-30 days'
            else 'over 30 days' end as age,
       case when (break.severity = 'critical' and :businessDate - break.origin_date >= 1)
              or (break.severity = 'high' and :businessDate - break.origin_date >= 3)
            then 'yes' else 'no' end as escalated,
       break.state,
       break.owner
  from open_break break
 where break.mode = :mode
   and break.origin_date <= :businessDate
   and (break.feed_offset is null
        or break.feed_offset < (select next_offset
                                  from night_cut
                                 where night_id = :night
                                   and partition = break.feed_partition))
 order by case break.severity when 'critical' then 1 when 'high' then 2 when 'medium' then 3
                              when 'low' then 4 else 5 end,
          break.origin_date, break.id
