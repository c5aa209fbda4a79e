package dev.countersign.facade.launch.night;

import dev.countersign.facade.launch.night.settings.BankProperties;
import dev.countersign.facade.output.Columns;
import dev.countersign.facade.output.CommandGroup;
import dev.countersign.facade.output.FormatOption;
import dev.countersign.jobs.bank.BankStatements;
import dev.countersign.jobs.bank.BankStatements.ImportedStatement;
import dev.countersign.jobs.bank.BankStatements.StatementImportResult;
import dev.countersign.jobs.bank.BankWork;
import dev.countersign.jobs.bank.BankWork.Entry;
import dev.countersign.jobs.bank.BankWork.Statement;
import dev.countersign.jobs.bank.SettlementAccounts;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.service.SystemTime;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The bank's side of the settlement. */
@Command(
        name = "bank",
        description = "Takes over what the bank states about the settlement account.",
        subcommands = {
            BankCommand.Import.class,
            BankCommand.StatementList.class,
            BankCommand.Undo.class,
            BankCommand.Entries.class,
            BankCommand.Assign.class
        })
public final class BankCommand extends CommandGroup {

    @Command(
            name = "import",
            description = {
                "Reads statements (camt.053, camt.052; XML or zip) of the accounts over which the networks are paid.",
                "The settlement account of a currency is the setting countersign.bank.accounts.CURRENCY, "
                        + "else --account; a statement of another account is refused, and with it the file. "
                        + "Entries are known by the bank's own reference: what is imported again counts once. "
                        + "The next night compares them with the networks' totals, by value date, and books "
                        + "what was paid."
            })
    static final class Import extends NightCommand {

        @Parameters(paramLabel = "FILE", description = "The statements.")
        private Path file = Path.of("");

        @Option(
                names = "--account",
                paramLabel = "ID",
                description =
                        "IBAN or other id of the account, in currencies for which none is set.")
        private @Nullable String account;

        @Mixin private ModeOption book = new ModeOption();

        @Override
        public Integer call() throws IOException {
            requireFile(file);
            SettlementAccounts accounts = BankProperties.ofThisProcess().accounts(account);
            BankStatements statements = new BankStatements(dataSource(), SystemTime.clock());
            try (InputStream document = Files.newInputStream(file)) {
                StatementImportResult imported =
                        statements.importFrom(document, book.mode(), accounts);
                out().println("Statements for the " + book.book());
                imported.statements().forEach(statement -> out().println(words(statement)));
                out().printf(
                                Locale.ROOT,
                                "Booked entries: %d, of them new: %d%n",
                                imported.entries(),
                                imported.added());
            }
            return DONE;
        }

        private static String words(ImportedStatement statement) {
            return String.format(
                    Locale.ROOT,
                    "%s of %s in %s: %s",
                    statement.words(),
                    statement.account(),
                    statement.currency(),
                    statement.entries() == 0
                            ? "nothing moved"
                            : statement.entries() + " booked, " + statement.added() + " new");
        }
    }

    private static final Columns<Statement> STATEMENTS =
            Columns.<Statement>of()
                    .text("id", Statement::named)
                    .text("account", Statement::account)
                    .text("currency", Statement::currency)
                    .text("statement", Statement::name)
                    .text("kind", Statement::kind)
                    .number("sequence", Statement::sequence)
                    .text("from", Statement::from)
                    .text("to", Statement::to)
                    .number("pages", Statement::pages)
                    .text("complete", row -> row.complete() ? "yes" : "no")
                    .amount("opening", Statement::opening, Statement::currency)
                    .amount("closing", Statement::closing, Statement::currency)
                    .number("entries", Statement::entries)
                    .time("imported_at", Statement::importedAt)
                    .details("kind", "sequence", "pages", "complete", "imported_at");

