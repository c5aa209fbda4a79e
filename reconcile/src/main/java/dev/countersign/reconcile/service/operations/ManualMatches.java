package dev.countersign.reconcile.service.operations;

import dev.countersign.reconcile.domain.card.CardFacts;
import dev.countersign.reconcile.domain.clearing.ClearingPolicy;
import dev.countersign.reconcile.domain.clearing.ClearingRecord;
import dev.countersign.reconcile.domain.clearing.post.ManualMatch;
import dev.countersign.reconcile.domain.clearing.post.ManualMatch.Linked;
import dev.countersign.reconcile.domain.clearing.post.PostedClearing;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.id.IdGenerator;
import dev.countersign.reconcile.domain.id.IdText;
import dev.countersign.reconcile.domain.id.TimeOrderedId;
import dev.countersign.reconcile.domain.id.TransactionId;
import dev.countersign.reconcile.domain.ledger.Journal;
import dev.countersign.reconcile.domain.transaction.Transaction;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.store.breaks.BreakQueueStore;
import dev.countersign.reconcile.store.feed.CardPositionStore;
import dev.countersign.reconcile.store.feed.EarlyArrivalStore;
import dev.countersign.reconcile.store.feed.FeedLock;
import dev.countersign.reconcile.store.feed.TransactionStore;
import dev.countersign.reconcile.store.feed.TransactionStore.Changed;
import dev.countersign.reconcile.store.issuing.CardChangeStore;
import dev.countersign.reconcile.store.settlement.ClearingRecordStore;
import dev.countersign.reconcile.store.settlement.JournalStore;
import dev.countersign.reconcile.store.settlement.ManualMatchStore;
import dev.countersign.reconcile.store.settlement.ManualMatchStore.Link;
import dev.countersign.reconcile.store.settlement.ManualMatchStore.Posted;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * To which transaction a posted clearing belongs, where somebody knows better than the match did.
 * Nothing that was written is changed: the ledger gets two journals on the open date, and a further
 * step says who linked it and why. Linking it back is the same again.
 */
public final class ManualMatches {

    private static final Duration NEAR_BEFORE = Duration.ofDays(60);
    private static final Duration NEAR_AFTER = Duration.ofDays(3);
    private static final int NEAR_MAX = 50;

    private final Database reads;
    private final Database database;
    private final ClearingPolicy policy;
    private final InstantSource clock;
    private final IdGenerator ids;
    private final MatchedBreaks breaks = new MatchedBreaks();
    private final BreakQueueStore nights = new BreakQueueStore();
    private final ManualMatchStore matches = new ManualMatchStore();
    private final ClearingRecordStore records = new ClearingRecordStore();
    private final TransactionStore transactions = new TransactionStore();
    private final CardPositionStore positions = new CardPositionStore();
    private final CardChangeStore cardChanges = new CardChangeStore();
    private final JournalStore journals = new JournalStore();
    private final EarlyArrivalStore early =
            new EarlyArrivalStore(
                    (payload, at) -> {
                        throw new IllegalStateException("no message is read here");
                    });

    /**
     * Opens them.
     *
     * @param reads a way to the database for those who only look
     * @param policy that of the nights
     */
    public ManualMatches(
            Database reads,
            Database database,
            ClearingPolicy policy,
            InstantSource clock,
            IdGenerator ids) {
        this.reads = reads;
        this.database = database;
        this.policy = policy;
        this.clock = clock;
        this.ids = ids;
    }

    /**
     * The current place of a clearing record, and the transactions that it may belong to.
     *
     * @param transaction null for one in suspense
     * @param steps those that led there, in their order
     * @param near approved purchases of its cards about its time, the newest first
     */
    public record MatchPreview(
            ClearingRecord record,
            @Nullable TransactionId transaction,
            List<Link> steps,
            List<Transaction> near) {}

    /** A clearing that a night has dealt with. */
    public Optional<MatchPreview> preview(UUID clearing) {
        return reads.read(
                handle ->
                        matches.find(handle, clearing)
                                .map(
                                        posted -> {
                                            ClearingRecord record =
                                                    records.load(handle, List.of(clearing))
                                                            .getFirst();
                                            return new MatchPreview(
                                                    record,
                                                    posted.transaction(),
                                                    matches.ofClearing(handle, clearing),
                                                    near(handle, record, posted));
                                        }));
    }

