-- A topic that was made anew counts from zero, and nights go by offsets that grow: in the book its offsets
-- go on where those of the topic before it ended, higher by this than the broker's own.
alter table feed_position add column offset_shift bigint not null default 0;
