-- What an issuer can set about clearing, as it was when a night was frozen: it settles all its records
-- by it, however often it restarts. The first night after the days of grace ends a hold; a forecast of
-- that stays as it was issued. Older nights kept nothing, and had two days of grace.
alter table night
    add column clearing_rules jsonb,
    add column release_days   integer not null
        generated always as (coalesce((clearing_rules ->> 'grace_days')::integer, 2) + 1) stored;
