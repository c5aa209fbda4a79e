select 'record ' || line.id || ' was received with ' || clearing.amount_minor || ' ' || clearing.currency
       || ' and settled with ' || line.amount_minor || ' ' || line.currency
  from settlement_line line
  join clearing on clearing.id = line.id
 where line.mode = :mode
   and line.business_date = :businessDate
   and (line.amount_minor <> clearing.amount_minor or line.currency <> clearing.currency)
 limit 5
