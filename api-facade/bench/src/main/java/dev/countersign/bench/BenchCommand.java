package dev.countersign.bench;

import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.CREATE;

import dev.countersign.bench.course.Course;
import dev.countersign.bench.course.Scale;
import dev.countersign.bench.load.FeedTopic;
import dev.countersign.bench.race.BookDecisions;
import dev.countersign.bench.race.BusyHours;
import dev.countersign.bench.race.ConsolePages;
import dev.countersign.bench.race.DecisionBytes;
import dev.countersign.bench.race.Decisions;
import dev.countersign.bench.race.HistoryDecisions;
import dev.countersign.bench.race.Latency;
import dev.countersign.bench.race.MixedDecisions;
import dev.countersign.bench.race.MixedNight;
import dev.countersign.bench.race.NightGrowth;
import dev.countersign.bench.race.Recovery;
import dev.countersign.bench.race.RestReads;
import dev.countersign.bench.race.RestWrites;
import dev.countersign.bench.race.Settlement;
import dev.countersign.bench.race.StreamGrowth;
import dev.countersign.bench.report.HtmlPage;
import dev.countersign.bench.report.Report;
import dev.countersign.bench.stage.CpuTime;
import dev.countersign.bench.stage.Jars;
import dev.countersign.bench.stage.Machine;
import dev.countersign.bench.stage.Stage;
import dev.countersign.bench.stage.StageFailure;
import dev.countersign.facade.output.FormatOption;
import dev.countersign.facade.output.TerminalCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

/** Measures the product on this machine, with its floors and its peers in the same run. */
@Command(
        name = "countersign bench",
        description =
                "Measures Countersign on this machine, beside what the machine allows and what an engineer "
                        + "would build instead, in one run in which they take turns. It brings its own "
                        + "PostgreSQL and Kafka in a temporary directory and leaves nothing behind. Rates "
                        + "of a busy machine are worth little; the ratios, which the goals are about, hold "
                        + "better.",
        footer = {
            "",
            "'bench "
                    + BenchCommand.MICRO
                    + " [NAME]' runs the microbenchmarks of the codec, the decision and the matcher "
                    + "instead: all, or those with NAME in theirs. It takes no options."
        },
        mixinStandardHelpOptions = true)
final class BenchCommand extends TerminalCommand {

    /** Not a measurement: JMH has a table of its own. */
    static final String MICRO = "micro";

    private static final int CARDS_MIN = 1_000;
    private static final int ROWS_MIN = 1_000;

    @Parameters(
            paramLabel =
                    "decisions|mixed|book|history|funds|latency|hours|writes|recovery|settlement|night|totals|growth|rest|console",
            arity = "0..*",
            description =
                    "What is measured; everything by default. With --quick only what takes no large "
                            + "books, and the rest when it is named, with small ones.")
    private List<String> chosen = List.of();

    @Option(
            names = "--quick",
            description = "One turn of each, in the small: to see, and not to argue with.")
    private boolean quick;

    @Option(
            names = "--turns",
            paramLabel = "N",
            description =
                    "How often contestants take turns; by default five times, below which nothing is "
                            + "decided.")
    private @Nullable Integer turns;

    @Option(
            names = "--cards",
            paramLabel = "N",
            description = "Cards of the books of real use; by default a million.")
    private @Nullable Integer cards;

    @Option(
            names = "--rows",
            paramLabel = "N",
            description =
                    "Old transactions of the history beside which decisions are measured; by default "
                            + "twenty million, of 700 bytes each.")
    private @Nullable Integer rows;

    @Option(names = "--tiny", hidden = true)
    private boolean tiny;

    @Option(
            names = "--html",
            paramLabel = "FILE",
            description =
                    "Also writes the report as a page with plots. Its directory must be there.")
    private @Nullable Path html;

    @Option(
            names = "--directory",
            paramLabel = "DIR",
            description = {
                "Where the temporary directory goes; by default where the system has its own.",
                "A disk in memory makes everything look durable that is not."
            })
    private Path directory = Path.of(System.getProperty("java.io.tmpdir"));

    @Mixin private FormatOption format = new FormatOption();

    @Override
    public Integer call() throws InterruptedException {
        Set<Measurement> wanted = wanted();
        requireAtLeast("--turns", turns, 1);
        requireAtLeast("--cards", cards, CARDS_MIN);
        requireAtLeast("--rows", rows, ROWS_MIN);
        requireDirectory("--directory", directory);
        if (html != null) {
            requireFile("--html", html);
        }
        try {
            Jars jars = Jars.find();
            try (Stage stage = Stage.in(directory, jars)) {
                return run(stage, jars, wanted);
            }
        } catch (StageFailure e) {
            print(e);
            return FAILED;
        }
    }

