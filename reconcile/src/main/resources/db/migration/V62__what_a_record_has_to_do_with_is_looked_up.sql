-- A night looks up what the network called the purchase of a record, and whether a record of its ARN was
-- settled before: it no longer reads all that a card ever did, which the rows of these two indexes held
-- for it. Acquirers number what they present by the day: the ARNs of one stand beside one another, and
-- are written there.
drop index transaction_card;
create index transaction_card on transaction (card_id, id);
drop index settlement_line_lineage;
create index settlement_line_lineage on settlement_line (lineage_id, id);
create index settlement_line_arn on settlement_line (arn, lineage_id);
