package dev.countersign.facade.launch.night;

import dev.countersign.facade.administer.argument.NonBlankText;
import dev.countersign.facade.approval.ApprovalPrompt;
import dev.countersign.facade.approval.ApprovalProperties;
import dev.countersign.facade.console.breaks.WriteOffOutlook;
import dev.countersign.facade.local.VaultOptions;
import dev.countersign.facade.output.Columns;
import dev.countersign.facade.output.CommandGroup;
import dev.countersign.facade.output.FormatOption;
import dev.countersign.reconcile.Console;
import dev.countersign.reconcile.Reconcile;
import dev.countersign.reconcile.domain.breaks.AgeBucket;
import dev.countersign.reconcile.domain.breaks.BreakFilter;
import dev.countersign.reconcile.domain.breaks.BreakRecord;
import dev.countersign.reconcile.domain.breaks.BreakState;
import dev.countersign.reconcile.domain.breaks.BreakType;
import dev.countersign.reconcile.domain.breaks.ClosingMethod;
import dev.countersign.reconcile.domain.breaks.ClosingRequest;
import dev.countersign.reconcile.domain.breaks.Severity;
import dev.countersign.reconcile.domain.id.BreakId;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.id.TransactionId;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.service.SystemTime;
import dev.countersign.reconcile.service.operations.BreakQueue;
import dev.countersign.reconcile.service.operations.Breaks;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Breaks that an operator has to explain. */
@Command(
        name = "breaks",
        description = "Lists the breaks that were found, and works on them.",
        subcommands = {
            BreaksCommand.BreakList.class,
            BreaksCommand.Assign.class,
            BreaksCommand.Explain.class,
            BreaksCommand.Resolve.class,
            BreaksCommand.WriteOffCommand.class,
            BreaksCommand.Identify.class,
            BreaksCommand.Match.class
        })
public final class BreaksCommand extends CommandGroup {

    private static final int ROWS_SCANNED_MAX = 1_000;

    private static Columns<BreakRecord> columns(LocalDate today) {
        return Columns.<BreakRecord>of()
                .text("id", BreakRecord::id)
                .text("type", entry -> entry.type().name())
                .text("severity", entry -> entry.severity().wire())
                .amount("amount", BreakRecord::minor, BreakRecord::currency)
                .text("currency", BreakRecord::currency)
                .text("card_id", BreakRecord::cardId)
                .text("transaction_id", BreakRecord::transactionId)
                .text("clearing_id", BreakRecord::clearingId)
                .text("state", entry -> entry.state().wire())
                .text("origin_date", BreakRecord::origin)
                .number("age_days", entry -> AgeBucket.days(entry.origin(), today))
                .text("owner", BreakRecord::owner)
                .text("resolution", BreakRecord::resolution)
                .text("mode", BreaksCommand::modeOf)
                .details(
                        "state",
                        "origin_date",
                        "age_days",
                        "mode",
                        "owner",
                        "resolution",
                        "card_id",
                        "transaction_id",
                        "clearing_id");
    }

    private static @Nullable String modeOf(BreakRecord entry) {
        return entry.mode() == null ? null : entry.mode().wire();
    }

    /** The base of all commands on breaks, with what they need. */
    abstract static class BreaksSubcommand extends NightCommand {

        @Mixin private FormatOption format = new FormatOption();

        final Breaks breaks() {
            Database database = database();
            return Reconcile.openBreaks(
                    database,
                    ApprovalProperties.ofCommand(database).resolution(),
                    SystemTime.clock());
        }

        final BreakQueue queue(Database database, Breaks breaks, ApprovalPrompt two) {
            return new BreakQueue(
                    database, database, breaks, two.rule(database), SystemTime.clock());
        }

        final Database database() {
            return Database.over(dataSource());
        }

        final void print(String title, List<BreakRecord> entries) {
            Instant now = SystemTime.clock().instant();
            format.print(columns(LocalDate.ofInstant(now, ZoneOffset.UTC)), title, entries, out());
        }
    }

    @Command(name = "list", description = "Lists breaks, the newest first.")
    static final class BreakList extends BreaksSubcommand {

        @Mixin private ModeFilter books = new ModeFilter();

        @Option(
                names = "--business-date",
                paramLabel = "DATE",
                description = "Only those that began on this date.")
        private @Nullable LocalDate date;

        @Option(
                names = "--state",
                paramLabel = "open|investigating|resolved|written_off",
                description = "Only those in this state.")
        private @Nullable BreakState state;

        @Option(
                names = "--type",
                paramLabel = "TYPE",
                description = "Only those of this type, such as AMOUNT_OVER.")
        private @Nullable BreakType type;

        @Option(
                names = "--severity",
                paramLabel = "critical|high|medium|low|info",
                description = "Only those of this severity.")
        private @Nullable Severity severity;

        @Option(names = "--owner", paramLabel = "NAME", description = "Only those of this owner.")
        private @Nullable String owner;

        @Override
        public Integer call() {
            Breaks breaks = breaks();
            BreakFilter filter = new BreakFilter(books.mode(), date, state, type, severity, owner);
            List<BreakRecord> all = new ArrayList<>();
            BreakId after = null;
            List<BreakRecord> page = breaks.list(filter, after, ROWS_SCANNED_MAX);
            while (!page.isEmpty()) {
                all.addAll(page);
                after = page.getLast().id();
                page = breaks.list(filter, after, ROWS_SCANNED_MAX);
            }
            print(
                    "Breaks of the " + books.books() + (state == null ? ", closed ones too" : ""),
                    all);
            return DONE;
        }
    }