    private List<Transaction> near(Handle handle, ClearingRecord record, Posted posted) {
        List<TransactionId> ids =
                matches.near(
                        handle,
                        posted.lineage(),
                        TimeOrderedId.floor(record.at().minus(NEAR_BEFORE)),
                        TimeOrderedId.floor(record.at().plus(NEAR_AFTER)),
                        NEAR_MAX);
        return load(handle, ids).values().stream()
                .filter(each -> !each.id().equals(posted.transaction()))
                .sorted(Comparator.comparing(Transaction::createdAt).reversed())
                .toList();
    }

    /**
     * Links a clearing to another transaction of its cards.
     *
     * @param seenAt the transaction that who asks for it has seen it at; null asks whatever it is
     * @return the step, which is on the record for good
     * @throws BreakRefusedException when it cannot be done, or not now
     */
    public Link match(
            UUID clearing,
            @Nullable TransactionId seenAt,
            TransactionId to,
            String reason,
            String by) {
        if (reason.isBlank()) {
            throw new BreakRefusedException("Say why it belongs there.");
        }
        if (by.isBlank()) {
            throw new BreakRefusedException("Say who does it.");
        }
        return database.atomically(
                handle -> {
                    Posted posted = requirePosted(handle, clearing);
                    TransactionId from = requireElsewhere(posted, seenAt, to);
                    LocalDate date = openDate(handle, posted);
                    FeedLock.stopOrGiveUp(handle);
                    transactions.lock(handle, List.of(from, to)); // nobody disputes them meanwhile
                    ManualMatch match = match(handle, clearing, posted, from, to);
                    requireQuiet(handle, posted, from, to);
                    Linked linked = fitting(match, date);
                    Link step =
                            new Link(
                                    ids.next(clock.instant()),
                                    clearing,
                                    posted.links() + 1,
                                    posted.mode(),
                                    date,
                                    from,
                                    to,
                                    match.record().amount(),
                                    linked.holdTaken(),
                                    reason.strip(),
                                    by,
                                    clock.instant());
                    write(handle, posted, match, linked, step);
                    return step;
                });
    }

    // ---- what has to be so

    private Posted requirePosted(Handle handle, UUID clearing) {
        return matches.lock(handle, clearing)
                .orElseThrow(
                        () ->
                                new BreakRefusedException(
                                        "No night has dealt with a clearing %s."
                                                .formatted(IdText.write("clr_", clearing))));
    }

    private static TransactionId requireElsewhere(
            Posted posted, @Nullable TransactionId seenAt, TransactionId to) {
        TransactionId from = posted.transaction();
        if (from == null) {
            throw new BreakRefusedException(
                    "The record is in suspense: say first whose card it is, and the next night"
                            + " posts it.");
        }
        if (seenAt != null && !seenAt.equals(from)) {
            throw new BreakRefusedException(
                    "The clearing record is matched to %s by now.".formatted(from));
        }
        if (from.equals(to)) {
            throw new BreakRefusedException(
                    "The clearing record is matched to %s already.".formatted(to));
        }
        return from;
    }

    private LocalDate openDate(Handle handle, Posted posted) {
        LocalDate today = LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
        return nights.openDate(handle, posted.mode(), today)
                .orElseThrow(
                        () ->
                                new BreakRefusedException(
                                        "A night is not complete; do it when it is."));
    }

    private void requireQuiet(Handle handle, Posted posted, TransactionId from, TransactionId to) {
        Instant postedAt = posted.postedAt();
        if (postedAt != null && matches.messageSince(handle, from, postedAt)) {
            throw new BreakRefusedException(
                    "The network sent messages about %s since the clearing was posted to it: they"
                                    .formatted(from)
                            + " belong together.");
        }
        for (TransactionId each : List.of(from, to)) {
            if (matches.disputed(handle, each)) {
                throw new BreakRefusedException("Transaction %s is disputed.".formatted(each));
            }
        }
    }

