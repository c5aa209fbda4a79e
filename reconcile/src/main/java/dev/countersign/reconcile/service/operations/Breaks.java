package dev.countersign.reconcile.service.operations;

import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.breaks.BreakFilter;
import dev.countersign.reconcile.domain.breaks.BreakRecord;
import dev.countersign.reconcile.domain.breaks.BreakState;
import dev.countersign.reconcile.domain.breaks.BreakType;
import dev.countersign.reconcile.domain.breaks.ClosingMethod;
import dev.countersign.reconcile.domain.breaks.ClosingRequest;
import dev.countersign.reconcile.domain.breaks.ResolutionPolicy;
import dev.countersign.reconcile.domain.breaks.Severity;
import dev.countersign.reconcile.domain.breaks.WriteOff;
import dev.countersign.reconcile.domain.breaks.WriteOffEffect;
import dev.countersign.reconcile.domain.dispute.DisputeMoney;
import dev.countersign.reconcile.domain.dispute.DisputeMoney.WrittenOffPart;
import dev.countersign.reconcile.domain.id.BreakId;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.id.DisputeId;
import dev.countersign.reconcile.domain.id.TransactionId;
import dev.countersign.reconcile.domain.ledger.Journal;
import dev.countersign.reconcile.domain.ledger.JournalEvent;
import dev.countersign.reconcile.domain.ledger.Journals;
import dev.countersign.reconcile.domain.money.Money;
import dev.countersign.reconcile.service.ActionRefusedException;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.store.breaks.BreakQueries;
import dev.countersign.reconcile.store.breaks.BreakQueries.SuspendedAmount;
import dev.countersign.reconcile.store.breaks.BreakStore;
import dev.countersign.reconcile.store.breaks.WrittenOffTotalsStore;
import dev.countersign.reconcile.store.dispute.DisputeMoneyStore;
import dev.countersign.reconcile.store.settlement.JournalStore;
import dev.countersign.reconcile.store.settlement.NightGate;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** The work on differences: who looks into one, what was found out, and how it ended. */
public final class Breaks {

    private static final Set<BreakType> BETWEEN_TOTALS =
            EnumSet.of(BreakType.TOTALS_MISMATCH, BreakType.INTERCHANGE_VARIANCE);

    private static final String ATTEMPT = "attempt";

    private final Database database;
    private final BreakStore breaks = new BreakStore();
    private final BreakQueries queries = new BreakQueries();
    private final JournalStore journals = new JournalStore();
    private final ResolutionPolicy policy;
    private final InstantSource clock;
    private final ManualMatches matches;
    private final DisputeMoneyStore disputes = new DisputeMoneyStore();
    private final WrittenOffTotalsStore accepted = new WrittenOffTotalsStore();

    public Breaks(Database database, ResolutionPolicy policy, InstantSource clock) {
        this.database = database;
        this.policy = policy;
        this.clock = clock;
        this.matches = new ManualMatches(database, database, policy, clock);
    }

    /** The differences that fit, the newest first. */
    public List<BreakRecord> list(BreakFilter filter, @Nullable BreakId after, int limit) {
        return database.read(handle -> queries.list(handle, filter, after, limit));
    }

    /** Counts the breaks of each severity that began on a date, the most severe first. */
    public Map<Severity, Long> countBySeverity(Mode mode, LocalDate origin) {
        return database.read(handle -> queries.countBySeverity(handle, mode, origin));
    }

    public Optional<BreakRecord> find(BreakId id) {
        return database.read(handle -> queries.find(handle, id));
    }

    /** Assigns a break to an operator, who investigates it. */
    public BreakRecord assign(BreakId id, String owner, String by) {
        requireText(owner, "Say whom it is given to.");
        return change(
                id,
                by,
                "assign",
                owner,
                (handle, entry) -> entry.open(BreakState.INVESTIGATING, owner, entry.resolution()));
    }

    /** Writes down what was found out; the difference stays open. */
    public BreakRecord explain(BreakId id, String explanation, String by) {
        requireText(explanation, "An explanation needs words.");
        return change(
                id,
                by,
                "explain",
                explanation,
                (handle, entry) -> entry.open(entry.state(), entry.owner(), explanation));
    }

    /**
     * Closes a break that is explained. What is in suspense for it, or a file that is held back,
     * would never leave: that is matched, identified or written off.
     *
     * @throws ActionRefusedException also where it takes two operators
     */
    public BreakRecord resolve(BreakId id, String resolution, String by) {
        requireText(resolution, "Say why it is settled.");
        return change(
                id,
                by,
                "resolve",
                resolution,
                (handle, entry) -> {
                    requireOne(entry);
                    requireNothingHeld(handle, entry);
                    return closed(entry, BreakState.RESOLVED, resolution, by, null);
                });
    }

