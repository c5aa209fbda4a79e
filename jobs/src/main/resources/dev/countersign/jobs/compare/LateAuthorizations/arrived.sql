-- Differences beside an authorization that came after what cleared: a request, or an approval in stand-in,
-- that is attached to a purchase of the lifecycle, and that nobody reversed since. What cleared without it
-- may be one record or several, each a force post of its own on some card of the chain; each is compared
-- with what cleared up to it, which would have been compared had the authorization come first. What
-- cleared beside an authorization that was there is not what such a message is about. Of what cleared
-- above an authorization, only an approval that came after its night says that the network knew more.
select break.id, break.type, break.amount_minor, break.origin_date,
       greatest(0, authorized.minor - transaction.reversed_minor) as authorized_minor,
       message.merchant_amount_minor as authorized_abroad_minor,
       cleared.minor as cleared_minor, cleared.abroad_minor as cleared_abroad_minor,
       transaction.currency, transaction.network, transaction.merchant_currency, transaction.merchant_mcc,
       authorized.minor = message.amount_minor
         and message.merchant_currency = transaction.merchant_currency
         and cleared.known_abroad as in_merchant_currency
  from open_break break
  join transaction on transaction.id = break.transaction_id
  join card on card.id = transaction.card_id
  left join settlement_line line on line.id = break.clearing_id
  left join transaction beside on beside.id = line.linked_transaction_id
  cross join lateral (
           select array_agg(part.id) as ids
             from (select transaction.id
                   union
                   select purchase.id
                     from card member
                     join transaction purchase
                       on purchase.card_id = member.id
                      and purchase.network_txn_id = transaction.network_txn_id
                    where member.lineage_id = card.lineage_id
                      and purchase.id
                          >= id_floor(transaction.created_at - make_interval(days => :reach))) part)
         lifecycle
  cross join lateral (
           select sum(part.cleared_minor) as minor,
                  sum(part.merchant_amount_minor) as abroad_minor,
                  bool_and(part.merchant_currency = transaction.merchant_currency
                           and part.cleared_minor = part.requested_minor)
                    and break.type <> 'AMOUNT_OVER' as known_abroad
             from transaction part
            where part.id = any(lifecycle.ids)
              and part.id <= transaction.id
              and (part.id = transaction.id
                   or (part.origin = 'force_post' and break.type <> 'AMOUNT_OVER'))) cleared
  join message
    on message.transaction_id = any(lifecycle.ids)
   and message.outcome = 'attached'
   and message.kind in ('authorization_request', 'authorization_advice')
   and message.decline_code is null
  join transaction attached on attached.id = message.transaction_id
  join night_cut cut
    on cut.night_id = :night
   and cut.partition = message.feed_partition
   and cut.next_offset > message.feed_offset
  left join night_cut seen
    on seen.night_id = line.night_id
   and seen.partition = message.feed_partition
  cross join lateral (
           select case message.kind
                  when 'authorization_advice' then message.approved_minor
                  else message.amount_minor end as minor) authorized
 where break.mode = :mode
   and break.type = any(:types)
   and case break.type
       when 'AMOUNT_OVER' then message.kind = 'authorization_advice'
                               and message.feed_offset >= coalesce(seen.next_offset, 0)
       else attached.origin = 'force_post' end
   and (beside.id is null
        or beside.origin = 'force_post'
        or break.type = 'CLEARED_AFTER_DECLINE')
   and not exists (select 1
                     from message taken
                    where taken.transaction_id = any(lifecycle.ids)
                      and taken.kind = 'reversal'
                      and taken.created_at >= message.created_at)
