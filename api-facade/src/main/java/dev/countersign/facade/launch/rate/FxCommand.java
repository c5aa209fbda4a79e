package dev.countersign.facade.launch.rate;

import dev.countersign.facade.administer.AdministrationCommand;
import dev.countersign.jobs.fx.FxRates;
import dev.countersign.jobs.fx.FxRates.Imported;
import dev.countersign.reconcile.Reconcile;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.service.SystemTime;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import javax.sql.DataSource;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Exchange rates. */
@Command(
        name = "fx",
        description = "Takes over the rates by which amounts in other currencies are valued.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {FxCommand.Import.class},
        mixinStandardHelpOptions = true)
public final class FxCommand {

    @Command(
            name = "import",
            description = {
                "Reads euro reference rates as the European Central Bank publishes them: CSV or XML, of a day"
                        + " or of all days.",
                "A rate that is known already counts once, and one that no month was valued by may be corrected. A"
                        + " file that contradicts a rate that was used is refused as a whole."
            },
            mixinStandardHelpOptions = true)
    static final class Import extends AdministrationCommand {

        @Parameters(paramLabel = "FILE", description = "The rates.")
        private Path file = Path.of("");

        @Option(
                names = "--by",
                paramLabel = "NAME",
                defaultValue = "command",
                description = "Who imports them (${DEFAULT-VALUE}).")
        private String by = "";

        @Override
        public Integer call() throws IOException {
            if (!Files.isRegularFile(file)) {
                throw misuse("There is no file '" + file + "'.");
            }
            DataSource source = database().dataSource();
            Reconcile.ensureSchema(source);
            FxRates rates = new FxRates(Database.over(source), SystemTime.clock());
            try (InputStream read = Files.newInputStream(file)) {
                Imported imported = rates.importFrom(read, file.getFileName().toString(), by);
                out().printf(
                                Locale.ROOT,
                                "Rates: %d, of them new: %d, corrected: %d%n",
                                imported.rates(),
                                imported.added(),
                                imported.corrected());
            }
            return DONE;
        }
    }
}
