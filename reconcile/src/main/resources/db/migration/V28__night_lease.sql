-- Who runs the nights of a mode, by the clock of the database: a process that is not heard of for as long as
-- its lease has lost it. The fence counts who had it; what an earlier one still writes is refused.
create table night_lease (
    mode       text        not null check (mode in ('live', 'sandbox')),
    fence      bigint      not null,
    owner      text,
    held_until timestamptz,
    constraint night_lease_pkey primary key (mode),
    constraint night_lease_held check ((owner is null) = (held_until is null))
);
insert into night_lease (mode, fence) values ('live', 0), ('sandbox', 0);
