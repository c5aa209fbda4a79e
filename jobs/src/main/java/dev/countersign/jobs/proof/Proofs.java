package dev.countersign.jobs.proof;

import dev.countersign.jobs.night.Night;
import dev.countersign.jobs.night.NightState;
import dev.countersign.jobs.night.NightStore;
import dev.countersign.jobs.skipped.SkippedCount;
import dev.countersign.jobs.skipped.SkippedItem;
import dev.countersign.jobs.skipped.SkippedStore;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.ledger.AccountBalance;
import dev.countersign.reconcile.domain.list.ListPosition;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.store.settlement.JournalStore;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** The sums of dates, from the sums that their nights kept and the records below them. */
public final class Proofs {

    private final Database database;
    private final ProofStore store = new ProofStore();
    private final CycleProofs cycles = new CycleProofs();
    private final LineStore records = new LineStore();
    private final BookingStore bookings = new BookingStore();
    private final NightStore nights = new NightStore();
    private final SkippedStore skipped = new SkippedStore();
    private final JournalStore journals = new JournalStore();

    /**
     * Opens them.
     *
     * @param reads a way to the database for those who only look
     */
    public Proofs(Database reads) {
        this.database = reads;
    }

    /**
     * A date with what it comes to in each currency.
     *
     * @param cycles the network's that it has part in, ours beside theirs
     */
    public record Day(Night night, List<Waterfall> waterfalls, List<Cycle> cycles) {

        /** True when nothing remains in any currency. */
        public boolean proved() {
            return waterfalls.stream().allMatch(Waterfall::proved);
        }

        public List<Cycle> cyclesIn(String currency) {
            return cycles.stream().filter(cycle -> cycle.currency().equals(currency)).toList();
        }

        /** Returns the network's status for the date's cycles in a currency. */
        public NetworkTotalStatus word(String currency) {
            return NetworkTotalStatus.of(cyclesIn(currency));
        }

        /**
         * Returns the amount by which the network's complete totals in a currency differ from ours,
         * in all.
         */
        public BigDecimal difference(String currency) {
            return cyclesIn(currency).stream()
                    .filter(Cycle::complete)
                    .map(Cycle::difference)
                    .filter(Objects::nonNull)
                    .reduce(BigDecimal.ZERO, BigDecimal::add);
        }
    }

    /** The dates that are complete, the newest first, from a position on. */
    public List<Day> days(Mode mode, ListPosition<LocalDate> at, int limit) {
        return database.read(
                handle -> {
                    List<LocalDate> dates = store.completeDates(handle, mode, at, limit);
                    if (dates.isEmpty()) {
                        return List.of();
                    }
                    LocalDate oldest = dates.getLast();
                    LocalDate newest = dates.getFirst();
                    Map<LocalDate, List<Cycle>> stated = cycles.of(handle, mode, oldest, newest);
                    return dates.stream()
                            .map(
                                    date ->
                                            day(
                                                    handle,
                                                    nights.newestOf(handle, mode, date)
                                                            .orElseThrow(),
                                                    stated.getOrDefault(date, List.of())))
                            .toList();
                });
    }

    /** The last date that is complete; empty while none is. */
    public Optional<LocalDate> lastComplete(Mode mode) {
        return database.read(
                handle ->
                        store.completeDates(handle, mode, ListPosition.start(), 1).stream()
                                .findFirst());
    }

    /** One date; empty while its night is not complete. */
    public Optional<Day> day(Mode mode, LocalDate date) {
        return database.read(
                handle ->
                        nights.newestOf(handle, mode, date)
                                .filter(night -> night.state() == NightState.COMPLETED)
                                .map(
                                        night ->
                                                day(
                                                        handle,
                                                        night,
                                                        cycles.of(handle, mode, date, date)
                                                                .getOrDefault(date, List.of()))));
    }

