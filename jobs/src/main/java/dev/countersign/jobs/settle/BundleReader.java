package dev.countersign.jobs.settle;

import dev.countersign.jobs.night.Night;
import dev.countersign.reconcile.domain.card.CardFacts;
import dev.countersign.reconcile.domain.clearing.ClearingPolicy;
import dev.countersign.reconcile.domain.clearing.ClearingRecord;
import dev.countersign.reconcile.domain.clearing.post.PostedClearing;
import dev.countersign.reconcile.domain.feed.MessageKind;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.id.TimeOrderedId;
import dev.countersign.reconcile.domain.id.TransactionId;
import dev.countersign.reconcile.domain.program.SettlementCurrency;
import dev.countersign.reconcile.domain.transaction.CardHistory;
import dev.countersign.reconcile.domain.transaction.Transaction;
import dev.countersign.reconcile.store.dispute.DisputeStore;
import dev.countersign.reconcile.store.feed.CardPositionStore;
import dev.countersign.reconcile.store.feed.TransactionStore;
import dev.countersign.reconcile.store.settlement.ClearingRecordStore;
import dev.countersign.reconcile.store.settlement.IdentificationStore;
import dev.countersign.reconcile.store.sql.Rows;
import java.sql.ResultSet;
import java.sql.SQLException;
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
    private final IdentificationStore identifications = new IdentificationStore();
    private final CardPositionStore positions = new CardPositionStore();
    private final Duration reach;

    BundleReader(ClearingPolicy policy) {
        this.reach = Duration.ofDays(policy.reachDays());
    }

    /** The bundles of these items, in the order of their chains. */
    List<Bundle> read(Handle handle, Night night, List<NightWorkStore.Item> items) {
        return new ReferenceWalk(handle, night, items).bundles();
    }

    /** A card of a program that is settled in other currencies than its cards'. */
    private record CardProgram(UUID card, UUID lineage, UUID program) {

        static CardProgram read(ResultSet row) throws SQLException {
            return new CardProgram(
                    Rows.uuid(row, "card"), Rows.uuid(row, "lineage"), Rows.uuid(row, "program"));
        }
    }

    /**
     * Goes from the records of a night to what they name, from there to what else that is called,
     * and on until no name is new.
     */
    private final class ReferenceWalk {

        private final Handle handle;
        private final Map<UUID, Bundle> bundles = new LinkedHashMap<>();
        private final Map<UUID, UUID> lineageOfCard = new HashMap<>();
        private final Map<UUID, Set<String>> namesRead = new HashMap<>();
        private final Set<TransactionId> clearedRead = new HashSet<>();
        private final UUID floor;

        ReferenceWalk(Handle handle, Night night, List<NightWorkStore.Item> items) {
            this.handle = handle;
            items.forEach(item -> bundles.computeIfAbsent(item.lineage(), Bundle::new));
            readCards(night.settlementCurrencies());
            readRecords(items);
            List<ClearingRecord> tonight =
                    bundles.values().stream().flatMap(bundle -> bundle.records().stream()).toList();
            this.floor = floor(tonight);
            readWhatIsNamed(tonight);
            readCandidates(tonight, items);
            readClearings();
            Map<UUID, Set<String>> names = namesToRead();
            while (!names.isEmpty()) {
                readLifecycles(names);
                readClearings();
                names = namesToRead();
            }
            readChargebacksWon();
        }

        List<Bundle> bundles() {
            return List.copyOf(bundles.values());
        }

        private void readCards(Map<UUID, List<SettlementCurrency>> settlementCurrencies) {
            List<CardId> cards =
                    handle.createQuery("select id from card where lineage_id = any(:lineages)")
                            .bindArray("lineages", UUID.class, bundles.keySet())
                            .mapTo(UUID.class)
                            .map(CardId::new)
                            .list();
            for (CardHistory history : positions.load(handle, cards)) {
                CardFacts facts = history.position().facts();
                lineageOfCard.put(facts.id().value(), facts.lineage());
                Bundle bundle = bundles.get(facts.lineage());
                if (bundle != null) {
                    bundle.cards().add(facts);
                }
            }
            if (!settlementCurrencies.isEmpty()) {
                readSettlementCurrencies(settlementCurrencies);
            }
        }

        private void readSettlementCurrencies(
                Map<UUID, List<SettlementCurrency>> settlementCurrencies) {
            List<CardProgram> cards =
                    handle.createQuery(
                                    """
                                    select id as card, lineage_id as lineage, program_id as program
                                      from card
                                     where lineage_id = any(:lineages)
                                       and program_id = any(:programs)
                                    """)
                            .bindArray("lineages", UUID.class, bundles.keySet())
                            .bindArray("programs", UUID.class, settlementCurrencies.keySet())
                            .map((row, context) -> CardProgram.read(row))
                            .list();
            for (CardProgram each : cards) {
                Bundle bundle = bundles.get(each.lineage());
                if (bundle != null) {
                    bundle.settlementCurrencies()
                            .put(
                                    new CardId(each.card()),
                                    settlementCurrencies.getOrDefault(each.program(), List.of()));
                }
            }
        }

        private void readRecords(List<NightWorkStore.Item> items) {
            Map<UUID, UUID> lineageOfRecord = new HashMap<>();
            for (NightWorkStore.Item item : items) {
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

        private void readWhatIsNamed(List<ClearingRecord> tonight) {
            Set<String> names = new HashSet<>();
            for (Bundle bundle : bundles.values()) {
                Set<String> stated = bundle.statedNames();
                namesRead.put(bundle.lineage(), stated);
                names.addAll(stated);
            }
            Set<String> reversed =
                    texts(
                            tonight.stream()
                                    .filter(
                                            record ->
                                                    record.kind() == MessageKind.CLEARING_REVERSAL)
                                    .toList(),
                            record -> record.refs().arn());
            add(
                    records.posted(
                            handle,
                            bundles.keySet(),
                            floor,
                            Set.of(),
                            texts(tonight, record -> record.refs().arn()),
                            reversed,
                            names));
        }

        private void readCandidates(List<ClearingRecord> tonight, List<NightWorkStore.Item> items) {
            Set<UUID> singles =
                    items.stream()
                            .filter(item -> !item.isClearing())
                            .map(NightWorkStore.Item::id)
                            .collect(Collectors.toSet());
            Set<UUID> wanted = new HashSet<>(singles);
            readMatches(tonight, wanted);
            tonight.stream()
                    .map(ClearingRecord::posted)
                    .filter(Objects::nonNull)
                    .forEach(id -> wanted.add(id.value()));
            for (Bundle bundle : bundles.values()) {
                bundle.postedTo().forEach(id -> wanted.add(id.value()));
            }
            Set<String> lifecycles = texts(tonight, record -> record.refs().keys().networkTxnId());
            Set<String> refunded = texts(tonight, record -> record.refs().originalNetworkTxnId());
            lifecycles.addAll(refunded);
            addTransactions(
                    transactions.candidates(
                            handle,
                            bundles.keySet(),
                            floor,
                            lifecycles,
                            texts(tonight, record -> record.refs().keys().rrn()),
                            refunded,
                            wanted));
            for (Bundle bundle : bundles.values()) {
                bundle.transactions().values().stream()
                        .filter(transaction -> singles.contains(transaction.id().value()))
                        .forEach(bundle.singleMessages()::add);
            }
        }

        /** Reads what operators matched: where it is, and where it belongs. */
        private void readMatches(List<ClearingRecord> tonight, Set<UUID> wanted) {
            Map<UUID, IdentificationStore.MatchedTransactions> matched =
                    identifications.matched(
                            handle, tonight.stream().map(ClearingRecord::id).toList());
            for (Bundle bundle : bundles.values()) {
                for (ClearingRecord record : bundle.records()) {
                    IdentificationStore.MatchedTransactions match = matched.get(record.id());
                    if (match != null && match.to() != null) {
                        bundle.matches().put(record.id(), match.to());
                        wanted.add(match.to().value());
                        if (match.from() != null) {
                            wanted.add(match.from().value());
                        }
                    }
                }
            }
        }

        /**
         * Reads what cleared, and what was reversed, of transactions of which that was not read
         * yet.
         */
        private void readClearings() {
            Set<UUID> lineages = new HashSet<>();
            Set<UUID> cleared = new HashSet<>();
            Set<String> old = new HashSet<>();
            for (Bundle bundle : bundles.values()) {
                for (TransactionId id : bundle.cleared()) {
                    if (clearedRead.add(id)) {
                        lineages.add(bundle.lineage());
                        cleared.add(id.value());
                    }
                }
                old.addAll(olderRefunds(bundle));
            }
            if (!cleared.isEmpty()) {
                add(records.posted(handle, lineages, floor, cleared, old, old, Set.of()));
            }
        }

        /** The acquirer references of refunds that are older than what else is read. */
        private Set<String> olderRefunds(Bundle bundle) {
            return texts(
                    bundle.posted().values().stream()
                            .map(PostedClearing::record)
                            .filter(ClearingRecord::credit)
                            .filter(record -> record.id().compareTo(floor) < 0)
                            .toList(),
                    record -> record.refs().arn());
        }

        /**
         * Reads what disputes gave back whose end is booked: the night that books one looks itself.
         */
        private void readChargebacksWon() {
            Map<UUID, TransactionId> settled = new HashMap<>();
            for (Bundle bundle : bundles.values()) {
                bundle.cleared().forEach(id -> settled.put(id.value(), id));
            }
            DisputeStore.chargebacksWon(handle, settled.keySet())
                    .forEach(
                            (id, minor) -> {
                                TransactionId transaction = new TransactionId(id);
                                bundles.values().stream()
                                        .filter(
                                                bundle ->
                                                        bundle.transactions()
                                                                .containsKey(transaction))
                                        .forEach(
                                                bundle ->
                                                        bundle.chargebacksWon()
                                                                .put(transaction, minor));
                            });
        }

        /** By chain of cards, the names that were found since names were read. */
        private Map<UUID, Set<String>> namesToRead() {
            Map<UUID, Set<String>> further = new HashMap<>();
            for (Bundle bundle : bundles.values()) {
                Set<String> names = bundle.possibleNames();
                names.removeAll(namesRead.getOrDefault(bundle.lineage(), Set.of()));
                if (!names.isEmpty()) {
                    further.put(bundle.lineage(), names);
                }
            }
            return further;
        }

        /** All transactions of these names, their refunds, and what those were posted to. */
        private void readLifecycles(Map<UUID, Set<String>> named) {
            Set<String> names = new HashSet<>();
            named.forEach(
                    (lineage, further) -> {
                        namesRead.computeIfAbsent(lineage, none -> new HashSet<>()).addAll(further);
                        names.addAll(further);
                    });
            add(records.posted(handle, named.keySet(), floor, Set.of(), Set.of(), names));
            addTransactions(transactions.ofLifecycles(handle, named.keySet(), names));
            Set<UUID> missing = new HashSet<>();
            for (Bundle bundle : bundles.values()) {
                bundle.postedTo().stream()
                        .filter(id -> !bundle.transactions().containsKey(id))
                        .forEach(id -> missing.add(id.value()));
            }
            if (!missing.isEmpty()) {
                addTransactions(transactions.load(handle, missing));
            }
        }

        private void add(List<PostedClearing> posted) {
            for (PostedClearing clearing : posted) {
                ClearingRecord record = clearing.record();
                Bundle bundle =
                        bundles.get(
                                record.owner() == null
                                        ? record.id()
                                        : lineageOfCard.get(record.owner().cardId().value()));
                if (bundle != null) {
                    bundle.posted().put(record.id(), clearing);
                }
            }
        }

        private void addTransactions(List<Transaction> found) {
            for (Transaction transaction : found) {
                UUID lineage = lineageOfCard.get(transaction.owner().cardId().value());
                Bundle bundle = lineage == null ? null : bundles.get(lineage);
                if (bundle != null) {
                    bundle.transactions().putIfAbsent(transaction.id(), transaction);
                }
            }
        }
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
            Collection<ClearingRecord> records, Function<ClearingRecord, @Nullable String> text) {
        Set<String> texts = new HashSet<>();
        for (ClearingRecord record : records) {
            String value = text.apply(record);
            if (value != null) {
                texts.add(value);
            }
        }
        return texts;
    }
}
