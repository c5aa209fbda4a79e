-- What each record did to each transaction that it was posted to. A presentment or a refund is posted to
-- one, where somebody may have put it since. A reversal takes back all that cleared under its ARN, whose
-- parts may have been posted to several: the ledger says what it took of each, and when. What found
-- nothing to take back waits in suspense, and did nothing to any.
create view posted_share as
select line.id as record_id, line.mode, line.lineage_id, line.arn, line.record_type, line.currency,
       line.created_at, part.transaction_id, part.on_date, part.minor
  from settlement_line line
 cross join lateral (
          select coalesce(line.identified_transaction_id, line.transaction_id) as transaction_id,
                 coalesce(line.identified_on, line.business_date) as on_date,
                 line.amount_minor as minor
           where line.record_type <> 'reversal'
             and coalesce(line.identified_transaction_id, line.transaction_id) is not null
          union all
          select entry.transaction_id, entry.business_date, entry.amount_minor
            from ledger_row entry
           where line.record_type = 'reversal'
             and entry.subject = line.id
             and entry.event in ('clearing_reversal', 'suspense_identified')
             and '2100' in (entry.debit_account, entry.credit_account)) part
 where line.corrects is null;

drop view further_share;

-- What answered a difference is part of a record: what a reversal took of one transaction answers for
-- no other.
alter table given_back_share add column posted_to uuid;
update given_back_share
   set posted_to = coalesce(line.identified_transaction_id, line.transaction_id)
  from settlement_line line
 where line.id = given_back_share.record_id;
alter table given_back_share alter column posted_to set not null;

-- What a night looks for: what left suspense on its date, or was borne by us before it did.
create index ledger_row_identified on ledger_row (mode, business_date)
 where event = 'suspense_identified';
