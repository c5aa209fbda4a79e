-- What this night reversed of refunds covers open breaks no longer, the latest first. A break that was
-- covered and closed stays so.
with reversed as (
    select id
      from settlement_line
     where mode = :mode
       and business_date = :businessDate
       and record_type = 'reversal'
       and transaction_id is not null
    union
    select id
      from settlement_line
     where mode = :mode
       and identified_on = :businessDate
       and record_type = 'reversal'
), above as (
    select distinct credit.record_id, given.minor - credit.minor as minor
      from reversed
      join merchant_credit reversal
        on reversal.record_id = reversed.id
       and reversal.of_refund
      join posted_amount refund
        on refund.lineage_id = reversal.lineage_id
       and refund.transaction_id = reversal.transaction_id
       and refund.record_type = 'refund'
      join merchant_credit credit on credit.record_id = refund.record_id
     cross join lateral (
              select sum(break_credit.minor) as minor
                from break_credit
               where break_credit.record_id = credit.record_id) given
     where given.minor > credit.minor
), part as (
    select break_credit.break_id, break_credit.record_id, break_credit.minor, above.minor as above_minor,
           coalesce(sum(break_credit.minor) over (
                        partition by break_credit.record_id
                        order by break.origin_date desc, break.id desc
                        rows between unbounded preceding and 1 preceding), 0) as later_minor
      from above
      join break_credit on break_credit.record_id = above.record_id
      join open_break break
        on break.id = break_credit.break_id
)
update break_credit
   set minor = part.minor - least(part.minor, greatest(0, part.above_minor - part.later_minor))
  from part
 where break_credit.break_id = part.break_id
   and break_credit.record_id = part.record_id
   and part.above_minor > part.later_minor
