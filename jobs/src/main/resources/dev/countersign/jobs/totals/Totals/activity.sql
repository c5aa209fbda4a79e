-- Totals of days of cards, from what their transactions come to. A day that is as it was issued gets
-- no new version, and one on which nothing was ever authorized, declined or posted gets none at all.
with issued as materialized (
    -- What was issued of them last, looked for once for all of them.
    select distinct on (total.card_id) total.*
      from card_day
      join activity_total total
        on total.mode = :mode
       and total.day = :day
       and total.card_id = card_day.card_id
     order by total.card_id, total.version desc
)
insert into activity_total (mode, day, card_id, version, business_date, account_id, program_id,
                            currency, authorized_count, authorized_minor, declined_count,
                            declined_reasons, reversed_count, reversed_minor, expired_count,
                            expired_minor, cash_count, cash_minor, force_posted_count,
                            force_posted_minor, counted_minor)
select :mode, :day, fresh.card_id, coalesce(issued.version, 0) + 1, :businessDate,
       card.account_id, card.program_id, card.currency, fresh.authorized_count,
       fresh.authorized_minor, fresh.declined_count, fresh.declined_reasons,
       fresh.reversed_count, fresh.reversed_minor, fresh.expired_count, fresh.expired_minor,
       fresh.cash_count, fresh.cash_minor, fresh.force_posted_count, fresh.force_posted_minor,
       fresh.counted_minor
  from card_day fresh
  join card on card.id = fresh.card_id
  left join issued on issued.card_id = fresh.card_id
 where (issued.authorized_count, issued.authorized_minor, issued.declined_reasons,
        issued.reversed_count, issued.reversed_minor, issued.expired_count, issued.expired_minor,
        issued.cash_count, issued.cash_minor, issued.force_posted_count, issued.force_posted_minor,
        issued.counted_minor)
       is distinct from
       (fresh.authorized_count, fresh.authorized_minor, fresh.declined_reasons,
        fresh.reversed_count, fresh.reversed_minor, fresh.expired_count, fresh.expired_minor,
        fresh.cash_count, fresh.cash_minor, fresh.force_posted_count, fresh.force_posted_minor,
        fresh.counted_minor)
   and (issued.version is not null
        or fresh.authorized_count > 0
        or fresh.authorized_minor > 0
        or fresh.declined_count > 0
        or fresh.force_posted_count > 0
        or fresh.counted_minor <> 0)
