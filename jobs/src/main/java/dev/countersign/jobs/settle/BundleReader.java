package dev.countersign.jobs.settle;

import dev.countersign.reconcile.domain.card.CardFacts;
import dev.countersign.reconcile.domain.clearing.ClearingPolicy;
import dev.countersign.reconcile.domain.clearing.ClearingRecord;
import dev.countersign.reconcile.domain.clearing.PostedClearing;
import dev.countersign.reconcile.domain.feed.MessageKind;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.id.TimeOrderedId;
import dev.countersign.reconcile.domain.id.TransactionId;
import dev.countersign.reconcile.domain.transaction.CardHistory;
import dev.countersign.reconcile.domain.transaction.Transaction;
import dev.countersign.reconcile.store.CardPositionStore;
import dev.countersign.reconcile.store.ClearingRecordStore;
import dev.countersign.reconcile.store.TransactionStore;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** Reads what many chains of cards need, in a handful of queries however many there are. */
final class BundleReader {

    private final ClearingRecordStore records = new ClearingRecordStore();
    private final TransactionStore transactions = new TransactionStore();
    private final CardPositionStore positions = new CardPositionStore();
    private final Duration reach;

    BundleReader(ClearingPolicy policy) {
        this.reach = Duration.ofDays(policy.reachDays());
    }

    /** The bundles of these items, in the order of their chains. */
    List<Bundle> read(Handle handle, List<WorkStore.Item> items) {
        Map<UUID, Bundle> bundles = new LinkedHashMap<>();
        items.forEach(item -> bundles.computeIfAbsent(item.lineage(), Bundle::new));
        Map<UUID, UUID> lineageOfCard = cards(handle, bundles);
        readRecords(handle, items, bundles);
        List<ClearingRecord> all =
                bundles.values().stream().flatMap(bundle -> bundle.records().stream()).toList();
        UUID floor = floor(all);
        Map<UUID, PostedClearing> posted = new LinkedHashMap<>();
        Set<String> arns = texts(all, record -> record.refs().arn());
        Set<String> names = texts(all, record -> record.refs().originalNetworkTxnId());
        names.addAll(texts(all, record -> record.refs().networkTxnId()));
        Set<String> reversed =
                texts(
                        all.stream()
                                .filter(record -> record.kind() == MessageKind.CLEARING_REVERSAL)
                                .toList(),
                        record -> record.refs().arn());
        records.posted(handle, bundles.keySet(), floor, Set.of(), arns, reversed, names)
                .forEach(found -> posted.put(found.record().id(), found));
        readTransactions(handle, items, bundles, all, floor, posted.values(), lineageOfCard);
        Set<String> unnamed = guessed(bundles.values());
        unnamed.addAll(alsoCalled(bundles.values(), posted.values()));
        unnamed.removeAll(names);
        if (!unnamed.isEmpty()) {
            records.posted(handle, bundles.keySet(), floor, Set.of(), Set.of(), unnamed)
                    .forEach(found -> posted.put(found.record().id(), found));
            addTransactions(
                    bundles,
                    lineageOfCard,
                    transactions.ofLifecycles(
                            handle, bundles.keySet(), unnamed, postedTo(posted.values())));
        }
        Set<UUID> cleared = cleared(bundles.values(), posted.values());
        if (!cleared.isEmpty()) {
            records.posted(handle, bundles.keySet(), floor, cleared, Set.of(), Set.of())
                    .forEach(found -> posted.put(found.record().id(), found));
        }
        for (PostedClearing clearing : posted.values()) {
            Bundle bundle = bundles.get(lineageOf(clearing.record(), lineageOfCard));
            if (bundle != null) {
                bundle.posted().add(clearing);
            }
        }
        return List.copyOf(bundles.values());
    }

    private Map<UUID, UUID> cards(Handle handle, Map<UUID, Bundle> bundles) {
        List<CardId> cards =
                handle.createQuery("select id from card where lineage_id = any(:lineages)")
                        .bindArray("lineages", UUID.class, bundles.keySet())
                        .mapTo(UUID.class)
                        .map(CardId::new)
                        .list();
        Map<UUID, UUID> lineageOfCard = new HashMap<>();
        for (CardHistory history : positions.load(handle, cards)) {
            CardFacts facts = history.position().facts();
            lineageOfCard.put(facts.id().value(), facts.lineage());
            Bundle bundle = bundles.get(facts.lineage());
            if (bundle != null) {
                bundle.cards().add(facts);
            }
        }
        return lineageOfCard;
    }

    private void readRecords(Handle handle, List<WorkStore.Item> items, Map<UUID, Bundle> bundles) {
        Map<UUID, UUID> lineageOfRecord = new HashMap<>();
        for (WorkStore.Item item : items) {
            if (item.isClearing()) {
                lineageOfRecord.put(item.id(), item.lineage());
            }
        }
        for (ClearingRecord record : records.load(handle, lineageOfRecord.keySet())) {
            Bundle bundle = bundles.get(lineageOfRecord.get(record.id()));
            if (bundle != null) {
                bundle.records().add(record);
            }
        }
    }

