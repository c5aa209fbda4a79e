package dev.countersign.facade.launch.night;

import dev.countersign.jobs.bank.BankStatements;
import dev.countersign.jobs.bank.BankStatements.Imported;
import dev.countersign.jobs.bank.BankStatements.ImportedStatement;
import dev.countersign.jobs.bank.SettlementAccounts;
import dev.countersign.reconcile.service.SystemTime;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The bank's side of the settlement. */
@Command(
        name = "bank",
        description = "Takes over what the bank states about the settlement account.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = BankCommand.Import.class,
        mixinStandardHelpOptions = true)
public final class BankCommand {

    @Command(
            name = "import",
            description = {
                "Reads statements (camt.053, camt.052; XML or zip) of the accounts over which the networks are paid.",
                "The settlement account of a currency is the setting countersign.bank.accounts.CURRENCY, "
                        + "else --account; a statement of another account is refused, and with it the file. "
                        + "Entries are known by the bank's own reference: what is imported again counts once. "
                        + "The next night compares them with the networks' totals, by value date, and books "
                        + "what was paid."
            },
            mixinStandardHelpOptions = true)
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
            if (!Files.isRegularFile(file)) {
                throw misuse("There is no file '" + file + "'.");
            }
            SettlementAccounts accounts = BankProperties.ofThisProcess().accounts(account);
            BankStatements statements = new BankStatements(dataSource(), SystemTime.clock());
            try (InputStream document = Files.newInputStream(file)) {
                Imported imported = statements.importFrom(document, book.mode(), accounts);
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
}
