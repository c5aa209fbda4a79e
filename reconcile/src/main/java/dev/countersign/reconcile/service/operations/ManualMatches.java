package dev.countersign.reconcile.service.operations;

import dev.countersign.reconcile.domain.breaks.BreakRecord;
import dev.countersign.reconcile.domain.breaks.BreakState;
import dev.countersign.reconcile.domain.breaks.BreakType;
import dev.countersign.reconcile.domain.breaks.ResolutionPolicy;
import dev.countersign.reconcile.domain.clearing.ClearingRecord;
import dev.countersign.reconcile.domain.clearing.Identification;
import dev.countersign.reconcile.domain.feed.MessageKind;
import dev.countersign.reconcile.domain.id.BreakId;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.id.IdText;
import dev.countersign.reconcile.domain.id.TimeOrderedId;
import dev.countersign.reconcile.domain.id.TransactionId;
import dev.countersign.reconcile.domain.transaction.Origin;
import dev.countersign.reconcile.domain.transaction.Transaction;
import dev.countersign.reconcile.domain.transaction.TransactionStatus;
import dev.countersign.reconcile.domain.transaction.TransactionType;
import dev.countersign.reconcile.service.ActionRefusedException;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.store.breaks.BreakQueries;
import dev.countersign.reconcile.store.breaks.BreakStore;
import dev.countersign.reconcile.store.feed.TransactionStore;
import dev.countersign.reconcile.store.settlement.ClearingRecordStore;
import dev.countersign.reconcile.store.settlement.IdentificationStore;
import dev.countersign.reconcile.store.settlement.IdentificationStore.RecordPlacement;
import dev.countersign.reconcile.store.settlement.NightGate;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * The manual matches of clearing records: an operator says to which transaction a record belongs,
 * where they know better than the match of the night. Nothing moves at once: the next night takes
 * the record from where it is and posts it as any other, to the transaction that was named.
 * Matching it back is the same again.
 */
public final class ManualMatches {

    private static final Duration NEAR_BEFORE = Duration.ofDays(60);
    private static final Duration NEAR_AFTER = Duration.ofDays(3);
    private static final int NEAR_MAX = 50;

    /** The breaks that a match of their record answers; what does not fit then is a new one. */
    private static final Set<BreakType> ANSWERED =
            EnumSet.of(
                    BreakType.UNKNOWN_CARD,
                    BreakType.CLEARING_WITHOUT_AUTH,
                    BreakType.AMBIGUOUS_MATCH,
                    BreakType.LOW_CONFIDENCE,
                    BreakType.DUPLICATE_CLEARING,
                    BreakType.CLEARED_AFTER_DECLINE,
                    BreakType.CLEARED_AFTER_REVERSAL,
                    BreakType.LATE_PRESENTMENT,
                    BreakType.AMOUNT_OVER,
                    BreakType.FX_VARIANCE);

    private final Database reads;
    private final Database database;
    private final ResolutionPolicy policy;
    private final InstantSource clock;
    private final IdentificationStore identifications = new IdentificationStore();
    private final BreakStore breaks = new BreakStore();
    private final BreakQueries queries = new BreakQueries();
    private final ClearingRecordStore records = new ClearingRecordStore();
    private final TransactionStore transactions = new TransactionStore();

    /**
     * Opens them.
     *
     * @param reads a way to the database for those who only look
     * @param policy tells which breaks take two operators
     */
    public ManualMatches(
            Database reads, Database database, ResolutionPolicy policy, InstantSource clock) {
        this.reads = reads;
        this.database = database;
        this.policy = policy;
        this.clock = clock;
    }

    /**
     * The current place of a clearing record, and the transactions that it may belong to.
     *
     * @param transaction null for one in suspense
     * @param steps what operators said of it, in order
     * @param near approved purchases of its cards about its time, the newest first
     * @param together the break whose closing by a match takes a second operator; null where none
     *     does
     */
    public record MatchPreview(
            ClearingRecord record,
            @Nullable TransactionId transaction,
            List<Identification> steps,
            List<Transaction> near,
            @Nullable BreakId together) {}

    /** A clearing that a night has dealt with. */
    public Optional<MatchPreview> preview(UUID clearing) {
        return reads.read(
                handle ->
                        identifications
                                .find(handle, clearing)
                                .map(posted -> preview(handle, clearing, posted)));
    }

