-- Few lines are identified later, and few records name no mode: each is found without reading the
-- rest.
create index settlement_line_identified on settlement_line (mode, identified_on)
    where identified_on is not null;
create index clearing_unattributed on clearing (id) where mode is null;
