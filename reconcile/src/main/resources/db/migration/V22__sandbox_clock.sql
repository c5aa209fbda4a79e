-- How many days the clock of the sandbox is ahead of the product's: no row where it never was advanced.
create table sandbox_clock (
    id         smallint primary key default 1 check (id = 1),
    days_ahead integer not null check (days_ahead between 1 and 3660)
);