    private MatchPreview preview(Handle handle, UUID clearing, RecordPlacement posted) {
        ClearingRecord record = records.load(handle, List.of(clearing)).getFirst();
        return new MatchPreview(
                record,
                posted.transaction(),
                identifications.ofClearing(handle, clearing),
                near(handle, record, posted),
                together(queries.listOpen(handle, record.message().identity(), ANSWERED)));
    }

    private List<Transaction> near(Handle handle, ClearingRecord record, RecordPlacement posted) {
        List<TransactionId> ids =
                identifications.near(
                        handle,
                        posted.lineage(),
                        TimeOrderedId.floor(record.at().minus(NEAR_BEFORE)),
                        TimeOrderedId.floor(record.at().plus(NEAR_AFTER)),
                        NEAR_MAX);
        return transactions.load(handle, ids.stream().map(TransactionId::value).toList()).stream()
                .filter(each -> !each.id().equals(posted.transaction()))
                .sorted(Comparator.comparing(Transaction::createdAt).reversed())
                .toList();
    }

    /**
     * Matches a clearing to another transaction of its cards: the next night posts it there.
     *
     * @param seenAt the transaction that who asks for it has seen it at; null asks whatever it is
     * @throws ActionRefusedException when it cannot be done, not now, or not by one operator
     */
    public void match(
            UUID clearing,
            @Nullable TransactionId seenAt,
            TransactionId to,
            String reason,
            String by) {
        if (by.isBlank()) {
            throw new ActionRefusedException("Say who does it.");
        }
        database.doAtomically(
                handle -> {
                    RecordPlacement posted = requirePosted(handle, clearing);
                    if (seenAt != null && !seenAt.equals(posted.transaction())) {
                        throw new ActionRefusedException(
                                "The clearing record is matched to %s by now."
                                        .formatted(posted.transaction()));
                    }
                    match(handle, clearing, to, reason, by, null, null);
                });
    }

    /**
     * Says whose card a record in suspense is of; the next night posts it.
     *
     * @throws ActionRefusedException when it has a card, or the card is of another mode or currency
     */
    void identify(
            Handle handle, UUID clearing, CardId card, String by, @Nullable String approvedBy) {
        RecordPlacement posted = requirePosted(handle, clearing);
        requireNoNight(handle, posted);
        nameCard(handle, clearing, card);
        identifications.insert(
                handle, clearing, null, "identified as " + card, by, approvedBy, clock.instant());
    }

    private void nameCard(Handle handle, UUID clearing, CardId card) {
        if (!identifications.nameCard(handle, clearing, card)) {
            throw new ActionRefusedException(
                    "There is no card %s of this mode and currency.".formatted(card));
        }
    }

    /**
     * Lets the next night post a record to a transaction, and closes the breaks that this answers.
     *
     * @param approvedBy the second operator; null where one does it alone
     * @param closing the break that the caller closes; null for none
     */
    void match(
            Handle handle,
            UUID clearing,
            TransactionId to,
            String reason,
            String by,
            @Nullable String approvedBy,
            @Nullable BreakId closing) {
        if (reason.isBlank()) {
            throw new ActionRefusedException("Say why it belongs there.");
        }
        RecordPlacement posted = requirePosted(handle, clearing);
        requireNoNight(handle, posted);
        requireElsewhere(posted, to);
        transactions.lock(handle, both(posted.transaction(), to)); // nobody disputes them meanwhile
        ClearingRecord record = records.load(handle, List.of(clearing)).getFirst();
        requireMovable(handle, record, posted);
        requireTarget(handle, record, posted, to);
        identifications.insert(
                handle, clearing, to, reason.strip(), by, approvedBy, clock.instant());
        close(handle, record, to, reason.strip(), by, approvedBy, closing);
    }

    private static List<TransactionId> both(@Nullable TransactionId from, TransactionId to) {
        return Stream.concat(Stream.ofNullable(from), Stream.of(to)).distinct().toList();
    }

    // ---- what has to be so

    private RecordPlacement requirePosted(Handle handle, UUID clearing) {
        return identifications
                .lock(handle, clearing)
                .orElseThrow(
                        () ->
                                new ActionRefusedException(
                                        "No night has dealt with a clearing %s."
                                                .formatted(IdText.write("clr_", clearing))));
    }

    private void requireNoNight(Handle handle, RecordPlacement posted) {
        LocalDate today = LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
        if (NightGate.openDate(handle, posted.mode(), today).isEmpty()) {
            throw new ActionRefusedException(NightGate.refusal(handle, posted.mode()));
        }
    }