    private static final Columns<Entry> ENTRIES =
            Columns.<Entry>of()
                    .text("id", Entry::named)
                    .text("account", Entry::account)
                    .text("currency", Entry::currency)
                    .text("reference", Entry::reference)
                    .text("booked_on", Entry::bookedOn)
                    .text("value_date", Entry::valueDate)
                    .amount("paid", Entry::paid, Entry::currency)
                    .text("purpose", Entry::purpose)
                    .text("settles_on", Entry::settlesOn)
                    .text("funding_account", Entry::fundingNamed)
                    .text("note", Entry::note)
                    .text("stated_by", row -> row.intraday() ? "report" : "statement")
                    .details("account", "booked_on", "funding_account", "note", "stated_by");

    /** The base of all commands on what was imported. */
    abstract static class StatementCommand extends NightCommand {

        @Mixin private ModeOption book = new ModeOption();

        @Mixin private FormatOption format = new FormatOption();

        final BankWork work() {
            return new BankWork(Database.over(dataSource()));
        }

        final Mode mode() {
            return book.mode();
        }

        final <T> int print(String title, Columns<T> columns, List<T> rows) {
            format.print(columns, title + " of the " + book.book(), rows, out());
            return DONE;
        }
    }

    @Command(
            name = "list",
            description = "Lists the statements that were imported, the newest first.")
    static final class StatementList extends StatementCommand {

        @Override
        public Integer call() {
            return print("Statements", STATEMENTS, work().statements(mode()));
        }
    }

    @Command(
            name = "undo",
            description = {
                "Takes an imported statement back, with the entries that no other statement states.",
                "The next night takes back what was booked for them. A statement that reaches into a "
                        + "closed month stays."
            })
    static final class Undo extends StatementCommand {

        @Parameters(paramLabel = "ID", description = "The statement, as 'bank list' names it.")
        private String id = "";

        @Override
        public Integer call() {
            return print("Undone statements", STATEMENTS, List.of(work().undo(mode(), id)));
        }
    }

    @Command(
            name = "entries",
            description = "Lists booked entries of the settlement accounts, the newest first.")
    static final class Entries extends StatementCommand {

        private static final int ROWS_MAX = 1_000;

        @Option(
                names = "--value-date",
                paramLabel = "DATE",
                description = "Only those of this date; without it, the newest 1000.")
        private @Nullable LocalDate valueDate;

        @Override
        public Integer call() {
            int limit = valueDate == null ? ROWS_MAX : Integer.MAX_VALUE;
            return print("Entries", ENTRIES, work().entries(mode(), valueDate, limit));
        }
    }

    @Command(
            name = "assign",
            description = {
                "Says what an entry pays; the next night books it.",
                "Unless you assign it, an entry pays what settles on its value date, or moves the funding "
                        + "account that it names."
            })
    static final class Assign extends StatementCommand {

        @Parameters(paramLabel = "ID", description = "The entry, as 'bank entries' names it.")
        private String id = "";

        @ArgGroup(multiplicity = "1")
        private Purpose purpose = new Purpose();

        static final class Purpose {

            @Option(
                    names = "--settlement-date",
                    paramLabel = "DATE",
                    description = "It pays what settles on this date.")
            private @Nullable LocalDate settlementDate;

            @Option(
                    names = "--fee",
                    description =
                            "It is a fee of the bank: it pays no network, and is booked to 5030.")
            private boolean fee;

            @Option(
                    names = "--funding",
                    paramLabel = "ID",
                    description =
                            "It moves this funding account: it pays no network, and is booked to 2100.")
            private @Nullable String funding;

            Entry assign(BankWork work, Mode mode, String id) {
                if (funding != null) {
                    return work.fund(mode, id, funding);
                }
                return fee || settlementDate == null
                        ? work.chargeFee(mode, id)
                        : work.settle(mode, id, settlementDate);
            }
        }

        @Override
        public Integer call() {
            return print("Entries", ENTRIES, List.of(purpose.assign(work(), mode(), id)));
        }
    }
}
