-- A night writes millions of lines and is never deleted: asking for each line whether it exists
-- costs as much as the line.
alter table settlement_line drop constraint settlement_line_night_id_fkey;
