-- A large or severe break is resolved as it is written off: one person asks, a second one agrees.
alter table write_off_request add column closing text not null default 'write_off'
    check (closing in ('write_off', 'resolve'));
alter table write_off_request alter column closing drop default;
