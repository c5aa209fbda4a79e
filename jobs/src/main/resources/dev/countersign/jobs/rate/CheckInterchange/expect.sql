-- What each record of the date should have earned, and been charged, in the currency that it settles in:
-- its amount times the rate, and the fixed amount, in exact arithmetic, rounded half up (away from zero)
-- once, at the end. Interchange on cash is paid, and what is given back turns it round: the type of the
-- transaction says what is cash, since the reversal of a withdrawal is a reversal like any other. Rates
-- do not overlap, so that one at most is for a record.
insert into expected_interchange (line_id, mode, business_date, rate_line, interchange_minor,
                                  scheme_fee_minor)
select line.id, :mode, line.business_date, earned.line,
       case when case known.type when 'cash_withdrawal' then line.record_type = 'reversal'
                                 else line.direction = 'debit' end then 1 else -1 end
       * round(line.settlement_minor * earned.basis_points * 0.0001 + earned.fixed_minor),
       round(line.settlement_minor * fee.basis_points * 0.0001 + fee.fixed_minor)
  from settlement_line line
  left join clearing on clearing.id = line.id
  left join transaction single
    on single.id = line.id
   and clearing.id is null
  left join transaction original
    on original.id = line.transaction_id
   and line.record_type = 'reversal'
  left join card on card.id = line.card_id
 cross join lateral (
           select coalesce(original.type, clearing.type, single.type) as type,
                  coalesce(clearing.merchant_mcc, single.merchant_mcc) as mcc,
                  coalesce(clearing.merchant_country, single.merchant_country) as country,
                  coalesce(line.settlement_date, line.business_date) as date) known
  left join interchange_rate earned
    on earned.mode = :mode
   and earned.kind = 'interchange'
   and earned.network = line.network
   and earned.currency = line.settlement_currency
   and line.interchange_currency = line.settlement_currency
   and (earned.institution is null or earned.institution = line.settlement_institution)
   and (earned.region is null or known.country = any (earned.region))
   and (earned.product is null or earned.product = card.program_id)
   and (known.mcc between earned.mcc_from and earned.mcc_to
        or known.mcc is null and earned.mcc_from = '0000' and earned.mcc_to = '9999')
   and known.date between earned.valid_from and earned.valid_to
  left join interchange_rate fee
    on fee.mode = :mode
   and fee.kind = 'scheme_fee'
   and fee.network = line.network
   and fee.currency = line.settlement_currency
   and (fee.institution is null or fee.institution = line.settlement_institution)
   and (fee.region is null or known.country = any (fee.region))
   and (fee.product is null or fee.product = card.program_id)
   and (known.mcc between fee.mcc_from and fee.mcc_to
        or known.mcc is null and fee.mcc_from = '0000' and fee.mcc_to = '9999')
   and known.date between fee.valid_from and fee.valid_to
 where line.mode = :mode
   and line.business_date = :businessDate
   and line.record_type in ('clearing', 'atm', 'refund', 'reversal')
    on conflict do nothing
