-- Where a record lay when its night took it. It is read there, without its index; one that lies elsewhere
-- by then, or whose place is not known, is looked up by its id.
alter table night_work add column place tid;
