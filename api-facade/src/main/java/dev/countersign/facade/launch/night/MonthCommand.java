package dev.countersign.facade.launch.night;

import dev.countersign.facade.administer.argument.NonBlankText;
import dev.countersign.facade.approval.ApprovalPrompt;
import dev.countersign.facade.local.VaultOptions;
import dev.countersign.facade.output.Columns;
import dev.countersign.facade.output.CommandGroup;
import dev.countersign.facade.output.FormatOption;
import dev.countersign.jobs.month.Months;
import dev.countersign.jobs.month.Months.MonthStatus;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.operator.ApprovalKind;
import dev.countersign.reconcile.service.AuditContext;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.service.SystemTime;
import dev.countersign.reconcile.service.operations.Approvals;
import java.time.YearMonth;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The end of a month. */
@Command(
        name = "month",
        description = "Shows what stands in the way of closing a month, and closes it.",
        subcommands = {
            MonthCommand.Show.class,
            MonthCommand.SoftClose.class,
            MonthCommand.HardClose.class
        })
public final class MonthCommand extends CommandGroup {

    private static final Columns<MonthStatus> COLUMNS =
            Columns.<MonthStatus>of()
                    .text("mode", row -> row.mode().wire())
                    .text("month", MonthStatus::month)
                    .text("stage", row -> row.stage().wire())
                    .text(
                            "obstacles",
                            row ->
                                    row.obstacles().stream()
                                            .map(obstacle -> obstacle.wire())
                                            .collect(Collectors.joining(" ")))
                    .text("inputs_sha256", MonthStatus::inputs)
                    .text("unchanged", row -> row.unchanged() ? "yes" : "no");

    /** The base of all commands on a month, with what they need. */
    abstract static class MonthSubcommand extends NightCommand {

        @Parameters(paramLabel = "MONTH", description = "Such as 2026-11.")
        private @Nullable YearMonth month;

        @Mixin private ModeOption book = new ModeOption();

        @Mixin private FormatOption format = new FormatOption();

        abstract MonthStatus act(Months months, Mode of, YearMonth which);

        @Override
        public Integer call() {
            if (month == null) {
                throw misuse("Say which month.");
            }
            Months months = new Months(Database.over(dataSource()), SystemTime.clock());
            AuditContext.setSubject(Months.subject(book.mode(), month));
            MonthStatus status = act(months, book.mode(), month);
            format.print(COLUMNS, "Months of the " + book.book(), List.of(status), out());
            status.waysOut().forEach(err()::println);
            return DONE;
        }
    }

    @Command(
            name = "show",
            description = {
                "Shows how a month stands.",
                "Below the table each obstacle stands with what removes it. inputs_sha256 is the hash"
                        + " of all that the month was computed from; unchanged is no where a month that"
                        + " is closed for good would come out otherwise now."
            })
    static final class Show extends MonthSubcommand {

        @Override
        MonthStatus act(Months months, Mode of, YearMonth which) {
            return months.show(of, which);
        }
    }

    /** The same by somebody who is named. */
    abstract static class OperatorMonthCommand extends MonthSubcommand {

        @Option(
                names = "--by",
                paramLabel = "NAME",
                converter = NonBlankText.class,
                description = "Who does it; by default who is logged in.")
        String by = System.getProperty("user.name", "");
    }

    @Command(name = "soft-close", description = "Closes a month of which everything is proved.")
    static final class SoftClose extends OperatorMonthCommand {

        @Override
        MonthStatus act(Months months, Mode of, YearMonth which) {
            return months.softClose(of, which, by);
        }
    }

    @Command(
            name = "hard-close",
            description = "Closes a month for good; a second operator has to approve it.")
    static final class HardClose extends OperatorMonthCommand {

        @Mixin private ApprovalPrompt two = new ApprovalPrompt();

        @Mixin private VaultOptions vault = new VaultOptions();

        @Override
        MonthStatus act(Months months, Mode of, YearMonth which) {
            Database database = Database.over(dataSource());
            two.require(database, by, vault::open);
            Months both = new Months(database, SystemTime.clock());
            new Approvals(database, two.rule(database), SystemTime.clock())
                    .together(
                            ApprovalKind.HARD_CLOSE_MONTH,
                            Months.subject(of, which),
                            by,
                            two.approver(),
                            () -> both.hardClose(of, which, by, two.approver()));
            return months.show(of, which);
        }
    }
}
