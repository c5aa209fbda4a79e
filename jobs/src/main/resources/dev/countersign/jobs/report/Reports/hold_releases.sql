select greatest(hold_until + :releaseDays, :businessDate + 1) as business_date,
       currency,
       count(*) as holds,
       sum(held_minor) as "released@currency"
  from open_hold
 where mode = :mode
 group by 1, 2
 order by 1, 2
