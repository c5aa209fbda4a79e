-- A night asks of each card with a record what the network called its purchases, and which records
-- it had: answered from the index alone, a card with a long history costs no more than its entries.
drop index transaction_card;
create index transaction_card on transaction (card_id, id) include (network_txn_id);
drop index settlement_line_lineage;
create index settlement_line_lineage on settlement_line (lineage_id, id) include (arn);
create index settlement_line_related on settlement_line (lineage_id, id)
    where transaction_id is null or record_type = 'refund';
