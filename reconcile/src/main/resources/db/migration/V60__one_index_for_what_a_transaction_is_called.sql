-- An identity is a hash: each new one fell on another page of its index. The card and what the network
-- calls the transaction follow from it, and such names, Visa's first of all, grow with time: in their
-- order new entries stand beside one another, and whoever looks for a name, or for that of a card, finds
-- it here. Where the network gave no name, the identity alone tells transactions apart, as before. (What
-- a clearing record makes may be called by the name of its purchase; no record comes twice, by the
-- identity in its own table.)
alter table transaction drop constraint transaction_identity;
create unique index transaction_identity on transaction (network_txn_id, card_id, identity)
    nulls not distinct;
drop index transaction_network_id;
