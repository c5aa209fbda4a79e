-- Where the message came on the feed in which the stream found a difference: a night tells of what lies
-- below its cut, and a rerun of it of the same. Of what a night found, and of what was found before this
-- was kept, there is none: every night knows that.
alter table break
    add column feed_partition integer,
    add column feed_offset bigint;
