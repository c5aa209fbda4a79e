package dev.countersign.jobs.bank;

import dev.countersign.jobs.month.MonthStore;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.id.FundingId;
import dev.countersign.reconcile.domain.id.IdText;
import dev.countersign.reconcile.service.ActionRefusedException;
import dev.countersign.reconcile.service.AuditContext;
import dev.countersign.reconcile.service.Database;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * Work on what the bank stated: statements are listed and taken back, operators say what entries
 * pay. The next night books what follows from it. Nothing changes in a month that is closed.
 */
public final class BankWork {

    private final Database database;
    private final boolean atConsole;
    private final BankWorkStore store = new BankWorkStore();

    private BankWork(Database database, boolean atConsole) {
        this.database = database;
        this.atConsole = atConsole;
    }

    public BankWork(Database database) {
        this(database, false);
    }

    /**
     * The work that one operator may do at the console, where moving a large amount of a funding
     * account takes two: an entry that moves one is left as it is.
     */
    public static BankWork atConsole(Database database) {
        return new BankWork(database, true);
    }

    /**
     * A statement that was taken over.
     *
     * @param kind statement (camt.053) or report (camt.052)
     * @param name what the bank calls it
     * @param pages how many of its pages are there
     * @param opening null where it states none; above 0 where the account has money
     * @param complete true where all its pages are there
     */
    public record Statement(
            UUID id,
            String kind,
            String account,
            String currency,
            String name,
            @Nullable Long sequence,
            @Nullable LocalDate from,
            @Nullable LocalDate to,
            int pages,
            boolean complete,
            @Nullable BigInteger opening,
            @Nullable BigInteger closing,
            int entries,
            Instant importedAt) {

        /** Its id in words, such as {@code bst_…}. */
        public String named() {
            return IdText.write(STATEMENT, id);
        }
    }

    /**
     * An entry of a settlement account.
     *
     * @param paid above 0 what left the account
     * @param settlesOn the settlement date that an operator said it pays; null where nobody did,
     *     and it pays its value date
     * @param fee true where an operator said that it is a fee of the bank
     * @param funding the funding account that it moves; null where it moves none
     * @param note a sentence that says why an entry that names funding accounts moves none
     * @param intraday true where reports within the day alone state it, so that it counts for
     *     nothing yet
     */
    public record Entry(
            UUID id,
            String account,
            String currency,
            @Nullable String reference,
            LocalDate bookedOn,
            LocalDate valueDate,
            long paid,
            @Nullable LocalDate settlesOn,
            boolean fee,
            @Nullable UUID funding,
            @Nullable String note,
            boolean intraday) {

        /** Its id in words, such as {@code bke_…}. */
        public String named() {
            return IdText.write(ENTRY, id);
        }

        /** The purpose in one word: settlement, fee or funds. */
        public String purpose() {
            return funding != null ? "funds" : fee ? "fee" : "settlement";
        }

        /** The funding account that it moves, in words; null where it moves none. */
        public @Nullable String fundingNamed() {
            return funding == null ? null : new FundingId(funding).toString();
        }
    }

    private static final String STATEMENT = "bst_";
    private static final String ENTRY = "bke_";

    /** The statements of a book, the newest first. */
    public List<Statement> statements(Mode mode) {
        return database.read(handle -> store.statements(handle, mode));
    }

    /**
     * The newest entries of a book, by value date.
     *
     * @param valueDate only those of this date; null for all
     * @param limit how many at most
     */
    public List<Entry> entries(Mode mode, @Nullable LocalDate valueDate, int limit) {
        return database.read(handle -> store.entries(handle, mode, valueDate, limit));
    }

    /**
     * Takes a statement back, with the entries that no other statement states.
     *
     * @param named its id in words
     * @throws ActionRefusedException when there is none, or it reaches into a closed month
     */
    public Statement undo(Mode mode, String named) {
        UUID id = read(STATEMENT, named, "statement");
        AuditContext.setSubject(named);
        return database.atomically(
                handle -> {
                    StatementStore.lock(handle);
                    Statement statement =
                            find(
                                    "statement",
                                    named,
                                    mode,
                                    book -> store.statement(handle, book, id));
                    requireOpen(handle, mode, store.datesOf(handle, id), "Statement", named);
                    store.undo(handle, id);
                    return statement;
                });
    }

