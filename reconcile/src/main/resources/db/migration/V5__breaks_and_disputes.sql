-- Breaks and disputes: what does not reconcile, who works on it and how it closes, credits that cover
-- it, and disputes of the cardholder and of the issuer.

-- A break is a reconciliation difference that somebody must explain. It is unique on what it is about,
-- so a rerun updates it. feed_partition and feed_offset are where the message came in which the feed
-- found it: a night reports those below its cut, and so does a rerun of it. They are null for a break
-- that a night found, and each night knows that one. A write-off has a second person, in approved_by.
create table break (
    id             uuid        not null,
    type           text        not null,
    severity       text        not null check (severity in ('critical', 'high', 'medium', 'low', 'info')),
    subject        uuid        not null,
    origin_date    date        not null,
    account_id     uuid,
    mode           text,
    card_id        uuid,
    transaction_id uuid,
    clearing_id    uuid,
    amount_minor   bigint      not null,
    currency       char(3),
    state          text        not null check (state in ('open', 'investigating', 'resolved', 'written_off')),
    detail         jsonb       not null,
    created_at     timestamptz not null,
    updated_at     timestamptz not null,
    owner          text,
    resolution     text,
    resolved_by    text,
    approved_by    text,
    closed_at      timestamptz,
    feed_partition integer,
    feed_offset    bigint,
    constraint break_pkey primary key (id),
    constraint break_subject unique (type, subject, origin_date)
);
create index break_account on break (account_id, mode, id);
create index break_unresolved on break (mode, type, id) where state in ('open', 'investigating');
create index break_transaction on break (transaction_id) where transaction_id is not null;
-- A night looks for the breaks of the cards that got something back.
create index break_card on break (card_id) where card_id is not null;
-- The queue is worked on by severity, then by age: a page of it is read from one place of each severity
-- on, however many wait and however many began on one day.
create index break_queue on break (mode, severity, origin_date, id) where state in ('open', 'investigating');
create index break_owner on break (mode, owner, id) where state in ('open', 'investigating');
create index break_origin on break (mode, origin_date, type);

create table break_history (
    break_id uuid        not null references break,
    number   integer     not null,
    at       timestamptz not null,
    actor    text        not null,
    action   text        not null,
    remark   text,
    primary key (break_id, number)
);

-- Requests to close a break that need a second person: to write it off, or to resolve, identify or match
-- one that is large or severe. A second operator approves or declines. card_id is the card, and
-- transaction_id the transaction, that the record of the break belongs to.
create table write_off_request (
    break_id       uuid        not null references break,
    reason         text        not null,
    asked_by       text        not null,
    asked_at       timestamptz not null,
    closing        text        not null check (closing in ('write_off', 'resolve', 'identify', 'match')),
    card_id        uuid,
    transaction_id uuid,
    constraint write_off_request_pkey primary key (break_id),
    constraint write_off_request_target check
        ((closing = 'identify') = (card_id is not null) and (closing = 'match') = (transaction_id is not null))
);

-- The network's names for the purchase that a transaction belongs to: of a purchase its own, and those of
-- its clearing records, which may have been matched by another key; of a refund the one that it names.
-- Transactions of a lineage that share a name are one purchase.
create view purchase_name as
select card.lineage_id, transaction.id as transaction_id, transaction.network_txn_id as name
  from card
  join transaction on transaction.card_id = card.id
 where transaction.type <> 'refund'
   and transaction.network_txn_id is not null
union all
select line.lineage_id,
       coalesce(line.identified_transaction_id, line.transaction_id) as transaction_id,
       case line.record_type when 'refund' then clearing.original_network_txn_id
                             else clearing.network_txn_id end as name
  from settlement_line line
  join clearing on clearing.id = line.id
 where line.record_type in ('clearing', 'atm', 'refund')
   and (line.record_type = 'refund'
        or line.match_level > 1
        or line.identified_transaction_id is not null)
   and case line.record_type when 'refund' then clearing.original_network_txn_id
                             else clearing.network_txn_id end is not null;