    private int run(Stage stage, Jars jars, Set<Measurement> wanted) throws InterruptedException {
        try {
            Instant begun = Instant.now().truncatedTo(ChronoUnit.SECONDS);
            List<String> machine = Machine.description(directory);
            err().println("Starting PostgreSQL and Kafka ...");
            stage.start();
            Scale scale =
                    (tiny ? Scale.TINY : quick ? Scale.QUICK : Scale.FULL).with(turns, cards, rows);
            Report report = new Report();
            report.settings("JVM", jars.jvmSettings());
            FeedTopic feed = new FeedTopic(stage.brokers());
            feed.flushEachAppend(false);
            boolean complete = measure(new Course(stage, feed, scale, report, err()), wanted);
            List<String> where = new ArrayList<>();
            where.add("run: %s, %s".formatted(begun, size()));
            where.addAll(Machine.with(machine, stage.postgresSettings(), CpuTime.known()));
            report.print(format.format(), where, out());
            if (html != null) {
                HtmlPage.write(report, where, html);
            }
            return complete ? DONE : FAILED;
        } catch (IOException e) {
            err().println("--html: " + html + " could not be written because of " + e);
            return FAILED;
        } catch (RuntimeException e) {
            if (!stage.isAskedToEnd()) {
                print(e);
            }
            return FAILED;
        }
    }

    /** The sentence of what failed, and what lies behind it; of a fault of our own, where it is. */
    private void print(RuntimeException failure) {
        if (failure instanceof StageFailure) {
            err().println(failure.getMessage());
            for (Throwable cause = failure.getCause(); cause != null; cause = cause.getCause()) {
                err().println("  because of " + cause);
            }
        } else {
            failure.printStackTrace(err());
        }
    }

    private String size() {
        return quick || tiny
                ? "one turn, small books, young processes: to see; the goals are meant for the full run"
                : "in full";
    }

    private void requireAtLeast(String option, @Nullable Integer given, int least) {
        if (given != null && given < least) {
            throw misuse(option + ": at least " + least + " are needed to measure, not " + given);
        }
    }

    /** Before anything is measured: afterwards it would be too late to say so. */
    private void requireDirectory(String option, @Nullable Path named) {
        if (named == null || !Files.isDirectory(named) || !Files.isWritable(named)) {
            throw misuse(option + ": there is no directory " + named + " that can be written to");
        }
    }

    private void requireFile(String option, Path named) {
        if (Files.isDirectory(named)) {
            throw misuse(option + ": " + named + " is a directory, not a file");
        }
        requireDirectory(option, named.toAbsolutePath().getParent());
        try {
            boolean isNew = Files.notExists(named);
            Files.newOutputStream(named, CREATE, APPEND).close();
            if (isNew) {
                Files.delete(named);
            }
        } catch (IOException e) {
            throw misuse(option + ": " + named + " cannot be written because of " + e, e);
        }
    }

    /** Makes all measurements that are wanted, and says whether each of them came to its end. */
    private boolean measure(Course course, Set<Measurement> wanted) throws InterruptedException {
        boolean complete = true;
        Set<Measurement> races = EnumSet.copyOf(wanted);
        if (races.contains(Measurement.SETTLEMENT)) {
            races.remove(Measurement.TOTALS); // it measures these as well
        }
        for (Measurement each : races) {
            try {
                measure(course, each);
            } catch (RuntimeException e) {
                if (course.stage().isAskedToEnd()) {
                    throw e;
                }
                print(e);
                course.report().failed(each.name().toLowerCase(Locale.ROOT));
                complete = false;
            }
        }
        return complete;
    }

    private static void measure(Course course, Measurement wanted) throws InterruptedException {
        switch (wanted) {
            case DECISIONS -> new Decisions(course).run();
            case FUNDS -> new BookDecisions(course).runFunds();
            case MIXED -> new MixedDecisions(course).run();
            case BOOK -> new BookDecisions(course).run();
            case HISTORY -> new HistoryDecisions(course).run();
            case NIGHT -> new MixedNight(course).run();
            case SETTLEMENT -> new Settlement(course).run(true);
            case TOTALS -> new Settlement(course).run(false);
            case GROWTH -> {
                new StreamGrowth(course).run();
                new DecisionBytes(course).run();
                new NightGrowth(course).run();
            }
            case LATENCY -> new Latency(course).run();
            case HOURS -> new BusyHours(course).run();
            case WRITES -> new RestWrites(course).run();
            case RECOVERY -> new Recovery(course).run();
            case REST -> new RestReads(course).run();
            case CONSOLE -> new ConsolePages(course).run();
        }
    }

    private Set<Measurement> wanted() {
        if (!chosen.isEmpty()) {
            Set<Measurement> named = EnumSet.noneOf(Measurement.class);
            for (String name : chosen) {
                if (name.equalsIgnoreCase(MICRO)) {
                    throw misuse(
                            "The microbenchmarks run alone and take no options: bench "
                                    + MICRO
                                    + " [NAME]");
                }
                try {
                    named.add(Bench.oneOf(Measurement.class, name));
                } catch (TypeConversionException e) {
                    throw misuse(e.getMessage(), e);
                }
            }
            return named;
        }
        // To write their books takes longer than a quick run may.
        return quick
                ? EnumSet.of(
                        Measurement.DECISIONS,
                        Measurement.LATENCY,
                        Measurement.RECOVERY,
                        Measurement.SETTLEMENT,
                        Measurement.TOTALS,
                        Measurement.REST)
                : EnumSet.allOf(Measurement.class);
    }
}
