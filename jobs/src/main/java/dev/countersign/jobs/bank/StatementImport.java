package dev.countersign.jobs.bank;

import dev.countersign.jobs.bank.BankEntryStore.Line;
import dev.countersign.jobs.bank.BankStatements.ImportedStatement;
import dev.countersign.jobs.bank.BankStatements.StatementImportResult;
import dev.countersign.jobs.bank.SettlementAccounts.SettlementAccount;
import dev.countersign.jobs.bank.StatementStore.PageKey;
import dev.countersign.jobs.bank.camt.BankEntry;
import dev.countersign.jobs.bank.camt.StatementEnd;
import dev.countersign.jobs.bank.camt.StatementHeader;
import dev.countersign.jobs.bank.camt.StatementSink;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.service.ActionRefusedException;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * Takes the statements of one file over, in a transaction that is under way. A page that is known
 * already is left as it is. Of entries that are equal in one statement each counts, on whichever of
 * its pages; entries of two statements are the same where they are known by the same.
 */
final class StatementImport implements StatementSink {

    private static final int ENTRIES_PER_BATCH = 1_000;
    private static final String BEFORE_STATEMENT = "before_statement";

    private final Handle handle;
    private final Mode mode;
    private final SettlementAccounts accounts;
    private final Instant now;
    private final StatementStore statements = new StatementStore();
    private final BankEntryStore entries = new BankEntryStore();
    private final List<ImportedStatement> taken = new ArrayList<>();

    private @Nullable CurrentStatement current;

    StatementImport(Handle handle, Mode mode, SettlementAccounts accounts, Instant now) {
        this.handle = handle;
        this.mode = mode;
        this.accounts = accounts;
        this.now = now;
    }

    /** The statement that is being read. */
    private static final class CurrentStatement {

        private final StatementHeader header;
        private final StatementKey key;
        private final PageKey page;

        /** Counts of the entries so far that are known by the same. */
        private final Map<String, Integer> equal;

        private final List<Line> batch = new ArrayList<>();
        private final List<UUID> withOwnReference = new ArrayList<>();
        private BigInteger moved = BigInteger.ZERO;
        private int entries;
        private int added;
        private @Nullable LocalDate firstValue;
        private @Nullable LocalDate lastBooked;

        CurrentStatement(
                StatementHeader header,
                StatementKey key,
                PageKey page,
                Map<String, Integer> equalOnOtherPages) {
            this.header = header;
            this.key = key;
            this.page = page;
            this.equal = new HashMap<>(equalOnOtherPages);
        }

        void count(BankEntry entry) {
            entries++;
            moved = moved.add(BigInteger.valueOf(entry.paidMinor()));
            if (firstValue == null || entry.valueDate().isBefore(firstValue)) {
                firstValue = entry.valueDate();
            }
            if (lastBooked == null || entry.bookedOn().isAfter(lastBooked)) {
                lastBooked = entry.bookedOn();
            }
        }
    }

    StatementImportResult imported() {
        return new StatementImportResult(List.copyOf(taken));
    }

    @Override
    public void begin(StatementHeader header) {
        SettlementAccount settled = accounts.of(header);
        handle.savepoint(BEFORE_STATEMENT);
        StatementKey key = StatementKey.of(mode, settled, header);
        PageKey page = statements.begin(handle, key, header, now);
        current =
                new CurrentStatement(
                        header.in(settled.currency()),
                        key,
                        page,
                        entries.equalOnOtherPages(handle, page));
    }

    @Override
    public void take(BankEntry entry) {
        CurrentStatement statement = current();
        statement.count(entry);
        int occurrence = statement.equal.merge(entry.identity(), 1, Integer::sum);
        statement.batch.add(new Line(entry, occurrence));
        if (statement.batch.size() == ENTRIES_PER_BATCH) {
            flush(statement);
        }
    }

    private void flush(CurrentStatement statement) {
        List<Line> added = entries.add(handle, statement.key, statement.page, statement.batch, now);
        statement.added += added.size();
        for (Line line : added) {
            if (line.entry().hasOwnReference()) {
                statement.withOwnReference.add(statement.key.entryId(line));
            }
        }
        statement.batch.clear();
    }

    @Override
    public void end(StatementEnd end) {
        CurrentStatement statement = current();
        flush(statement);
        boolean known = statements.isKnown(handle, statement.key, end.content());
        if (known) {
            handle.rollbackToSavepoint(BEFORE_STATEMENT);
            statement.added = 0;
        } else {
            entries.requireNoContradiction(
                    handle, statement.key, statement.page, statement.withOwnReference);
            statements.end(handle, statement.page, end, statement.moved, dates(statement, end));
            entries.book(handle, statement.page);
            requireBalance(statement);
            handle.releaseSavepoint(BEFORE_STATEMENT);
        }
        taken.add(
                new ImportedStatement(
                        statement.header.words(),
                        statement.key.account(),
                        statement.key.currency(),
                        statement.entries,
                        statement.added));
        current = null;
    }

    private static StatementDates dates(CurrentStatement statement, StatementEnd end) {
        return StatementDates.of(
                statement.header, end.closing(), statement.firstValue, statement.lastBooked);
    }

    /** Makes sure that a statement leads from its opening to its closing balance. */
    private void requireBalance(CurrentStatement statement) {
        statements
                .whole(handle, statement.page)
                .filter(whole -> !whole.addsUp())
                .ifPresent(
                        whole -> {
                            throw new ActionRefusedException(
                                    "The %s does not add up: it opens with %s %s, its booked entries move %s, and it closes with %s."
                                            .formatted(
                                                    statement.header.words(),
                                                    statement.key.currency(),
                                                    statement.key.major(whole.opening()),
                                                    statement.key.major(whole.moved().negate()),
                                                    statement.key.major(whole.closing())));
                        });
    }

    private CurrentStatement current() {
        if (current == null) {
            throw new IllegalStateException("an entry comes in a statement");
        }
        return current;
    }
}
