package dev.countersign.facade.launch.night;

import dev.countersign.facade.output.Columns;
import dev.countersign.facade.output.Format;
import dev.countersign.facade.output.FormatOption;
import dev.countersign.jobs.proof.Proofs;
import dev.countersign.reconcile.domain.ledger.LedgerAccount;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.service.JdbiSetup;
import dev.countersign.reconcile.store.settlement.JournalStore.Balance;
import java.time.LocalDate;
import java.util.List;
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
            footer = {
                "",
                "Above zero, a balance is a debit. The accounts are explained in jobs/docs/reports.md, "
                        + "under trial-balance."
            },
            mixinStandardHelpOptions = true)
    static final class TrialBalance extends NightCommand {

        private static final Columns<Balance> TABLE =
                sums(
                        Columns.<Balance>of()
                                .text("account", Balance::account)
                                .text("name", TrialBalance::nameOf)
                                .text("currency", Balance::currency));

        private static final LocalDate EVERYTHING = LocalDate.of(9999, 12, 31);

        @Option(
                names = "--as-of",
                paramLabel = "DATE",
                description =
                        "At the end of this business date; with all that is booked by default.")
        private @Nullable LocalDate asOf;

        @Mixin private ModeOption book = new ModeOption();

        @Mixin private FormatOption format = new FormatOption();

        @Override
        public Integer call() {
            Proofs proofs = new Proofs(new Database(JdbiSetup.over(dataSource())));
            List<Balance> balances = proofs.balances(book.mode(), asOf == null ? EVERYTHING : asOf);
            if (format.format() == Format.TABLE) {
                String when = asOf == null ? "with all that is booked" : "at the end of " + asOf;
                format.print(
                        TABLE,
                        "Trial balance of the " + book.book() + ", " + when,
                        balances,
                        out());
            } else {
                format.print(fields(), balances, out());
            }
            return DONE;
        }

        /** Returns the columns for programs. What people get besides comes last. */
        private Columns<Balance> fields() {
            return sums(Columns.<Balance>of()
                            .text("account", Balance::account)
                            .text("currency", Balance::currency))
                    .text("name", TrialBalance::nameOf)
                    .text("mode", balance -> book.mode().wire());
        }

        private static Columns<Balance> sums(Columns<Balance> columns) {
            return columns.amount("debit", Balance::debit, Balance::currency)
                    .amount("credit", Balance::credit, Balance::currency)
                    .amount("balance", Balance::balance, Balance::currency);
        }

        private static @Nullable String nameOf(Balance balance) {
            return LedgerAccount.find(balance.account()).map(LedgerAccount::title).orElse(null);
        }
    }
}
