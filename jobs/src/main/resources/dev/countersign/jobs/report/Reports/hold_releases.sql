select greatest(coalesce(hold_until + 3, :businessDate + 1), :businessDate + 1) as business_date,
       currency,
       count(*) as holds,
       sum(held_minor) as "released@currency"
  from open_hold
 where mode = :mode
 group by 1, 2
 order by 1, 2
