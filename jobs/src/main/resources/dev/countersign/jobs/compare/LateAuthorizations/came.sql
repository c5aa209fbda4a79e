-- Differences beside an authorization that came after what cleared: a request, or an approval in stand-in,
-- that is attached to the purchase and that nobody reversed since. What cleared without it may be one
-- record or several, each a force post of its own on some card of the chain; each is compared with what
-- cleared up to it, which would have been compared had the authorization come first. What cleared beside
-- an authorization that was there is not what such a message is about.
select break.id, break.type, break.amount_minor, break.origin_date,
       greatest(0, authorized.minor - transaction.reversed_minor) as authorized_minor,
       message.merchant_amount_minor as authorized_abroad_minor,
       cleared.minor as cleared_minor, cleared.abroad_minor as cleared_abroad_minor,
       transaction.currency, transaction.merchant_currency, transaction.merchant_mcc,
       authorized.minor = message.amount_minor
         and message.merchant_currency = transaction.merchant_currency
         and cleared.same_currency as in_merchant_currency
  from break
  join transaction on transaction.id = break.transaction_id
  join card on card.id = transaction.card_id
  left join settlement_line line on line.id = break.clearing_id
  left join transaction beside on beside.id = line.linked_transaction_id
  join lateral (
           select sum(part.cleared_minor) as minor,
                  sum(part.merchant_amount_minor) filter (where part.cleared_minor > 0)
                    as abroad_minor,
                  bool_and(part.merchant_currency = transaction.merchant_currency)
                    and break.type <> 'AMOUNT_OVER' as same_currency
             from card member
             join transaction part on part.card_id = member.id
            where member.lineage_id = card.lineage_id
              and part.id <= transaction.id
              and (part.id = transaction.id
                   or (part.network_txn_id = transaction.network_txn_id
                       and part.origin = 'force_post'
                       and break.type <> 'AMOUNT_OVER'))) cleared on true
  join lateral (
           select purchase.id
             from card member
             join transaction purchase on purchase.card_id = member.id
            where member.lineage_id = card.lineage_id
              and (purchase.id = transaction.id
                   or purchase.network_txn_id = transaction.network_txn_id)
              and (purchase.origin = 'force_post' or break.type = 'AMOUNT_OVER')) attached on true
  join message
    on message.transaction_id = attached.id
   and message.outcome = 'attached'
   and message.kind in ('authorization_request', 'authorization_advice')
   and message.decline_code is null
  join night_cut cut
    on cut.night_id = :night
   and cut.partition = message.feed_partition
   and cut.next_offset > message.feed_offset
  cross join lateral (
           select case message.kind
                  when 'authorization_advice' then message.approved_minor
                  else message.amount_minor end as minor) authorized
 where break.mode = :mode
   and break.type in ('CLEARING_WITHOUT_AUTH', 'DUPLICATE_CLEARING', 'CLEARED_AFTER_DECLINE',
                      'AMOUNT_OVER')
   and break.state in ('open', 'investigating')
   and (beside.id is null
        or beside.origin = 'force_post'
        or break.type = 'CLEARED_AFTER_DECLINE')
   and not exists (select 1
                     from message taken
                    where taken.transaction_id = attached.id
                      and taken.kind = 'reversal'
                      and taken.created_at >= message.created_at)
