package dev.countersign.jobs.settle;

import dev.countersign.reconcile.domain.card.CardFacts;
import dev.countersign.reconcile.domain.clearing.ClearingRecord;
import dev.countersign.reconcile.domain.clearing.PostedClearing;
import dev.countersign.reconcile.domain.id.TransactionId;
import dev.countersign.reconcile.domain.transaction.Transaction;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * All that is needed to settle one chain of cards: the records of this night, and what they may
 * belong to.
 *
 * @param lineage of the cards; of a record whose card nobody knows, the record's own id
 */
record Bundle(
        UUID lineage,
        List<CardFacts> cards,
        List<ClearingRecord> records,
        List<Transaction> singleMessages,
        Map<TransactionId, Transaction> transactions,
        List<PostedClearing> posted) {

    Bundle(UUID lineage) {
        this(
                lineage,
                new ArrayList<>(),
                new ArrayList<>(),
                new ArrayList<>(),
                new LinkedHashMap<>(),
                new ArrayList<>());
    }
}
