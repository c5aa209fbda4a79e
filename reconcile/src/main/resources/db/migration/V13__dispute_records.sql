-- Chargebacks, representments and arbitrations are lines of their settlement cycles. What the network is
-- to settle for a dispute and no cycle has settled is awaited.
alter table settlement_line
    drop constraint settlement_line_record_type_check,
    add constraint settlement_line_record_type_check
        check (record_type in ('clearing', 'refund', 'atm', 'reversal', 'fee', 'correction', 'chargeback',
                               'representment', 'arbitration')
               and (record_type = 'correction') = (corrects is not null));
create index settlement_line_dispute on settlement_line (mode, business_date, lineage_id)
    where record_type in ('chargeback', 'representment', 'arbitration');

create or replace view settlement_entry as
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
       created_at,
       case when record_type in ('chargeback', 'representment', 'arbitration') and outcome = 'booked'
            then lineage_id end as dispute_id
  from settlement_line;

-- Records of cases that name no card get the book of their dispute.
create index message_unattributed on message (id)
    where mode is null and kind in ('chargeback', 'representment', 'arbitration');

alter table posting_total
    drop constraint posting_total_kind_check,
    add constraint posting_total_kind_check
        check (kind in ('purchase', 'cash', 'refund', 'reversal', 'interchange', 'fee', 'correction',
                        'chargeback', 'representment', 'arbitration', 'difference', 'dispute'));

-- Money of disputes that have not ended, booked before without a cycle, stands as awaited.
alter table dispute_money
    add settled_minor   bigint  not null default 0,
    add awaited_minor   bigint  not null default 0,
    add held_minor      bigint  not null default 0,
    add awaited_entries integer not null default 0 check (awaited_entries >= 0);
update dispute_money
   set awaited_minor = booked_minor,
       held_minor = booked_minor
  from dispute
 where dispute.id = dispute_money.dispute_id
   and not dispute.booked_to_end
   and funded;
alter table dispute_money drop column funded;
create index dispute_money_awaited on dispute_money (mode, dispute_id) where awaited_minor <> 0;
