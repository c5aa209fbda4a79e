package dev.countersign.facade.launch.night;

import dev.countersign.facade.output.Columns;
import dev.countersign.facade.output.CommandGroup;
import dev.countersign.facade.output.Format;
import dev.countersign.facade.output.FormatOption;
import dev.countersign.jobs.proof.Proofs;
import dev.countersign.reconcile.domain.ledger.AccountBalance;
import dev.countersign.reconcile.domain.ledger.LedgerAccount;
import dev.countersign.reconcile.service.Database;
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
        subcommands = LedgerCommand.TrialBalance.class)
public final class LedgerCommand extends CommandGroup {

    @Command(
            name = "trial-balance",
            description = "Shows what was debited and credited on each account in each currency.",
            footer = {
                "",
                "Above zero, a balance is a debit. The accounts are explained in jobs/docs/reports.md, "
                        + "under trial-balance."
            })
    static final class TrialBalance extends NightCommand {

        private static final Columns<AccountBalance> TABLE =
                sums(
                        Columns.<AccountBalance>of()
                                .text("account", AccountBalance::account)
                                .text("name", TrialBalance::nameOf)
                                .text("currency", AccountBalance::currency));

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
            Proofs proofs = new Proofs(Database.over(dataSource()));
            List<AccountBalance> balances =
                    proofs.balances(book.mode(), asOf == null ? EVERYTHING : asOf);
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
            remarkOpen();
            return DONE;
        }

        /** Says that more may be booked on the date, or before it. */
        private void remarkOpen() {
            LocalDate wanted = asOf;
            if (wanted != null
                    && queries()
                            .next(book.mode())
                            .map(next -> !wanted.isBefore(next))
                            .orElse(true)) {
                err().println(
                                "The night of %s is not complete: this is what is booked by now."
                                        .formatted(wanted));
            }
        }

        /** Returns the columns for programs. What people get besides comes last. */
        private Columns<AccountBalance> fields() {
            return sums(Columns.<AccountBalance>of()
                            .text("account", AccountBalance::account)
                            .text("currency", AccountBalance::currency))
                    .text("name", TrialBalance::nameOf)
                    .text("mode", balance -> book.mode().wire());
        }

        private static Columns<AccountBalance> sums(Columns<AccountBalance> columns) {
            return columns.amount("debit", AccountBalance::debit, AccountBalance::currency)
                    .amount("credit", AccountBalance::credit, AccountBalance::currency)
                    .amount("balance", AccountBalance::balance, AccountBalance::currency);
        }

        private static @Nullable String nameOf(AccountBalance balance) {
            return LedgerAccount.find(balance.account()).map(LedgerAccount::title).orElse(null);
        }
    }
}
