with found as (
    insert into break (id, type, severity, subject, origin_date, account_id, mode, card_id,
                       amount_minor, currency, state, detail, created_at, updated_at)
    select :id, :type, :severity, :subject, :foundOn,
           (select account_id from card where id = cast(:card as uuid)), :mode,
           cast(:card as uuid), :minor, :currency, 'open', cast(:detail as jsonb), :now, :now
     where not exists (select 1
                         from break
                        where type = :type
                          and subject = :subject
                          and resolved_by <> 'night'
                          and detail = cast(:detail as jsonb))
        on conflict (type, subject, origin_date) do update
       set state = 'open',
           amount_minor = excluded.amount_minor,
           detail = excluded.detail,
           closed_at = null,
           resolution = null,
           resolved_by = null,
           approved_by = null,
           updated_at = excluded.updated_at
    returning id, xmax <> 0 as known
), changed as (
    select id
      from found
     where known
       and exists (select 1 from break_history where break_history.break_id = found.id)
)