    /** A command on one break. */
    abstract static class SingleBreakCommand extends BreaksSubcommand {

        @Parameters(paramLabel = "brk_…", description = "The break, as 'breaks list' shows it.")
        private String id = "";

        @Option(
                names = "--by",
                paramLabel = "NAME",
                converter = NonBlankText.class,
                description = "Who does it; by default who is logged in.")
        private String by = System.getProperty("user.name", "");

        abstract BreakRecord act(Breaks breaks, BreakId of, String operator);

        @Override
        public Integer call() {
            BreakId wanted =
                    BreakId.parse(id).orElseThrow(() -> misuse("'" + id + "' is not a break id."));
            BreakRecord entry = act(breaks(), wanted, by);
            print("Break of the " + modeOf(entry) + " book", List.of(entry));
            return DONE;
        }
    }

    @Command(
            name = "assign",
            description = "Assigns a break to an operator or a desk, who investigates it.")
    static final class Assign extends SingleBreakCommand {

        @Option(
                names = "--to",
                required = true,
                paramLabel = "NAME",
                converter = NonBlankText.class,
                description = "To whom.")
        private String to = "";

        @Override
        BreakRecord act(Breaks breaks, BreakId of, String operator) {
            BreakRecord assigned = breaks.assign(of, to, operator);
            if (Console.findOperator(database(), to).isEmpty()) {
                err().println(
                                "There is no operator '%s': the break is assigned to that name."
                                        .formatted(to));
            }
            return assigned;
        }
    }

    @Command(
            name = "explain",
            description = "Writes down what was found out; the break stays open.")
    static final class Explain extends SingleBreakCommand {

        @Option(
                names = "--reason",
                required = true,
                paramLabel = "TEXT",
                converter = NonBlankText.class,
                description = "What.")
        private String reason = "";

        @Override
        BreakRecord act(Breaks breaks, BreakId of, String operator) {
            return breaks.explain(of, reason, operator);
        }
    }

    /** A command that closes a break, with a second operator where it takes one. */
    abstract static class ClosingCommand extends SingleBreakCommand {

        @Mixin private ApprovalPrompt two = new ApprovalPrompt();

        @Mixin private VaultOptions vault = new VaultOptions();

        final boolean alone() {
            return two.approver().isEmpty();
        }

        /** Closes it where both operators gave their passwords. */
        final BreakRecord together(
                Breaks breaks, BreakId of, ClosingRequest wanted, String operator) {
            Database database = database();
            two.require(database, operator, vault::open);
            return queue(database, breaks, two).close(of, wanted, operator, two.approver());
        }
    }

    /** The same with a reason. */
    abstract static class ReasonedClosingCommand extends ClosingCommand {

        @Option(
                names = "--reason",
                required = true,
                paramLabel = "TEXT",
                converter = NonBlankText.class,
                description = "Why.")
        String reason = "";
    }

    @Command(
            name = "resolve",
            description =
                    "Closes a break that is explained; one that is severe or large takes a second"
                            + " operator.")
    static final class Resolve extends ReasonedClosingCommand {

        @Override
        BreakRecord act(Breaks breaks, BreakId of, String operator) {
            return alone()
                    ? breaks.resolve(of, reason, operator)
                    : together(
                            breaks, of, ClosingRequest.of(ClosingMethod.RESOLVE, reason), operator);
        }
    }

    @Command(
            name = "identify",
            description =
                    "Names the card that a record of an unknown card belongs to; the next night posts"
                            + " it. A break that is severe or large takes a second operator.")
    static final class Identify extends ClosingCommand {

        @Option(names = "--card", required = true, paramLabel = "card_…", description = "The card.")
        private String card = "";

        @Override
        BreakRecord act(Breaks breaks, BreakId of, String operator) {
            CardId named =
                    CardId.parse(card)
                            .orElseThrow(() -> misuse("'" + card + "' is not a card id."));
            return alone()
                    ? breaks.identify(of, named, operator)
                    : together(breaks, of, ClosingRequest.identify(named), operator);
        }
    }

    @Command(
            name = "match",
            description =
                    "Matches the clearing record that a break is about to another transaction of its"
                            + " card; the next night posts it there. Matching it back is the same"
                            + " command again. A break that is severe or large takes a second"
                            + " operator.")
    static final class Match extends ReasonedClosingCommand {

        @Option(
                names = "--to",
                required = true,
                paramLabel = "txn_…",
                description = "The transaction that it belongs to.")
        private String to = "";

        @Override
        BreakRecord act(Breaks breaks, BreakId of, String operator) {
            TransactionId target =
                    TransactionId.parse(to)
                            .orElseThrow(() -> misuse("'" + to + "' is not a transaction id."));
            return alone()
                    ? breaks.match(of, target, reason, operator)
                    : together(breaks, of, ClosingRequest.match(target, reason), operator);
        }
    }

    @Command(
            name = "write-off",
            description = "Writes a break off; a second operator has to approve it.")
    static final class WriteOffCommand extends ReasonedClosingCommand {

        @Override
        BreakRecord act(Breaks breaks, BreakId of, String operator) {
            List<String> does =
                    breaks.find(of)
                            .map(entry -> WriteOffOutlook.of(entry, breaks.foresee(entry)))
                            .map(WriteOffOutlook::sentences)
                            .orElse(List.of());
            BreakRecord writtenOff =
                    together(
                            breaks,
                            of,
                            ClosingRequest.of(ClosingMethod.WRITE_OFF, reason),
                            operator);
            does.forEach(err()::println);
            return writtenOff;
        }
    }
}
