select greatest(open_hold.hold_until + night.release_days, :businessDate + 1) as business_date,
       open_hold.currency,
       count(*) as holds,
       sum(open_hold.held_minor) as "released@currency"
  from open_hold
  join night on night.id = :night
 where open_hold.mode = :mode
 group by 1, 2
 order by 1, 2