    /** True when a break is resolved by two operators. */
    public boolean needsApproval(BreakRecord entry) {
        return policy.needsApproval(entry.severity(), entry.minor(), entry.currency());
    }

    /** Closes a break that is explained, where two operators say so. */
    public BreakRecord resolve(BreakId id, WriteOff why) {
        return change(
                id,
                why.by(),
                "resolve",
                why.reason() + " (approved by " + why.approvedBy() + ")",
                (handle, entry) -> resolved(handle, entry, why));
    }

    private BreakRecord resolved(Handle handle, BreakRecord entry, WriteOff why) {
        requireNothingHeld(handle, entry);
        return closed(entry, BreakState.RESOLVED, why.reason(), why.by(), why.approvedBy());
    }

    /**
     * Writes a break off: the issuer takes the loss. What is in suspense for it is booked to the
     * write-offs on the date that is open. What the network's total differs by is booked as a
     * settlement difference until the network corrects it; what the bank moved otherwise, and by
     * what records of a dispute contradict it, by the next night. A clearing file that was held
     * back is posted as it came, by the next night.
     */
    public BreakRecord writeOff(BreakId id, WriteOff why) {
        return change(
                id,
                why.by(),
                "write_off",
                why.reason() + " (approved by " + why.approvedBy() + ")",
                (handle, entry) -> writtenOff(handle, entry, why));
    }

    /** The same where one operator has asked for it before, and another agrees now. */
    BreakRecord approve(
            Handle handle, BreakId id, ClosingRequest wanted, String askedBy, String approvedBy) {
        WriteOff why = new WriteOff(wanted.reason(), askedBy, approvedBy);
        return change(
                handle,
                id,
                approvedBy,
                "agree_" + wanted.closing().wire(),
                wanted.reason() + " (asked for by " + askedBy + ")",
                entry -> agreed(handle, entry, wanted, why));
    }

    private BreakRecord agreed(
            Handle handle, BreakRecord entry, ClosingRequest wanted, WriteOff why) {
        return switch (wanted.closing()) {
            case WRITE_OFF -> writtenOff(handle, entry, why);
            case RESOLVE -> resolved(handle, entry, why);
            case IDENTIFY ->
                    identified(
                            handle,
                            entry,
                            Objects.requireNonNull(wanted.card()),
                            why.by(),
                            why.approvedBy());
            case MATCH ->
                    matched(
                            handle,
                            entry,
                            Objects.requireNonNull(wanted.transaction()),
                            why.reason(),
                            why.by(),
                            why.approvedBy());
        };
    }

    /**
     * Makes sure that what a second operator is asked to agree to could be done now.
     *
     * @throws ActionRefusedException when it could not
     */
    void require(Handle handle, BreakRecord entry, ClosingRequest wanted) {
        if (wanted.closing() == ClosingMethod.RESOLVE) {
            requireNothingHeld(handle, entry);
        }
        if (wanted.closing() == ClosingMethod.IDENTIFY || wanted.closing() == ClosingMethod.MATCH) {
            handle.savepoint(ATTEMPT);
            var unused =
                    agreed(
                            handle,
                            entry,
                            wanted,
                            new WriteOff(wanted.reason(), "asked", "approved"));
            handle.rollbackToSavepoint(ATTEMPT);
        }
    }

    private BreakRecord writtenOff(Handle handle, BreakRecord entry, WriteOff why) {
        applyWriteOff(handle, entry);
        return closed(entry, BreakState.WRITTEN_OFF, why.reason(), why.by(), why.approvedBy());
    }

    /**
     * The effect that writing a break off would have, as things stand.
     *
     * @param date on which it would be booked; null while a night is not complete: then it waits
     */
    public record WriteOffPreview(WriteOffEffect effect, @Nullable LocalDate date) {}

    /** The effect that writing a break off would have, as things stand. */
    public WriteOffPreview foresee(BreakRecord entry) {
        return database.read(
                handle -> {
                    LocalDate today = today();
                    Mode mode = entry.mode();
                    LocalDate open =
                            mode == null
                                    ? today
                                    : NightGate.expectedOpenDate(handle, mode, today).orElse(null);
                    LocalDate date = open == null ? today : open;
                    return new WriteOffPreview(effect(handle, entry, ignored -> date), open);
                });
    }

    /**
     * Says whose card a clearing record is of that came for an unknown one, and closes the
     * difference. The next night takes it out of suspense: it is matched and posted like any other
     * record of the card.
     *
     * @throws ActionRefusedException also where it takes two operators
     */
    public BreakRecord identify(BreakId id, CardId card, String by) {
        return change(
                id,
                by,
                "identify",
                card.toString(),
                (handle, entry) -> {
                    requireOne(entry);
                    return identified(handle, entry, card, by, null);
                });
    }

