-- The queue of differences is worked on by severity, then by age: a page of it is read from one
-- place of each severity on, however many wait and however many began on one day.
drop index break_queue;
create index break_queue on break (mode, severity, origin_date, id) where state in ('open', 'investigating');
