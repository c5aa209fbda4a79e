-- A night that settles a plain record asks what of the card was settled before that has to do with it.
-- That may also be a record that was posted to a transaction of another name: it was found by a weaker
-- key than the name, which is level 1, or a person linked it.
drop index settlement_line_related;
create index settlement_line_related on settlement_line (lineage_id, id)
    where transaction_id is null
       or record_type = 'refund'
       or match_level > 1
       or identified_transaction_id is not null;