    private BreakRecord identified(
            Handle handle, BreakRecord entry, CardId card, String by, @Nullable String approvedBy) {
        if (entry.type() != BreakType.UNKNOWN_CARD) {
            throw new ActionRefusedException(
                    "Break %s is not about an unknown card.".formatted(entry.id()));
        }
        if (queries.suspended(handle, entry.subject()).isEmpty()) {
            throw new ActionRefusedException(
                    "Nothing is in suspense for break %s.".formatted(entry.id()));
        }
        matches.identify(handle, record(entry), card, by, approvedBy);
        return closed(entry, BreakState.RESOLVED, "identified as " + card, by, approvedBy);
    }

    /**
     * Matches the clearing record that a break is about to another transaction of its card; the
     * next night posts it there. What the record's place answers is closed.
     *
     * @throws ActionRefusedException also where it takes two operators
     */
    public BreakRecord match(BreakId id, TransactionId to, String reason, String by) {
        return change(
                id,
                by,
                "match",
                ManualMatches.resolution(to, reason),
                (handle, entry) -> {
                    requireOne(entry);
                    return matched(handle, entry, to, reason, by, null);
                });
    }

    private BreakRecord matched(
            Handle handle,
            BreakRecord entry,
            TransactionId to,
            String reason,
            String by,
            @Nullable String approvedBy) {
        matches.match(handle, record(entry), to, reason, by, approvedBy, entry.id());
        return ManualMatches.answers(entry.type())
                ? closed(
                        entry,
                        BreakState.RESOLVED,
                        ManualMatches.resolution(to, reason),
                        by,
                        approvedBy)
                : entry;
    }

    private static UUID record(BreakRecord entry) {
        return Optional.ofNullable(entry.clearing())
                .orElseThrow(
                        () ->
                                new ActionRefusedException(
                                        "Break %s is about no clearing.".formatted(entry.id())));
    }

    private void requireNothingHeld(Handle handle, BreakRecord entry) {
        switch (effect(handle, entry, unused -> today())) {
            case WriteOffEffect.SuspenseWriteOff suspended ->
                    throw new ActionRefusedException(
                            "Break %s is about a record in suspense, which would stay there: match or identify it, or write the break off."
                                    .formatted(entry.id()));
            case WriteOffEffect.FilePosting file -> {
                if (breaks.isFileHeld(handle, entry.subject())) {
                    throw new ActionRefusedException(
                            "Break %s is about a file that is held back, and would stay so: have its sender send what is missing, or write the break off."
                                    .formatted(entry.id()));
                }
            }
            case WriteOffEffect.BankDayWriteOff unused -> {}
            case WriteOffEffect.DisputeWriteOff unused -> {}
            case WriteOffEffect.TotalWriteOff unused -> {}
            case WriteOffEffect.PlainClosing unused -> {}
            case WriteOffEffect.ExcessiveAmount unused -> {}
        }
    }

    private void requireOne(BreakRecord entry) {
        if (needsApproval(entry)) {
            throw ManualMatches.approvalRequired(entry.id());
        }
    }

    private void applyWriteOff(Handle handle, BreakRecord entry) {
        switch (effect(handle, entry, mode -> openDate(handle, mode))) {
            case WriteOffEffect.FilePosting file -> breaks.writeOffFile(handle, entry.subject());
            case WriteOffEffect.BankDayWriteOff day ->
                    breaks.writeOffBankDay(handle, entry.subject());
            case WriteOffEffect.DisputeWriteOff dispute ->
                    disputes.writeOff(
                            handle, dispute.dispute(), dispute.allMinor(), dispute.ofMinor());
            case WriteOffEffect.TotalWriteOff total -> {
                LocalDate date = total.journal().entry().businessDate();
                if (!accepted.accept(handle, entry.id(), date)) {
                    throw tooLarge(entry);
                }
            }
            case WriteOffEffect.SuspenseWriteOff cleared -> book(handle, entry, cleared.journal());
            case WriteOffEffect.PlainClosing nothing -> {}
            case WriteOffEffect.ExcessiveAmount large -> throw tooLarge(entry);
        }
    }

    private static ActionRefusedException tooLarge(BreakRecord entry) {
        return new ActionRefusedException(
                "Break %s is about more than an account holds.".formatted(entry.id()));
    }

