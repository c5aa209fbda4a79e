-- What people search by. On tables that the stream writes these are summaries of blocks (bloom
-- filters), which cost a write next to nothing; an index per row would cost more than the decision.
create index card_last4 on card (last4, id);
create index transaction_network_id on transaction
    using brin (network_txn_id text_bloom_ops (n_distinct_per_range = 800, false_positive_rate = 0.002))
    with (pages_per_range = 64, autosummarize = on);
create index transaction_approval on transaction
    using brin (approval_code text_bloom_ops (n_distinct_per_range = 800, false_positive_rate = 0.002))
    with (pages_per_range = 64, autosummarize = on);
create index clearing_arn on clearing
    using brin (arn text_bloom_ops (n_distinct_per_range = 800, false_positive_rate = 0.002))
    with (pages_per_range = 64, autosummarize = on);