    private static void requireElsewhere(RecordPlacement posted, TransactionId to) {
        if (to.equals(posted.transaction()) && !posted.waiting()) {
            throw new ActionRefusedException(
                    "The clearing record is matched to %s already.".formatted(to));
        }
    }

    private void requireMovable(Handle handle, ClearingRecord record, RecordPlacement posted) {
        if (record.kind() != MessageKind.CLEARING || record.credit()) {
            throw new ActionRefusedException(
                    "Only a clearing that charges the cardholder can be matched elsewhere.");
        }
        if (record.amount().minor() == 0) {
            throw new ActionRefusedException("The clearing is about nothing.");
        }
        TransactionId from = posted.transaction();
        if (from == null) {
            return;
        }
        Transaction transaction = transactions.load(handle, List.of(from.value())).getFirst();
        if (transaction.amounts().cleared() < record.amount().minor()
                || identifications.reversed(handle, record.id(), from)) {
            throw new ActionRefusedException("The clearing was taken back by the network.");
        }
        if (transaction.amounts().refunded() > 0) {
            throw new ActionRefusedException("Transaction %s was refunded.".formatted(from));
        }
        requireUndisputed(handle, from);
    }

    private void requireUndisputed(Handle handle, TransactionId transaction) {
        if (identifications.disputed(handle, transaction)) {
            throw new ActionRefusedException("Transaction %s is disputed.".formatted(transaction));
        }
    }

    private void requireTarget(
            Handle handle, ClearingRecord record, RecordPlacement posted, TransactionId to) {
        Transaction target =
                transactions.load(handle, List.of(to.value())).stream()
                        .findFirst()
                        .orElseThrow(() -> noneOfCard(to));
        if (record.owner() == null) {
            nameCard(handle, record.id(), target.owner().cardId());
        } else if (!identifications.ofLineage(handle, to, posted.lineage())) {
            throw noneOfCard(to);
        }
        if (!target.currency().equals(record.amount().currency())) {
            throw unfit(to, "is in another currency");
        }
        if (target.type() == TransactionType.REFUND) {
            throw unfit(to, "is a refund");
        }
        if (target.status() == TransactionStatus.DECLINED) {
            throw unfit(to, "was declined");
        }
        if (target.origin() == Origin.SINGLE_MESSAGE) {
            throw unfit(to, "is settled by its own message, and no clearing follows it");
        }
        if (target.origin() == Origin.FORCE_POST && !to.equals(record.transactionId())) {
            throw unfit(to, "was never authorized");
        }
        requireUndisputed(handle, to);
    }

    private static ActionRefusedException noneOfCard(TransactionId to) {
        return new ActionRefusedException(
                "There is no transaction %s of the clearing's card, or of one that it replaced."
                        .formatted(to));
    }

    private static ActionRefusedException unfit(TransactionId to, String why) {
        return new ActionRefusedException("Transaction %s %s.".formatted(to, why));
    }

    // ---- the breaks

    private void close(
            Handle handle,
            ClearingRecord record,
            TransactionId to,
            String reason,
            String by,
            @Nullable String approvedBy,
            @Nullable BreakId besides) {
        List<BreakRecord> open = breaks.lockOpen(handle, record.message().identity(), ANSWERED);
        BreakId together = approvedBy == null ? together(open) : null;
        if (together != null) {
            throw approvalRequired(together);
        }
        Instant now = clock.instant();
        String resolution = resolution(to, reason);
        for (BreakRecord entry : open) {
            if (!entry.id().equals(besides)) {
                breaks.update(
                        handle,
                        entry.closed(BreakState.RESOLVED, resolution, by, approvedBy, now),
                        now);
                breaks.deleteRequest(handle, entry.id());
                breaks.remember(handle, entry.id(), now, by, "match", resolution);
            }
        }
    }

    static String resolution(TransactionId to, String reason) {
        return "matched to %s: %s".formatted(to, reason);
    }

    private @Nullable BreakId together(List<BreakRecord> open) {
        return open.stream()
                .filter(
                        each ->
                                policy.needsApproval(
                                        each.severity(), each.minor(), each.currency()))
                .map(BreakRecord::id)
                .findFirst()
                .orElse(null);
    }

    static ActionRefusedException approvalRequired(BreakId id) {
        return new ActionRefusedException(
                "Break %s is too severe or too large for one operator: a second operator has to approve it. A command takes both with --by and --approved-by."
                        .formatted(id));
    }

    /** True for a break that a match of its record answers. */
    static boolean answers(BreakType type) {
        return ANSWERED.contains(type);
    }
}
