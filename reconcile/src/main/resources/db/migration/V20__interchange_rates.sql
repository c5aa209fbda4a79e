-- The rates that networks pay and take for records, as an issuer's file says them: one rate at most for
-- a record and kind. Null means all. The order of the file is their number.
create table interchange_rate (
    mode          text    not null check (mode in ('live', 'sandbox')),
    line          integer not null,
    kind          text    not null check (kind in ('interchange', 'scheme_fee')),
    network       text    not null,
    institution   text,
    region        text[],
    product       uuid,
    mcc_from      text    not null,
    mcc_to        text    not null,
    currency      char(3) not null,
    valid_from    date    not null,
    valid_to      date    not null,
    basis_points  numeric not null,
    fixed_minor   bigint  not null,
    source        text        not null,
    imported_by   text        not null,
    imported_at   timestamptz not null,
    constraint interchange_rate_pkey primary key (mode, line)
);

-- What a record should have earned, and been charged, by the rates as the night found them: null where
-- none is for it.
create table expected_interchange (
    line_id           uuid    not null,
    mode              text    not null,
    business_date     date    not null,
    rate_line         integer,
    interchange_minor numeric,
    scheme_fee_minor  numeric,
    constraint expected_interchange_pkey primary key (line_id)
);
create index expected_interchange_date on expected_interchange (mode, business_date);
