-- For how many days after its last one a night waits before it ends a hold: what its reports forecast
-- stays what it was, whatever is set later. A hold ends in the first night after these days.
alter table night
    add column grace_days   integer not null default 2 check (grace_days >= 0),
    add column release_days integer not null generated always as (grace_days + 1) stored;
