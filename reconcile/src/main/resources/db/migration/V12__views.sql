-- Expressions that recur in the statements of the night, the reports and the console, said once.

-- Breaks that somebody has to look at.
create view open_break as
select id, type, severity, subject, origin_date, account_id, mode, card_id, transaction_id, clearing_id,
       amount_minor, currency, state, detail, created_at, updated_at, owner, resolution, feed_partition,
       feed_offset
  from break
 where state in ('open', 'investigating');

-- What each record is settled with, under the record that a correction is of, in its settlement cycle. The
-- net is what is owed to the network: above zero for a debit. Interchange counts towards it where it is
-- in the same currency.
create view settlement_entry as
select id, coalesce(corrects, id) as record_id, mode, business_date, record_type, outcome, account_id,
       card_id, coalesce(identified_transaction_id, transaction_id) as posted_transaction_id,
       transaction_id, arn, direction, amount_minor, currency, settlement_minor, settlement_currency,
       case when direction = 'debit' then settlement_minor else -settlement_minor end as net_minor,
       interchange_minor, interchange_currency,
       case when interchange_currency = settlement_currency then interchange_minor else 0 end
         as same_interchange_minor,
       network, coalesce(settlement_institution, '') as institution,
       coalesce(settlement_service, '') as service, settlement_date,
       coalesce(settlement_cycle, 1) as cycle, match_level, match_score, auth_minor, break_type, night_id,
       created_at
  from settlement_line;
