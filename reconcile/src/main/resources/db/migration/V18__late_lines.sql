-- What a month posts of earlier ones is little, and each night lists it for the month so far.
create index settlement_line_late on settlement_line (mode, business_date)
    where date_trunc('month', created_at at time zone 'UTC')
        < date_trunc('month', cast(business_date as timestamp));
