-- What changed and was not yet published as an event. A row is written in the database transaction that
-- makes the change, after the rows that it changes are locked: changes of one thing have numbers in their
-- order, and where a later one can be seen, so can all before it. The publisher takes the rows that it
-- sees, in the order of their numbers, and deletes them when the broker has them.
--
-- The stream and the nights, which change many transactions at once, write one row for all of them: what
-- they were and are, packed (TransactionChangeLog). Everything else is noted by the triggers below, so that
-- no writer can forget it: as rows of its table, without the columns that nobody outside is shown.
create table state_change (
    number       bigint      generated always as identity,
    recorded_at  timestamptz not null default clock_timestamp(),
    kind         text        not null,
    image_before jsonb,
    image_after  jsonb,
    transactions bytea,
    constraint state_change_pkey primary key (number),
    constraint state_change_content check ((transactions is null) <> (image_after is null))
);
alter table state_change alter column transactions set storage external;

-- The number of the last event under each key of the topic.
create table event_sequence (
    key           text   not null,
    last_sequence bigint not null,
    constraint event_sequence_pkey primary key (key)
) with (fillfactor = 50);

-- Where each partition of the topic ended when events were published last: what lies beyond is of a process
-- that died before it could say so. The publisher locks this row while it works.
drop table event_position;
create table event_position (
    only_one boolean  primary key default true check (only_one),
    ends     bigint[] not null default '{}'
);
insert into event_position default values;

-- Arguments: the kind, the column that names a row, the columns that are not shown.
create function note_state_change() returns trigger language plpgsql as
$$
declare
    named_by constant text   := tg_argv[1];
    hidden   constant text[] := coalesce(tg_argv[2:], '{}');
begin
    if tg_op = 'INSERT' then
        insert into state_change (kind, image_after)
        select tg_argv[0], to_jsonb(new_rows) - hidden
          from new_rows;
    else
        insert into state_change (kind, image_before, image_after)
        select tg_argv[0], former.image - hidden, latter.image - hidden
          from (select to_jsonb(old_rows) as image from old_rows) former
          join (select to_jsonb(new_rows) as image from new_rows) latter
            on latter.image ->> named_by = former.image ->> named_by
         where (latter.image - hidden) <> (former.image - hidden);
    end if;
    return null;
end
$$;

create trigger program_noted_new after insert on program
    referencing new table as new_rows for each statement
    execute function note_state_change('program', 'id', 'bin', 'sca_mode', 'is_default', 'settles_in', 'updated_at');
create trigger program_noted after update on program
    referencing old table as old_rows new table as new_rows for each statement
    execute function note_state_change('program', 'id', 'bin', 'sca_mode', 'is_default', 'settles_in', 'updated_at');

create trigger customer_noted_new after insert on customer
    referencing new table as new_rows for each statement
    execute function note_state_change('customer', 'id');
create trigger customer_noted after update on customer
    referencing old table as old_rows new table as new_rows for each statement
    execute function note_state_change('customer', 'id');

create trigger card_noted_new after insert on card
    referencing new table as new_rows for each statement
    execute function note_state_change('card', 'id', 'termination', 'lineage_id');
create trigger card_noted after update on card
    referencing old table as old_rows new table as new_rows for each statement
    execute function note_state_change('card', 'id', 'termination', 'lineage_id');

create trigger card_security_noted_new after insert on card_security
    referencing new table as new_rows for each statement
    execute function note_state_change('pin_status', 'card_id', 'sca_exempt_count', 'sca_exempt_minor');
create trigger card_security_noted after update on card_security
    referencing old table as old_rows new table as new_rows for each statement
    execute function note_state_change('pin_status', 'card_id', 'sca_exempt_count', 'sca_exempt_minor');

create trigger wallet_token_noted_new after insert on wallet_token
    referencing new table as new_rows for each statement
    execute function note_state_change('wallet_token', 'id', 'device_id', 'suspended_by_freeze', 'updated_at');
create trigger wallet_token_noted after update on wallet_token
    referencing old table as old_rows new table as new_rows for each statement
    execute function note_state_change('wallet_token', 'id', 'device_id', 'suspended_by_freeze', 'updated_at');

create trigger physical_order_noted_new after insert on physical_order
    referencing new table as new_rows for each statement
    execute function note_state_change('physical_card_order', 'id', 'updated_at');
create trigger physical_order_noted after update on physical_order
    referencing old table as old_rows new table as new_rows for each statement
    execute function note_state_change('physical_card_order', 'id', 'updated_at');

create trigger dispute_noted_new after insert on dispute
    referencing new table as new_rows for each statement
    execute function note_state_change('dispute', 'id', 'break_id', 'submitted', 'reduced_minor',
                                       'booked_to_end', 'updated_at');
create trigger dispute_noted after update on dispute
    referencing old table as old_rows new table as new_rows for each statement
    execute function note_state_change('dispute', 'id', 'break_id', 'submitted', 'reduced_minor',
                                       'booked_to_end', 'updated_at');

create trigger break_noted_new after insert on break
    referencing new table as new_rows for each statement
    execute function note_state_change('break', 'id', 'subject', 'detail', 'created_at', 'updated_at', 'owner',
                                       'resolution', 'resolved_by', 'approved_by', 'closed_at',
                                       'feed_partition', 'feed_offset');
create trigger break_noted after update on break
    referencing old table as old_rows new table as new_rows for each statement
    execute function note_state_change('break', 'id', 'subject', 'detail', 'created_at', 'updated_at', 'owner',
                                       'resolution', 'resolved_by', 'approved_by', 'closed_at',
                                       'feed_partition', 'feed_offset');

create trigger night_noted_new after insert on night
    referencing new table as new_rows for each statement
    execute function note_state_change('night', 'id', 'previous_id', 'job_execution_id', 'cut_at', 'failure',
                                       'clearing_rules', 'release_days');
create trigger night_noted after update on night
    referencing old table as old_rows new table as new_rows for each statement
    execute function note_state_change('night', 'id', 'previous_id', 'job_execution_id', 'cut_at', 'failure',
                                       'clearing_rules', 'release_days');

create trigger report_issue_noted_new after insert on report_issue
    referencing new table as new_rows for each statement
    execute function note_state_change('report', 'name', 'manifest');

-- A batch of the stream moves each funding account once, and may move thousands: one row for all.
create function note_funding_change() returns trigger language plpgsql as
$$
begin
    if tg_op = 'INSERT' then
        insert into state_change (kind, image_after)
        select 'funding_account',
               jsonb_agg(jsonb_build_array(id, null, null, balance_minor, held_minor) order by id)
          from new_rows
        having count(*) > 0;
    else
        insert into state_change (kind, image_after)
        select 'funding_account',
               jsonb_agg(jsonb_build_array(latter.id, former.balance_minor, former.held_minor,
                                           latter.balance_minor, latter.held_minor)
                         order by latter.id)
          from old_rows former
          join new_rows latter
            on latter.id = former.id
         where (latter.balance_minor, latter.held_minor) <> (former.balance_minor, former.held_minor)
        having count(*) > 0;
    end if;
    return null;
end
$$;
create trigger funding_account_noted_new after insert on funding_account
    referencing new table as new_rows for each statement execute function note_funding_change();
create trigger funding_account_noted after update on funding_account
    referencing old table as old_rows new table as new_rows for each statement
    execute function note_funding_change();
