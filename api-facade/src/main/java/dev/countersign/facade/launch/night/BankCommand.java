package dev.countersign.facade.launch.night;

import dev.countersign.jobs.bank.BankStatements;
import dev.countersign.jobs.bank.BankStatements.Imported;
import dev.countersign.reconcile.service.SystemTime;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
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
                "Reads a camt.053 statement of the account over which the networks are paid.",
                "The next night compares it with their totals, by value date, and books what was paid."
            },
            mixinStandardHelpOptions = true)
    static final class Import extends NightCommand {

        @Parameters(paramLabel = "FILE", description = "The statement.")
        private Path file = Path.of("");

        @Mixin private ModeOption book = new ModeOption();

        @Override
        public Integer call() throws IOException {
            if (!Files.isRegularFile(file)) {
                throw misuse("There is no file '" + file + "'.");
            }
            BankStatements statements = new BankStatements(dataSource(), SystemTime.clock());
            try (InputStream document = new BufferedInputStream(Files.newInputStream(file))) {
                Imported imported = statements.importFrom(document, book.mode());
                out().println("Statement for the " + book.book());
                out().printf(
                                Locale.ROOT,
                                "Booked entries: %d, of them new: %d%n",
                                imported.entries(),
                                imported.added());
            }
            return DONE;
        }
    }
}
