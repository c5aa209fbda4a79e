-- A look at a summary costs the same whatever its size: four times the blocks in one, and room for
-- what stands in them, so that a search over ten million rows reads a quarter of the summaries.
drop index transaction_network_id;
create index transaction_network_id on transaction
    using brin (network_txn_id text_bloom_ops (n_distinct_per_range = 2400, false_positive_rate = 0.0005))
    with (pages_per_range = 256, autosummarize = on);
drop index transaction_approval;
create index transaction_approval on transaction
    using brin (approval_code text_bloom_ops (n_distinct_per_range = 2400, false_positive_rate = 0.0005))
    with (pages_per_range = 256, autosummarize = on);
-- The page of a night shows the few records that it left in suspense.
create index settlement_line_suspended on settlement_line (mode, business_date) where outcome = 'suspended';
