package dev.countersign.facade.launch.rate;

import dev.countersign.facade.administer.AdministrationCommand;
import dev.countersign.facade.administer.argument.MinorUnits;
import dev.countersign.facade.launch.night.ModeOption;
import dev.countersign.facade.output.Columns;
import dev.countersign.facade.output.CommandGroup;
import dev.countersign.facade.output.FormatOption;
import dev.countersign.jobs.fx.CurrencyPurchase;
import dev.countersign.jobs.fx.CurrencyPurchases;
import dev.countersign.jobs.fx.CurrencyPurchases.BookedPurchase;
import dev.countersign.jobs.fx.CurrencyPurchases.OpenPosition;
import dev.countersign.jobs.fx.FxRates;
import dev.countersign.jobs.fx.FxRates.KnownRate;
import dev.countersign.jobs.fx.FxRates.RateImportResult;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.money.Currencies;
import dev.countersign.reconcile.domain.money.Money;
import dev.countersign.reconcile.service.SystemTime;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Currency;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Exchange rates, and the open positions that they value. */
@Command(
        name = "fx",
        description = "Values and closes open positions in other currencies.",
        subcommands = {
            FxCommand.Import.class,
            FxCommand.FxRateList.class,
            FxCommand.Positions.class,
            FxCommand.Buy.class,
            FxCommand.Purchases.class,
            FxCommand.Undo.class
        })
public final class FxCommand extends CommandGroup {

