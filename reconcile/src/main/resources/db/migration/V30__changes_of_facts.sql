-- True where other amounts than before may count against the limits of a card, as after a night. False
-- where its facts alone changed, so that who has the card at hand still knows what it spent.
alter table card_change add column spending boolean not null default true;
