-- A night looks up what the network called the purchase of a record, and whether a record of its ARN was
-- settled before. It no longer reads the names and ARNs of a card's last months, which these two indexes
-- carried along for it. An acquirer's ARNs of a day follow one another: their entries stand together.
drop index transaction_card;
create index transaction_card on transaction (card_id, id);
drop index settlement_line_lineage;
create index settlement_line_lineage on settlement_line (lineage_id, id);
create index settlement_line_arn on settlement_line (arn, lineage_id) where arn is not null;
