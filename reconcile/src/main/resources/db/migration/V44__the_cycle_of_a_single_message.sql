-- Where a single message says that the network settles it, as a clearing record says it: no record
-- follows that would. One that says this need say nothing of interchange.
alter table single_message
    alter column interchange_minor drop not null,
    add column settlement_date        date,
    add column settlement_cycle       integer,
    add column settlement_service     text,
    add column settlement_institution text,
    add column settlement_minor       bigint,
    add column settlement_currency    char(3);