    private Linked fitting(ManualMatch match, LocalDate date) {
        try {
            return match.link(date, policy);
        } catch (ManualMatch.UnfitMatchException e) {
            throw new BreakRefusedException(String.valueOf(e.getMessage()));
        }
    }

    // ---- what is read

    private ManualMatch match(
            Handle handle, UUID clearing, Posted posted, TransactionId from, TransactionId to) {
        Map<TransactionId, Transaction> both = load(handle, List.of(from, to));
        Transaction source = both.get(from);
        Transaction target = both.get(to);
        if (source == null) {
            throw new IllegalStateException("a record was posted to nothing: " + clearing);
        }
        CardFacts card = target == null ? null : card(handle, target.holder().cardId());
        if (target == null || card == null || !card.lineage().equals(posted.lineage())) {
            throw new BreakRefusedException(
                    "There is no transaction %s of the clearing's card, or of one that it replaced."
                            .formatted(to));
        }
        ClearingRecord record = records.load(handle, List.of(clearing)).getFirst();
        List<PostedClearing> others =
                records
                        .posted(
                                handle,
                                Set.of(posted.lineage()),
                                floor(record, source, target),
                                Set.of(from.value(), to.value()),
                                Set.of(),
                                Set.of())
                        .stream()
                        .filter(other -> !other.record().identity().equals(record.identity()))
                        .toList();
        return new ManualMatch(
                record,
                card,
                new ManualMatch.Side(source, posted.holdTaken()),
                new ManualMatch.Side(target, 0),
                others,
                matches.ofClearing(handle, clearing).stream()
                        .anyMatch(step -> step.from().equals(to) || step.to().equals(to)));
    }

    private Map<TransactionId, Transaction> load(Handle handle, List<TransactionId> wanted) {
        Map<TransactionId, Transaction> found = new LinkedHashMap<>();
        transactions
                .load(handle, wanted.stream().map(TransactionId::value).toList())
                .forEach(each -> found.put(each.id(), each));
        return found;
    }

    private @Nullable CardFacts card(Handle handle, CardId id) {
        return positions.load(handle, List.of(id)).stream()
                .map(history -> history.position().facts())
                .findFirst()
                .orElse(null);
    }

    /** Before the first record that may have been posted to either. */
    private static UUID floor(ClearingRecord record, Transaction source, Transaction target) {
        Instant first =
                Stream.of(record.at(), source.createdAt(), target.createdAt())
                        .min(Comparator.naturalOrder())
                        .orElseThrow();
        return TimeOrderedId.floor(first.minus(NEAR_AFTER));
    }

    // ---- what is written

    private void write(Handle handle, Posted posted, ManualMatch match, Linked linked, Link step) {
        Transaction source = match.from().transaction();
        Transaction target = match.to().transaction();
        boolean alone =
                transactions.update(
                        handle,
                        Stream.of(
                                        new Changed(source.version(), linked.from()),
                                        new Changed(target.version(), linked.to()))
                                .sorted(Comparator.comparing(change -> change.now().id().value()))
                                .toList());
        if (!alone) {
            throw new BreakRefusedException("A transaction was changed meanwhile; do it again.");
        }
        book(handle, match, linked, step);
        cardChanges.insert(handle, matches.cards(handle, posted.lineage()));
        matches.insert(handle, step);
        await(handle, posted, match, linked);
        breaks.link(handle, match, linked, step);
    }

    private void book(Handle handle, ManualMatch match, Linked linked, Link step) {
        List<Journal> booked = match.journals(step.businessDate(), step.id());
        journals.insert(
                handle,
                List.of(
                        booked(booked.getFirst(), linked.from(), step),
                        booked(booked.getLast(), linked.to(), step)));
    }

    private static JournalStore.Booked booked(Journal journal, Transaction of, Link step) {
        return new JournalStore.Booked(
                journal,
                step.mode(),
                of.holder().accountId(),
                of.holder().cardId(),
                of.id(),
                step.clearing());
    }

    /** A late authorization finds the record while it is at the transaction that it made. */
    private void await(Handle handle, Posted posted, ManualMatch match, Linked linked) {
        early.delete(handle, List.of(match.record().identity()));
        if (posted.awaited() && linked.awaited() != null) {
            early.insert(handle, List.of(linked.awaited()));
        }
    }
}
