select line.business_date,
       line.settlement_date,
       line.network,
       line.settlement_institution as institution_id,
       line.settlement_service as service,
       line.settlement_cycle as cycle,
       line.record_type,
       coalesce(line.corrects, line.id) as "clearing_id#clr_",
       line.transaction_id as "transaction_id#txn_",
       line.card_id as "card_id#card_",
       card.last4,
       card.program_id as "program_id#prog_",
       line.arn,
       coalesce(clearing.network_txn_id, single.network_txn_id) as network_txn_id,
       coalesce(clearing.approval_code, single.approval_code) as approval_code,
       coalesce(clearing.merchant_mcc, single.merchant_mcc) as mcc,
       coalesce(clearing.merchant_name, single.merchant_name) as merchant_name,
       coalesce(clearing.merchant_country, single.merchant_country) as merchant_country,
       coalesce(clearing.merchant_amount_minor, single.merchant_amount_minor, line.amount_minor)
         as "merchant_amount@merchant_currency",
       coalesce(clearing.merchant_currency, single.merchant_currency, line.currency) as merchant_currency,
       case when line.record_type in ('fee', 'chargeback', 'representment', 'arbitration') then null
            when line.direction = 'debit' then line.amount_minor
            else -line.amount_minor end as "billing_amount@billing_currency",
       line.currency as billing_currency,
       case when line.direction = 'debit' then line.settlement_minor else -line.settlement_minor end
         as "settlement_amount@settlement_currency",
       line.settlement_currency,
       clearing.fx_rate,
       line.interchange_minor as "interchange_amount@interchange_currency",
       line.interchange_currency,
       case when line.record_type = 'fee'
            then case when line.direction = 'debit' then line.amount_minor else -line.amount_minor end
            else 0 end as "scheme_fee@billing_currency",
       line.match_level,
       line.auth_minor as "auth_amount@billing_currency",
       line.amount_minor - line.auth_minor as "variance@billing_currency",
       -- A refund that was posted when it came was found to name no purchase then.
       coalesce(line.break_type,
                (select unlinked.type
                   from break unlinked
                  where unlinked.type = 'REFUND_UNLINKED'
                    and unlinked.subject = clearing.identity
                    and line.outcome = 'booked'
                    and line.id = clearing.id
                  limit 1)) as break_type,
       line.created_at as posted_at,
       line.outcome,
       case when date_trunc('month', line.created_at at time zone 'UTC') < date_trunc('month', cast(line.business_date as timestamp))
            then to_char(line.created_at at time zone 'UTC', 'YYYY-MM') end as origin_period,
       case when line.record_type in ('chargeback', 'representment', 'arbitration')
                 and line.outcome = 'booked'
            then line.lineage_id end as "dispute_id#dsp_",
       case when line.record_type in ('chargeback', 'representment', 'arbitration')
            then line.match_detail ->> 'case_id' end as case_id,
       case when line.record_type in ('chargeback', 'representment', 'arbitration')
            then line.match_detail ->> 'stage' end as case_stage,
       case when line.record_type in ('chargeback', 'representment', 'arbitration')
            then line.match_detail ->> 'reason_code' end as case_reason
  from settlement_line line
  left join lateral (select *
                       from clearing
                      where clearing.id = coalesce(line.corrects, line.id)
                     offset 0) clearing on true
  left join lateral (select *
                       from transaction
                      where transaction.id = line.id
                        and clearing.id is null
                     offset 0) single on true
  left join card on card.id = line.card_id
 where line.mode = :mode
   and line.business_date = :businessDate
 order by line.id