    @Command(
            name = "import",
            description = {
                "Reads euro reference rates as the European Central Bank publishes them: CSV or XML, of a day"
                        + " or of all days.",
                "For a currency that it does not publish, write a CSV of the same form, with what one euro is"
                        + " worth: a first line Date,AED, then lines such as 2026-11-30,4.2513.",
                "A rate that is known already counts once, and one that no month was valued by may be corrected. A"
                        + " file that contradicts a rate that was used is refused as a whole."
            })
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
            requireFile(file);
            FxRates rates = new FxRates(database().book(), SystemTime.clock());
            try (InputStream read = Files.newInputStream(file)) {
                RateImportResult imported =
                        rates.importFrom(read, file.getFileName().toString(), by);
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

    private static final Columns<KnownRate> RATES =
            Columns.<KnownRate>of()
                    .text("currency", KnownRate::currency)
                    .text("date", KnownRate::date)
                    .text("rate", known -> known.rate().toPlainString())
                    .text("source", KnownRate::source)
                    .text("imported_by", KnownRate::importedBy)
                    .time("imported_at", KnownRate::importedAt)
                    .details("imported_at", "imported_by");

    @Command(
            name = "rates",
            description =
                    "Lists the newest reference rate of each currency: how much of it one euro is.")
    static final class FxRateList extends AdministrationCommand {

        @Option(
                names = "--date",
                paramLabel = "DATE",
                description = "The rates of this day instead.")
        private @Nullable LocalDate date;

        @Mixin private FormatOption format = new FormatOption();

        @Override
        public Integer call() {
            FxRates rates = new FxRates(database().book(), SystemTime.clock());
            format.print(RATES, rates.list(date), out());
            return DONE;
        }
    }

    private static final Columns<OpenPosition> POSITIONS =
            Columns.<OpenPosition>of()
                    .text("currency", OpenPosition::currency)
                    .amount("open", OpenPosition::minor, OpenPosition::currency);

    private static final Columns<BookedPurchase> PURCHASES =
            Columns.<BookedPurchase>of()
                    .text("id", BookedPurchase::named)
                    .text("value_date", row -> row.purchase().valueDate())
                    .text("bought_currency", row -> row.purchase().bought().currency())
                    .amount(
                            "bought",
                            row -> row.purchase().bought().minor(),
                            row -> row.purchase().bought().currency().getCurrencyCode())
                    .text("paid_currency", row -> row.purchase().paid().currency())
                    .amount(
                            "paid",
                            row -> row.purchase().paid().minor(),
                            row -> row.purchase().paid().currency().getCurrencyCode())
                    .text("undone", row -> row.undone() ? "yes" : "no");

    /** The base of commands on the open positions of a book. */
    abstract static class PositionCommand extends AdministrationCommand {

        @Mixin private ModeOption book = new ModeOption();

        @Mixin private FormatOption format = new FormatOption();

        final CurrencyPurchases purchases() {
            return new CurrencyPurchases(database().book(), SystemTime.clock());
        }

        final Mode mode() {
            return book.mode();
        }

        final int print(CurrencyPurchases purchases) {
            format.print(
                    POSITIONS,
                    "Open positions of the " + book.book(),
                    purchases.open(mode()),
                    out());
            return DONE;
        }

        final int print(List<BookedPurchase> booked) {
            format.print(PURCHASES, "Purchases of the " + book.book(), booked, out());
            return DONE;
        }
    }

    @Command(
            name = "purchases",
            description = "Lists the currency that was bought, the newest 1000 by value date.")
    static final class Purchases extends PositionCommand {

        private static final int ROWS_MAX = 1_000;

        @Override
        public Integer call() {
            return print(purchases().newest(mode(), ROWS_MAX));
        }
    }

    @Command(
            name = "undo",
            description = {
                "Takes a purchase back that was booked by mistake.",
                "The position is open again, what was gained or lost by it is taken back, and the bank is not"
                        + " expected to move it. A purchase whose value date is in a closed month stays."
            })
    static final class Undo extends PositionCommand {

        @Parameters(paramLabel = "ID", description = "The purchase, as 'fx purchases' names it.")
        private String id = "";

        @Option(
                names = "--by",
                paramLabel = "NAME",
                defaultValue = "command",
                description = "Who takes it back (${DEFAULT-VALUE}).")
        private String by = "";

        @Override
        public Integer call() {
            return print(List.of(purchases().undo(mode(), id, by)));
        }
    }

    @Command(
            name = "positions",
            description = {
                "Shows what accounts 1900 and 1901 carry together, by currency.",
                "Above zero is what has to be bought to pay the networks; below zero what cardholders were"
                        + " charged for it."
            })
    static final class Positions extends PositionCommand {

        @Override
        public Integer call() {
            return print(purchases());
        }
    }

    @Command(
            name = "buy",
            description = {
                "Books that the currency of an open position was bought with another one.",
                "The bank moves both amounts on the value date, over the settlement accounts of their"
                        + " currencies. When no currency but the euro is open any more, what is left was"
                        + " gained or lost, and is booked to 5050."
            })
    static final class Buy extends PositionCommand {

        @Option(
                names = "--bought",
                required = true,
                arity = "2",
                paramLabel = "VALUE",
                description = "Currency and amount in minor units, such as USD 5500.")
        private List<String> bought = List.of();

        @Option(
                names = "--paid",
                required = true,
                arity = "2",
                paramLabel = "VALUE",
                description = "What was paid for it, such as EUR 5238.")
        private List<String> paid = List.of();

        @Option(
                names = "--value-date",
                required = true,
                paramLabel = "DATE",
                description = "On which the bank moves both.")
        private LocalDate valueDate = LocalDate.EPOCH;

        @Option(
                names = "--by",
                paramLabel = "NAME",
                defaultValue = "command",
                description = "Who books it (${DEFAULT-VALUE}).")
        private String by = "";

        @Override
        public Integer call() {
            CurrencyPurchases purchases = purchases();
            purchases.buy(
                    mode(),
                    new CurrencyPurchase(money(bought), money(paid), valueDate),
                    UUID.randomUUID(),
                    by);
            return print(purchases);
        }

        private Money money(List<String> typed) {
            Currency currency =
                    Currencies.find(typed.getFirst())
                            .orElseThrow(
                                    () -> misuse("There is no currency " + typed.getFirst() + "."));
            long minor = MinorUnits.read(this, typed.getLast(), currency);
            refuse(minor < 1, "What is bought and what is paid are above zero.");
            return new Money(minor, currency);
        }
    }
}
