package dev.countersign.facade.launch.rate;

import dev.countersign.facade.administer.AdministrationCommand;
import dev.countersign.facade.launch.night.ModeOption;
import dev.countersign.facade.output.Columns;
import dev.countersign.facade.output.CommandGroup;
import dev.countersign.facade.output.FormatOption;
import dev.countersign.jobs.rate.InterchangeRate;
import dev.countersign.jobs.rate.InterchangeRates;
import dev.countersign.reconcile.domain.id.ProgramId;
import dev.countersign.reconcile.service.SystemTime;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Interchange and scheme fee rates. */
@Command(
        name = "rates",
        description = "Takes over the rates that networks pay and take for records.",
        subcommands = {
            RatesCommand.Import.class,
            RatesCommand.RateList.class,
            RatesCommand.Clear.class
        })
public final class RatesCommand extends CommandGroup {

    abstract static class RateCommand extends AdministrationCommand {

        @Mixin final ModeOption book = new ModeOption();

        final InterchangeRates rates() {
            return new InterchangeRates(database().book(), SystemTime.clock());
        }
    }

    @Command(
            name = "import",
            description = {
                "Reads the whole table of a book's interchange and scheme fee rates: CSV, as operations.md shows it."
                        + " What an earlier file said ends.",
                "A file in which a line is wrong, or two are for the same records, is refused with their numbers;"
                        + " so is one without rates. From then on nights tell what the network paid otherwise."
            })
    static final class Import extends RateCommand {

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
            requireFile(file);
            // Every byte is a character, so that a line that is no text is refused with its number.
            List<String> lines = Files.readAllLines(file, StandardCharsets.ISO_8859_1);
            int rates = rates().replace(book.mode(), lines, file.getFileName().toString(), by);
            out().printf(Locale.ROOT, "Rates of the %s: %d%n", book.book(), rates);
            return DONE;
        }
    }

    private static final Columns<InterchangeRate> COLUMNS =
            Columns.<InterchangeRate>of()
                    .number("line", InterchangeRate::line)
                    .text("kind", rate -> rate.kind().wire())
                    .text("network", rate -> rate.network().wire())
                    .text("institution", InterchangeRate::institution)
                    .words("region", rate -> rate.region() == null ? List.of() : rate.region())
                    .text(
                            "product",
                            rate ->
                                    rate.product() == null
                                            ? null
                                            : new ProgramId(rate.product()).toString())
                    .text("mcc_from", InterchangeRate::mccFrom)
                    .text("mcc_to", InterchangeRate::mccTo)
                    .text("currency", InterchangeRate::currency)
                    .text("valid_from", rate -> rate.validFrom().toString())
                    .text("valid_to", rate -> rate.validTo().toString())
                    .text("basis_points", rate -> rate.basisPoints().toPlainString())
                    .number("fixed_minor", InterchangeRate::fixedMinor);

    @Command(name = "list", description = "Lists the rates of a book, in the order of their file.")
    static final class RateList extends RateCommand {

        @Mixin private FormatOption format = new FormatOption();

        @Override
        public Integer call() {
            format.print(COLUMNS, rates().all(book.mode()), out());
            return DONE;
        }
    }

    @Command(
            name = "clear",
            description = "Drops the table of a book: from then on nights check no interchange.")
    static final class Clear extends RateCommand {

        @Override
        public Integer call() {
            int rates = rates().clear(book.mode());
            out().printf(Locale.ROOT, "Rates of the %s dropped: %d%n", book.book(), rates);
            return DONE;
        }
    }
}
