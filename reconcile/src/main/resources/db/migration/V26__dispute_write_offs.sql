-- What operators wrote off of the records of a dispute that contradict it: above zero what the network
-- paid too much. It stands while the records come to the sum of which it was written off; the night books
-- it, and takes it back when they come to another.
alter table dispute_money
    add written_off_minor  bigint  not null default 0,
    add written_off_of     bigint  not null default 0,
    add written_off_booked bigint  not null default 0,
    add write_offs         integer not null default 0 check (write_offs >= 0),
    add write_off_waits    boolean not null default false;
create index dispute_money_waits on dispute_money (mode, dispute_id) where write_off_waits;
