-- Records in suspense since they are settled in another currency than their dispute's, of which the
-- network said what they are in that: their lines carry it.
with taken as (
    select message.*
      from open_break
      join settlement_line line on line.id = open_break.clearing_id
      join message on message.id = line.id
     where open_break.mode = :mode
       and open_break.type = 'CURRENCY_MISMATCH'
       and line.record_type in ('chargeback', 'representment', 'arbitration')
       and line.outcome = 'suspended'
       and line.identified_on is null
       and line.currency <> line.settlement_currency
)
