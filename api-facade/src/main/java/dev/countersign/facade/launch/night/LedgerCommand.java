package dev.countersign.facade.launch.night;

import dev.countersign.facade.output.Columns;
import dev.countersign.facade.output.FormatOption;
import dev.countersign.jobs.NightSettings;
import dev.countersign.jobs.Nights;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.service.JdbiSetup;
import dev.countersign.reconcile.service.SystemTime;
import dev.countersign.reconcile.store.JournalStore;
import dev.countersign.reconcile.store.JournalStore.Balance;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The ledger. */
@Command(
        name = "ledger",
        description = "Shows the ledger.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = LedgerCommand.TrialBalance.class,
        mixinStandardHelpOptions = true)
public final class LedgerCommand {

    @Command(
            name = "trial-balance",
            description = "Shows what was debited and credited on each account in each currency.",
            footer = "%nThe accounts are explained in jobs/docs/reports.md, under trial-balance.",
            mixinStandardHelpOptions = true)
    static final class TrialBalance extends NightCommand {

        private static final Columns<Balance> COLUMNS =
                Columns.<Balance>of()
                        .text("account", Balance::account)
                        .text("currency", Balance::currency)
                        .amount("debit", Balance::debit, Balance::currency)
                        .amount("credit", Balance::credit, Balance::currency)
                        .amount("balance", Balance::balance, Balance::currency);

        private static final LocalDate EVERYTHING = LocalDate.of(9999, 12, 31);

        @Option(
                names = "--as-of",
                paramLabel = "DATE",
                description =
                        "At the end of this business date; with all that is booked by default.")
        private @Nullable LocalDate asOf;

        @Option(
                names = "--mode",
                paramLabel = "live|sandbox",
                description = "Which books; live by default, sandbox where only that was run.")
        private @Nullable Mode mode;

        @Mixin private FormatOption format = new FormatOption();

        @Override
        public Integer call() {
            DataSource source = dataSource();
            Nights nights =
                    Nights.open(source, SystemTime.clock(), NightSettings.with(Path.of("reports")));
            Mode wanted = modeOf(mode, nights);
            List<Balance> balances =
                    JdbiSetup.over(source)
                            .withHandle(
                                    handle ->
                                            new JournalStore()
                                                    .balances(
                                                            handle,
                                                            wanted,
                                                            asOf == null ? EVERYTHING : asOf));
            format.print(COLUMNS, balances, out());
            return DONE;
        }
    }
}
