-- Where a record lay when the night saw it: found by its key instead, which costs less.
alter table night_work drop column place;