-- Merchant credits: what refunds and clearing reversals gave back. transaction_id is what the record was
-- posted to: of a refund its own transaction. Of a refund that the merchant reversed in part, the rest
-- counts. of_refund: the reversal of a refund, which takes back what was given.
create view merchant_credit as
select share.record_id, share.record_type, share.mode, share.lineage_id, share.transaction_id,
       share.on_date, share.record_type = 'reversal' and posted.type = 'refund' as of_refund,
       case share.record_type
       when 'reversal' then share.minor
       else least(share.minor,
                  greatest(0, posted.cleared_minor
                              - (select coalesce(sum(earlier.minor), 0)
                                   from posted_share earlier
                                  where earlier.lineage_id = share.lineage_id
                                    and earlier.record_type = 'refund'
                                    and earlier.transaction_id = share.transaction_id
                                    and earlier.record_id < share.record_id)))
       end as minor
  from posted_share share
  join transaction posted on posted.id = share.transaction_id
 where share.record_type in ('refund', 'reversal');

-- How much of which merchant credit covers which break. Several credits may each cover a part of a break,
-- and one may cover several breaks; each minor unit covers one break once. A refund that is reversed covers
-- open breaks no longer.
create table break_credit (
    break_id      uuid   not null references break,
    record_id     uuid   not null references settlement_line,
    minor         bigint not null check (minor >= 0),
    business_date date   not null,
    constraint break_credit_pkey primary key (break_id, record_id)
);
create index break_credit_record on break_credit (record_id);

-- A dispute that a break led to names it, once per break. submitted: the network took the dispute, and
-- its money moved. No dispute claims more than what is left of its transaction: reduced_minor is by how
-- much the claim was reduced since it was opened. A night finds those that it may have to book by
-- booked_to_end, without walking over those that have ended.
create table dispute (
    id             uuid primary key,
    account_id     uuid        not null references account,
    mode           text        not null check (mode in ('live', 'sandbox')),
    transaction_id uuid        not null,
    amount_minor   bigint      not null check (amount_minor >= 0),
    currency       char(3)     not null,
    reason         text        not null check (reason in ('fraud', 'duplicate', 'incorrect_amount', 'goods_not_received', 'goods_not_as_described', 'other')),
    status         text        not null check (status in ('open', 'under_review', 'won', 'lost', 'withdrawn')),
    evidence       text,
    created_at     timestamptz not null,
    updated_at     timestamptz not null,
    resolved_at    timestamptz,
    break_id       uuid        references break,
    submitted      boolean     not null default false,
    reduced_minor  bigint      not null default 0 check (reduced_minor >= 0),
    booked_to_end  boolean     not null default false
);
create index dispute_account on dispute (account_id, mode, id);
create index dispute_transaction on dispute (transaction_id, id);
create unique index dispute_live on dispute (transaction_id) where status <> 'withdrawn';
create unique index dispute_break on dispute (break_id) where break_id is not null;
create index dispute_unresolved on dispute (mode, id) where status in ('open', 'under_review');
create index dispute_resolved on dispute (mode, id) where status in ('won', 'lost', 'withdrawn');
create index dispute_to_book on dispute (mode, id) where not booked_to_end;

-- What was booked for a dispute so far: whether the cardholder was credited and the network paid, how
-- much of the claim is in the ledger, and how many reductions of it.
create table dispute_money (
    dispute_id   uuid    not null references dispute,
    mode         text    not null check (mode in ('live', 'sandbox')),
    credited     boolean not null,
    funded       boolean not null,
    booked_minor bigint  not null check (booked_minor >= 0),
    reductions   integer not null check (reductions >= 0),
    constraint dispute_money_pkey primary key (dispute_id)
);

-- What the night decided about each break that can be disputed, so that it is considered until it is
-- decided and then no more.
create table dispute_decision (
    break_id       uuid   primary key references break,
    mode           text   not null,
    business_date  date   not null,
    decision       text   not null check (decision in ('opened', 'proposed', 'expired', 'never')),
    why            text,
    transaction_id uuid   not null,
    dispute_id     uuid   references dispute,
    reason         text,
    amount_minor   bigint,
    currency       char(3),
    deadline       date,
    evidence       jsonb
);
create index dispute_decision_date on dispute_decision (mode, business_date);
create index dispute_decision_proposed on dispute_decision (mode, deadline) where decision = 'proposed';

-- What an operator answered to a dispute that the night proposed. The night's own decision stays as it
-- is, so that its reports come out the same.
create table proposal_answer (
    break_id    uuid        not null references dispute_decision,
    accepted    boolean     not null,
    reason      text        not null,
    answered_by text        not null,
    answered_at timestamptz not null,
    dispute_id  uuid        references dispute,
    constraint proposal_answer_pkey primary key (break_id),
    constraint proposal_answer_dispute check (accepted = (dispute_id is not null))
);
create index proposal_answer_opened on proposal_answer (dispute_id) where dispute_id is not null;