    /**
     * Tells an entry to pay what settles on a date, whatever its value date. That a person said so
     * stays, even of its value date.
     */
    public Entry settle(Mode mode, String named, LocalDate settlementDate) {
        return change(mode, named, entry -> purposed(entry, settlementDate, false, null));
    }

    /** Tells an entry to be a fee of the bank: it pays no network. */
    public Entry chargeFee(Mode mode, String named) {
        return change(mode, named, entry -> purposed(entry, null, true, null));
    }

    /** Tells an entry to move a funding account: it pays no network. */
    public Entry fund(Mode mode, String named, String account) {
        return change(
                mode,
                named,
                (handle, entry) ->
                        purposed(
                                entry,
                                null,
                                false,
                                store.fundingAccount(handle, mode, account, entry.currency())));
    }

    private Entry change(Mode mode, String named, Function<Entry, Entry> to) {
        return change(mode, named, (unused, entry) -> to.apply(entry));
    }

    private Entry change(Mode mode, String named, BiFunction<Handle, Entry, Entry> to) {
        UUID id = read(ENTRY, named, "entry");
        AuditContext.setSubject(named);
        return database.atomically(
                handle -> {
                    StatementStore.lock(handle);
                    Entry before =
                            find("entry", named, mode, book -> store.entry(handle, book, id));
                    requireNoFunds(before);
                    Entry after = to.apply(handle, before);
                    requireOpen(handle, mode, dates(before, after), "Entry", named);
                    store.purpose(handle, after);
                    return after;
                });
    }

    private static Entry purposed(
            Entry entry, @Nullable LocalDate settlesOn, boolean fee, @Nullable UUID funding) {
        return new Entry(
                entry.id(),
                entry.account(),
                entry.currency(),
                entry.reference(),
                entry.bookedOn(),
                entry.valueDate(),
                entry.paid(),
                settlesOn,
                fee,
                funding,
                null,
                entry.intraday());
    }

    private static List<LocalDate> dates(Entry before, Entry after) {
        return Stream.of(before.valueDate(), before.settlesOn(), after.settlesOn())
                .filter(Objects::nonNull)
                .toList();
    }

    private void requireOpen(
            Handle handle, Mode mode, List<LocalDate> dates, String what, String named) {
        MonthStore.closedOf(handle, mode, dates)
                .ifPresent(
                        closed -> {
                            throw new ActionRefusedException(
                                    "%s %s is about %s, and that month is closed. Two operators may reopen a month that is soft-closed, at the console."
                                            .formatted(what, named, closed));
                        });
    }

    private void requireNoFunds(Entry entry) {
        if (atConsole && entry.funding() != null) {
            throw new ActionRefusedException(
                    "Entry %s moves funding account %s, and a large amount needs two operators: reassign it with 'bank assign'; the console cannot."
                            .formatted(entry.named(), entry.fundingNamed()));
        }
    }

    private static UUID read(String prefix, String named, String what) {
        return IdText.read(prefix, named).orElseThrow(() -> missing(what, named));
    }

    /** Finds it in its book, or says in which it is, if in any: the wrong one is easily named. */
    private static <T> T find(
            String what, String named, Mode mode, Function<Mode, Optional<T>> in) {
        Mode other = mode == Mode.LIVE ? Mode.SANDBOX : Mode.LIVE;
        return in.apply(mode)
                .orElseThrow(
                        () ->
                                in.apply(other).isPresent()
                                        ? new ActionRefusedException(
                                                "There is no %s %s in the %s book: it is in the %s book."
                                                        .formatted(
                                                                what,
                                                                named,
                                                                mode.wire(),
                                                                other.wire()))
                                        : missing(what, named));
    }

    private static ActionRefusedException missing(String what, String named) {
        return new ActionRefusedException("There is no %s %s.".formatted(what, named));
    }
}
