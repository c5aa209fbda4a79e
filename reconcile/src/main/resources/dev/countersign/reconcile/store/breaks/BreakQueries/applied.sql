-- The message that a break says was applied, in the members of the feed, as far as the book keeps them.
with refused as (
    select transaction_id, card_id, (detail -> 'applied' ->> 'identity')::uuid as identity
      from break
     where id = :id
       and type = 'DEDUPE_CONFLICT')
select first.content::text as content, first.whole
  from refused
 cross join lateral (
    select coalesce(message.payload,
                    jsonb_build_object(
                        'kind', message.kind,
                        'network', message.network,
                        'transmitted_at', message.created_at,
                        'amount', jsonb_build_object('value', message.amount_minor,
                                                     'currency', message.currency),
                        'merchant_amount', jsonb_build_object('value', message.merchant_amount_minor,
                                                              'currency', message.merchant_currency)))
               as content,
           message.payload is not null as whole
      from message
     where message.identity = refused.identity
     union all
    select jsonb_build_object(
               'kind', clearing.kind,
               'network', clearing.network,
               'source', jsonb_build_object('file_id', clearing.file_id,
                                            'file_seq', clearing.file_seq,
                                            'record_no', clearing.record_no),
               'transmitted_at', clearing.created_at,
               'refs', jsonb_build_object('network_txn_id', clearing.network_txn_id,
                                          'original_network_txn_id', clearing.original_network_txn_id,
                                          'stan', clearing.stan,
                                          'rrn', clearing.rrn,
                                          'arn', clearing.arn,
                                          'approval_code', clearing.approval_code,
                                          'acquirer_id', clearing.acquirer_id,
                                          'clearing_sequence', clearing.clearing_sequence,
                                          'clearing_count', clearing.clearing_count,
                                          'usage_code', clearing.usage_code),
               'processing_code', clearing.processing_code,
               'direction', clearing.direction,
               'amount', jsonb_build_object('value', clearing.amount_minor,
                                            'currency', clearing.currency),
               'merchant_amount', jsonb_build_object('value', clearing.merchant_amount_minor,
                                                     'currency', clearing.merchant_currency),
               'fx_rate', clearing.fx_rate,
               'merchant', jsonb_build_object('id', clearing.merchant_id,
                                              'terminal_id', clearing.terminal_id,
                                              'name', clearing.merchant_name,
                                              'mcc', clearing.merchant_mcc,
                                              'city', clearing.merchant_city,
                                              'country', clearing.merchant_country),
               'interchange', jsonb_build_object('amount', clearing.interchange_minor,
                                                 'currency', clearing.interchange_currency),
               'settlement', jsonb_build_object('settlement_date', clearing.settlement_date,
                                                'cycle', clearing.settlement_cycle,
                                                'service', clearing.settlement_service,
                                                'institution_id', clearing.settlement_institution,
                                                'currency', clearing.settlement_currency,
                                                'amount', clearing.settlement_minor)),
           false
      from clearing
     where clearing.identity = refused.identity
     union all
    select jsonb_build_object(
               'kind', case made.origin
                           when 'request' then 'authorization_request'
                           when 'single_message' then 'financial_request'
                           when 'advice' then 'authorization_advice'
                           when 'increment' then 'incremental_authorization'
                           when 'refund_request' then 'refund_authorization' end,
               'network', made.network,
               'transmitted_at', made.created_at,
               'refs', jsonb_build_object('network_txn_id', made.network_txn_id,
                                          'stan', made.stan,
                                          'rrn', made.rrn,
                                          'acquirer_id', made.acquirer_id),
               'amount', jsonb_build_object('value', made.requested_minor,
                                            'currency', made.currency),
               'merchant_amount', jsonb_build_object('value', made.merchant_amount_minor,
                                                     'currency', made.merchant_currency),
               'merchant', jsonb_build_object('id', made.merchant_id,
                                              'terminal_id', made.terminal_id,
                                              'name', made.merchant_name,
                                              'mcc', made.merchant_mcc,
                                              'city', made.merchant_city,
                                              'country', made.merchant_country)),
           false
      from (select *
              from transaction
             where id = refused.transaction_id
             union all
            select *
              from transaction
             where refused.transaction_id is null
               and card_id = refused.card_id) made
     where made.identity = refused.identity) first
 order by first.whole desc
 limit 1
