-- In which currencies, beside that of the card, a program's records may be settled: a currency such as
-- USD, or one of an institution, such as 1000000000:USD.
alter table program add column settles_in text[] not null default '{}';