    private void readTransactions(
            Handle handle,
            List<WorkStore.Item> items,
            Map<UUID, Bundle> bundles,
            List<ClearingRecord> all,
            UUID floor,
            Collection<PostedClearing> posted,
            Map<UUID, UUID> lineageOfCard) {
        Set<UUID> singles =
                items.stream()
                        .filter(item -> !item.isClearing())
                        .map(WorkStore.Item::id)
                        .collect(Collectors.toSet());
        Set<UUID> wanted = new HashSet<>(singles);
        all.stream()
                .map(ClearingRecord::posted)
                .filter(Objects::nonNull)
                .forEach(id -> wanted.add(id.value()));
        wanted.addAll(postedTo(posted));
        Set<String> lifecycles = texts(all, record -> record.refs().networkTxnId());
        Set<String> refunded = texts(all, record -> record.refs().originalNetworkTxnId());
        lifecycles.addAll(refunded);
        addTransactions(
                bundles,
                lineageOfCard,
                transactions.candidates(
                        handle,
                        bundles.keySet(),
                        floor,
                        lifecycles,
                        texts(all, record -> record.refs().rrn()),
                        refunded,
                        wanted));
        for (Bundle bundle : bundles.values()) {
            bundle.transactions().values().stream()
                    .filter(transaction -> singles.contains(transaction.id().value()))
                    .forEach(bundle.singleMessages()::add);
        }
    }

    private static void addTransactions(
            Map<UUID, Bundle> bundles,
            Map<UUID, UUID> lineageOfCard,
            List<Transaction> transactions) {
        for (Transaction transaction : transactions) {
            UUID lineage = lineageOfCard.get(transaction.holder().cardId().value());
            Bundle bundle = lineage == null ? null : bundles.get(lineage);
            if (bundle != null) {
                bundle.transactions().put(transaction.id(), transaction);
            }
        }
    }

    private static Set<UUID> postedTo(Collection<PostedClearing> posted) {
        return posted.stream()
                .map(PostedClearing::transaction)
                .filter(Objects::nonNull)
                .map(TransactionId::value)
                .collect(Collectors.toSet());
    }

    /**
     * What the network calls the purchases that a record may turn out to belong to although it does
     * not name them: refunds of these may have been booked before.
     */
    private static Set<String> guessed(Collection<Bundle> bundles) {
        Set<String> guessed = new HashSet<>();
        for (Bundle bundle : bundles) {
            Set<String> names = new HashSet<>();
            for (Transaction transaction : bundle.transactions().values()) {
                String name = transaction.networkTxnId();
                if (name != null) {
                    names.add(name);
                }
            }
            boolean named =
                    bundle.records().stream()
                            .filter(record -> record.kind() != MessageKind.CLEARING_REVERSAL)
                            .map(BundleReader::purchase)
                            .allMatch(name -> name != null && names.contains(name));
            if (!named) {
                guessed.addAll(names);
            }
        }
        return guessed;
    }

    /**
     * What the network calls the purchases to which a record leads by another name, or by the
     * acquirer's reference alone: refunds of these may have been booked before.
     */
    private static Set<String> alsoCalled(
            Collection<Bundle> bundles, Collection<PostedClearing> posted) {
        Set<String> names = new HashSet<>();
        for (PostedClearing clearing : posted) {
            names.add(clearing.record().refs().networkTxnId());
            names.add(clearing.record().refs().originalNetworkTxnId());
        }
        Set<UUID> postedTo = postedTo(posted);
        for (Bundle bundle : bundles) {
            for (Transaction transaction : bundle.transactions().values()) {
                if (postedTo.contains(transaction.id().value())) {
                    names.add(transaction.networkTxnId());
                }
            }
        }
        names.remove(null);
        return names;
    }

    private static @Nullable String purchase(ClearingRecord record) {
        return record.credit()
                ? record.refs().originalNetworkTxnId()
                : record.refs().networkTxnId();
    }

    /** The transactions that may have been cleared, and taken back, under any ARN. */
    private static Set<UUID> cleared(
            Collection<Bundle> bundles, Collection<PostedClearing> posted) {
        Set<UUID> cleared = postedTo(posted);
        for (Bundle bundle : bundles) {
            for (Transaction transaction : bundle.transactions().values()) {
                if (transaction.settledAt() != null) {
                    cleared.add(transaction.id().value());
                }
            }
        }
        return cleared;
    }

    private UUID floor(List<ClearingRecord> records) {
        return TimeOrderedId.floor(
                records.stream()
                        .map(ClearingRecord::at)
                        .min(Instant::compareTo)
                        .map(oldest -> oldest.minus(reach))
                        .orElse(Instant.EPOCH));
    }

    private static Set<String> texts(
            List<ClearingRecord> records, Function<ClearingRecord, @Nullable String> text) {
        Set<String> texts = new HashSet<>();
        for (ClearingRecord record : records) {
            String value = text.apply(record);
            if (value != null) {
                texts.add(value);
            }
        }
        return texts;
    }

    private static @Nullable UUID lineageOf(ClearingRecord record, Map<UUID, UUID> lineageOfCard) {
        return record.holder() == null
                ? record.id()
                : lineageOfCard.get(record.holder().cardId().value());
    }
}
