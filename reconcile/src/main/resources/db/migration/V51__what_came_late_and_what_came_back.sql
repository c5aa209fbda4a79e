-- What the merchant asked for, in its own currency: what cleared before a late authorization is compared
-- with it there, since the billed amounts of both move with rates.
alter table message
    add column merchant_amount_minor bigint,
    add column merchant_currency     char(3);

-- Of a record that gave money back, how much answered which difference. A minor unit answers once.
create table given_back_share (
    break_id      uuid   not null references break,
    record_id     uuid   not null references settlement_line,
    minor         bigint not null check (minor >= 0),
    business_date date   not null,
    constraint given_back_share_pkey primary key (break_id)
);
create index given_back_share_record on given_back_share (record_id);
create index proposal_answer_opened on proposal_answer (dispute_id) where dispute_id is not null;
