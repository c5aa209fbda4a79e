-- What banks and networks say is compared exactly, however large; what no account can hold is never
-- booked.
alter table bank_day
    alter column bank_minor type numeric,
    alter column network_minor type numeric,
    alter column borne_minor type numeric;