    /** The one rule of what a write-off does, for those who look ahead and for who does it. */
    private WriteOffEffect effect(
            Handle handle, BreakRecord entry, Function<Mode, LocalDate> date) {
        Mode mode = entry.mode();
        if (entry.type() == BreakType.MISSING_FILE) {
            return new WriteOffEffect.FilePosting();
        }
        if (entry.type() == BreakType.BANK_MISMATCH) {
            return new WriteOffEffect.BankDayWriteOff();
        }
        if (mode == null) {
            return new WriteOffEffect.PlainClosing();
        }
        if (BETWEEN_TOTALS.contains(entry.type())) {
            return accepted.wouldBook(handle, entry.id(), date.apply(mode))
                    .<WriteOffEffect>map(WriteOffEffect.TotalWriteOff::new)
                    .orElseGet(WriteOffEffect.ExcessiveAmount::new);
        }
        if (entry.type() == BreakType.DISPUTE_MISMATCH && entry.clearingId() == null) {
            return ofDispute(handle, entry, date.apply(mode));
        }
        return queries.suspended(handle, entry.subject())
                .<WriteOffEffect>map(
                        suspended ->
                                new WriteOffEffect.SuspenseWriteOff(
                                        clearing(suspended, date.apply(mode))))
                .orElseGet(WriteOffEffect.PlainClosing::new);
    }

    /** The night books it: a night that runs has looked at the dispute already. */
    private WriteOffEffect ofDispute(Handle handle, BreakRecord entry, LocalDate unusedOpen) {
        DisputeMoneyStore.Row row =
                disputes.find(handle, new DisputeId(entry.subject())).orElse(null);
        if (row == null) {
            return new WriteOffEffect.PlainClosing();
        }
        if (Math.absExact(row.settled().minor()) == Long.MAX_VALUE) {
            return new WriteOffEffect.ExcessiveAmount();
        }
        WrittenOffPart due = DisputeMoney.writeOff(row.dispute(), row.settled(), row.booked());
        long change = due.minor() - due.booked();
        return change == 0
                ? new WriteOffEffect.PlainClosing()
                : new WriteOffEffect.DisputeWriteOff(
                        row.dispute().id(),
                        due.minor(),
                        due.recordsMinor(),
                        change,
                        row.dispute().currency());
    }

    private static Journal clearing(SuspendedAmount suspended, LocalDate date) {
        Journal.Entry booked =
                Journal.Entry.of(date, JournalEvent.SUSPENSE_WRITTEN_OFF, suspended.record());
        Journal journal =
                Journals.writtenOff(
                        booked, Money.of(Math.absExact(suspended.balance()), suspended.currency()));
        return suspended.balance() > 0 ? journal : journal.reversedBy(booked);
    }

    private LocalDate openDate(Handle handle, Mode mode) {
        return NightGate.openDate(handle, mode, today())
                .orElseThrow(() -> new ActionRefusedException(NightGate.refusal(handle, mode)));
    }

    private LocalDate today() {
        return LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
    }

    private void book(Handle handle, BreakRecord entry, Journal journal) {
        journals.insert(
                handle,
                List.of(
                        new JournalStore.BookedJournal(
                                journal,
                                Objects.requireNonNull(entry.mode()),
                                null,
                                entry.cardId(),
                                entry.transactionId(),
                                null)));
    }

    private static void requireText(String text, String otherwise) {
        if (text.isBlank()) {
            throw new ActionRefusedException(otherwise);
        }
    }

    private interface Step {
        BreakRecord take(Handle handle, BreakRecord entry);
    }

    private BreakRecord change(
            BreakId id, String by, String action, @Nullable String remark, Step step) {
        return database.atomically(
                handle ->
                        change(handle, id, by, action, remark, entry -> step.take(handle, entry)));
    }

    private BreakRecord change(
            Handle handle,
            BreakId id,
            String by,
            String action,
            @Nullable String remark,
            UnaryOperator<BreakRecord> step) {
        requireText(by, "Say who does it.");
        BreakRecord entry =
                breaks.lock(handle, id)
                        .orElseThrow(
                                () -> new ActionRefusedException("There is no break " + id + "."));
        if (entry.state().closed()) {
            throw new ActionRefusedException(
                    "Break %s is %s already; nothing was changed."
                            .formatted(id, entry.state().wire().replace('_', ' ')));
        }
        BreakRecord after = step.apply(entry);
        Instant now = clock.instant();
        breaks.update(handle, after, now);
        breaks.remember(handle, id, now, by, action, remark);
        if (after.state().closed()) {
            breaks.deleteRequest(handle, id);
        }
        return after;
    }

    private BreakRecord closed(
            BreakRecord entry,
            BreakState state,
            String resolution,
            String by,
            @Nullable String approvedBy) {
        return entry.closed(state, resolution, by, approvedBy, clock.instant());
    }
}
