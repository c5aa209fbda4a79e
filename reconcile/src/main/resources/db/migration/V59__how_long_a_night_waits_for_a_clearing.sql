-- How many days after its last day a hold still waits for its clearing: each night keeps what was set
-- when it was frozen, so that its forecast stays as it was issued. The first night after these days
-- ends the hold.
alter table night
    add column grace_days   integer not null default 2 check (grace_days >= 0),
    add column release_days integer not null generated always as (grace_days + 1) stored;
