-- How long differences wait at the end of the date: how many and how much of each kind and age.
select age,
       type,
       severity,
       count(*) as count,
       sum(amount_minor) as "amount@currency",
       currency
  from (select type, severity, amount_minor, currency,
               case when :businessDate - origin_date <= 1 then '0-1 days'
                    when :businessDate - origin_date <= 3 then '2-3 days'
                    when :businessDate - origin_date <= 7 then '4-7 days'
                    when :businessDate - origin_date <= 30 then '8-30 days'
                    else 'over 30 days' end as age,
               case when :businessDate - origin_date <= 1 then 1
                    when :businessDate - origin_date <= 3 then 2
                    when :businessDate - origin_date <= 7 then 3
                    when :businessDate - origin_date <= 30 then 4
                    else 5 end as bucket
          from open_break break
         where mode = :mode
           and origin_date <= :businessDate
           and (break.feed_offset is null
                or break.feed_offset < (select next_offset
                                          from night_cut
                                         where night_id = :night
                                           and partition = break.feed_partition))) waiting
 group by bucket, age, type, severity, currency
 order by bucket desc, type, currency
