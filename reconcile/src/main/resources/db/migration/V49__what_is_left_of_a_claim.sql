-- No dispute claims more than what is left of its transaction: by how much a claim was reduced since
-- it was opened, and how much of it is in the book.
alter table dispute add column reduced_minor bigint not null default 0 check (reduced_minor >= 0);
alter table dispute_money
    add column booked_minor bigint not null default 0 check (booked_minor >= 0),
    add column reductions integer not null default 0 check (reductions >= 0);
update dispute_money money
   set booked_minor = dispute.amount_minor
  from dispute
 where dispute.id = money.dispute_id
   and (money.credited or money.funded);
alter table dispute_money
    alter column booked_minor drop default,
    alter column reductions drop default;

-- A night finds those that it may have to book without walking over those that have ended.
alter table dispute add column booked_to_end boolean not null default false;
update dispute
   set booked_to_end = true
  from dispute_money money
 where money.dispute_id = dispute.id
   and money.ended;
create index dispute_to_book on dispute (mode, id) where not booked_to_end;
drop index dispute_money_open;
alter table dispute_money drop column ended;