    private Day day(Handle handle, Night night, List<Cycle> stated) {
        List<ComponentAmount> parts = store.parts(handle, night.mode(), night.businessDate());
        Map<String, BigDecimal> ledger = store.ledger(handle, night.mode(), night.businessDate());
        TreeSet<String> currencies = new TreeSet<>(ledger.keySet());
        parts.forEach(part -> currencies.add(part.currency()));
        stated.forEach(cycle -> currencies.add(cycle.currency()));
        List<Waterfall> waterfalls =
                currencies.stream()
                        .map(
                                currency ->
                                        Waterfall.of(
                                                currency,
                                                parts.stream()
                                                        .filter(
                                                                part ->
                                                                        part.currency()
                                                                                .equals(currency))
                                                        .toList(),
                                                ledger.getOrDefault(currency, BigDecimal.ZERO)))
                        .toList();
        return new Day(night, waterfalls, stated);
    }

    /**
     * The reports of a date, each in its newest version.
     *
     * @param asOf the versions that were known at this moment; null for the newest of all
     */
    public List<IssuedReport> reports(Mode mode, LocalDate date, @Nullable Instant asOf) {
        return database.read(handle -> store.reports(handle, mode, date, asOf));
    }

    /** One part of a date. */
    public record CurrencyComponent(String currency, Component component) {}

    /** The records of a date that make up a part of it, in the order of their ids. */
    public List<ProvedLine> lines(
            Mode mode, LocalDate date, CurrencyComponent part, ListPosition<UUID> at, int limit) {
        return database.read(handle -> records.ofDate(handle, mode, date, part, at, limit));
    }

    /** Lists the bookings on the network's account on a date that have no record. */
    public List<Booking> bookings(
            Mode mode,
            LocalDate date,
            CurrencyComponent part,
            ListPosition<Booking.Key> at,
            int limit) {
        return database.read(handle -> bookings.withoutRecord(handle, mode, date, part, at, limit));
    }

    /** An account of the ledger in one of its currencies. */
    public record CurrencyAccount(String code, String currency) {}

    /** Lists the bookings on an account on a date. */
    public List<Booking> ofAccount(
            Mode mode,
            LocalDate date,
            CurrencyAccount account,
            ListPosition<Booking.Key> at,
            int limit) {
        return database.read(handle -> bookings.ofAccount(handle, mode, date, account, at, limit));
    }

    /** One record with its message and journals; empty where no night has dealt with it. */
    public Optional<RecordProof> record(UUID id) {
        return database.read(
                handle -> {
                    List<ProvedLine> lines = records.ofRecord(handle, id);
                    if (lines.isEmpty()) {
                        return Optional.empty();
                    }
                    RecordProof.Message message = records.message(handle, id).orElse(null);
                    List<UUID> subjects = new ArrayList<>();
                    subjects.add(id);
                    if (message != null) {
                        subjects.add(message.identity());
                    }
                    return Optional.of(
                            new RecordProof(
                                    id, message, lines, bookings.ofSubjects(handle, subjects)));
                });
    }

    /** Lists the records that a night skipped, with their reasons, after an item. */
    public List<SkippedItem> skipped(Night night, @Nullable SkippedItem after, int limit) {
        return database.read(handle -> skipped.list(handle, night, after, limit));
    }

    /** Counts the items of each kind that a night skipped. */
    public List<SkippedCount> skippedCounts(Night night) {
        return database.read(handle -> skipped.counts(handle, night));
    }

    /** The trial balance at the end of a date. */
    public List<AccountBalance> balances(Mode mode, LocalDate asOf) {
        return database.read(handle -> journals.balances(handle, mode, asOf));
    }

    /**
     * Returns the dates on which holds are released, if nothing clears before. The first date is
     * the next to be run.
     */
    public List<ExpectedRelease> releases(Mode mode, LocalDate next) {
        return database.read(handle -> store.releases(handle, mode, next));
    }

    /**
     * Lists what is held, in the order of its transactions, from a position on.
     *
     * @param next the date that is run next: before its night nothing is let go of
     */
    public List<OpenHold> holds(Mode mode, LocalDate next, ListPosition<UUID> at, int limit) {
        return database.read(handle -> store.holds(handle, mode, next, at, limit));
    }
}
