-- "offset 0" keeps a look-up by key a look-up by key, however many records there are.
select 'record ' || line.id || ' was received with ' || clearing.amount_minor || ' ' || clearing.currency
       || ' and settled with ' || line.amount_minor || ' ' || line.currency
  from settlement_line line
  cross join lateral (
           select amount_minor, currency
             from clearing
            where clearing.id = line.id
           offset 0) clearing
 where line.mode = :mode
   and line.business_date = :businessDate
   and (line.amount_minor <> clearing.amount_minor or line.currency <> clearing.currency)
 limit 5
