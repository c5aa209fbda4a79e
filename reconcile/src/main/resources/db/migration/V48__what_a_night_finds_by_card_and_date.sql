-- A night looks for the differences of the cards that got something back, and for the parts of cycles
-- that a date has: without these it read all there ever were.
create index break_card on break (card_id) where card_id is not null;
create index cycle_part_date on cycle_part (mode, business_date);
create index network_total_date on network_total (mode, business_date);
