-- Of which program or customer the cards are still to be written into the log of changed cards, and up to
-- which card they are. A row is written with the change itself and goes with the last of the cards, so that
-- what a process left half-way is finished by another one. No transaction then keeps the stream for longer
-- than some cards take.
create table card_sweep (
    id            bigint generated always as identity primary key,
    program_id    uuid references program,
    customer_id   uuid references customer,
    after_card_id uuid not null default '00000000-0000-0000-0000-000000000000',
    check (num_nonnulls(program_id, customer_id) = 1)
);
