package dev.countersign.bench.race;

import dev.countersign.bench.course.ApiProcess;
import dev.countersign.bench.course.Course;
import dev.countersign.bench.course.ProductProcess;
import dev.countersign.bench.load.BenchBook;
import dev.countersign.bench.load.BenchNight;
import dev.countersign.bench.load.ConsoleVisitor;
import dev.countersign.bench.report.Figure;
import dev.countersign.bench.report.Goal;
import dev.countersign.bench.report.Line;
import dev.countersign.bench.stage.Child;
import dev.countersign.bench.stage.Stage;
import dev.countersign.bench.stage.StageFailure;
import java.io.IOException;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.jdbi.v3.core.Jdbi;

/**
 * Every page of the console, over a book of a thousand cards and over one that is a thousand times
 * larger, in turns: how many times as long the one takes that grows most.
 */
public final class ConsolePages {

    private static final Duration NIGHT_MAX = Duration.ofHours(1);
    private static final int ROWS_PER_CARD = 10;
    private static final int SMALL_ROWS_MAX = 10_000;
    private static final int DAYS = 90;

    /**
     * More than a page shows of one day: the larger book is not to fill pages that others do not.
     */
    private static final int OF_A_DAY_MIN = 600;

    private static final int SHOWN = 6;
    private static final int WARM_UP_CALLS = 8;

    private final Course course;
    private final Stage stage;
    private final LocalDate yesterday = LocalDate.now(ZoneOffset.UTC).minusDays(1);

    public ConsolePages(Course course) {
        this.course = course;
        this.stage = course.stage();
    }

    /** A book that is read, and its visitor. */
    private record Contestant(
            String database, int rows, ApiProcess product, ConsoleVisitor visitor) {}

    /** Time that a page takes in each of the books: the medians, in milliseconds. */
    private record PageTime(String page, double small, double large) {

        double ratio() {
            return large / small;
        }
    }

    /** Measures it. */
    public void run() throws InterruptedException {
        int rows = course.scale().reads().rows();
        course.feed().recreate(1);
        try {
            Contestant small = prepare(Math.min(SMALL_ROWS_MAX, rows / 10));
            Contestant large = prepare(rows);
            report(small, large, inTurns(small, large));
            small.product().close();
            large.product().close();
            stage.drop(small.database());
            stage.drop(large.database());
        } catch (IOException e) {
            throw new StageFailure("the console does not answer", e);
        }
    }

    /** Writes three months of purchases, of which the last day went through its night. */
    private Contestant prepare(int rows) throws InterruptedException, IOException {
        int cards = Math.max(1, rows / ROWS_PER_CARD);
        int ofADay = Math.max(OF_A_DAY_MIN, rows / DAYS);
        course.log(
                String.format(
                        Locale.ROOT, "console: writing %d cards and %d transactions", cards, rows));
        String database = stage.emptyDatabase();
        ApiProcess product = ApiProcess.start(stage, database);
        Jdbi jdbi = stage.database(database);
        jdbi.useTransaction(handle -> BenchBook.write(handle, cards));
        BenchNight purchases = new BenchNight(jdbi, cards);
        purchases.write(yesterday, ofADay);
        try (Child child = ProductProcess.night(stage, database, yesterday.toString())) {
            child.awaitEnd(NIGHT_MAX);
        }
        purchases.addHistory(
                rows - ofADay,
                yesterday.minusDays(DAYS),
                Duration.ofDays(DAYS).toNanos() / 1_000 / rows);
        ConsoleVisitor visitor =
                ConsoleVisitor.first(
                        product.root(),
                        product.secret("CONSOLE_USER"),
                        product.secret("CONSOLE_PASSWORD"));
        return new Contestant(database, rows, product, visitor);
    }

    private List<PageTime> inTurns(Contestant small, Contestant large)
            throws IOException, InterruptedException {
        List<ConsoleAddresses.Address> ofSmall =
                ConsoleAddresses.of(stage.database(small.database()), yesterday);
        List<ConsoleAddresses.Address> ofLarge =
                ConsoleAddresses.of(stage.database(large.database()), yesterday);
        int calls = course.scale().reads().pageCalls();
        course.log(
                String.format(
                        Locale.ROOT, "console: %d pages, %d calls each", ofLarge.size(), calls));
        List<PageTime> timed = new ArrayList<>();
        for (int i = 0; i < ofLarge.size(); i++) {
            List<Double> one = new ArrayList<>();
            List<Double> other = new ArrayList<>();
            for (int call = 0; call < WARM_UP_CALLS + calls; call++) {
                double first = millis(small.visitor(), ofSmall.get(i).path());
                double second = millis(large.visitor(), ofLarge.get(i).path());
                if (call >= WARM_UP_CALLS) {
                    one.add(first);
                    other.add(second);
                }
            }
            timed.add(
                    new PageTime(ofLarge.get(i).page(), Figure.median(one), Figure.median(other)));
        }
        return timed;
    }

    private static double millis(ConsoleVisitor visitor, String path)
            throws IOException, InterruptedException {
        long begun = System.nanoTime();
        var unused = visitor.page(path);
        return (System.nanoTime() - begun) / 1e6;
    }

    private void report(Contestant small, Contestant large, List<PageTime> timed) {
        List<PageTime> steepest =
                timed.stream()
                        .sorted(Comparator.comparingDouble(PageTime::ratio).reversed())
                        .toList();
        course.report()
                .settings(
                        "pages",
                        String.format(
                                        Locale.ROOT,
                                        "all %d of the console, with searches by each thing that can be searched by; medians",
                                        timed.size())
                                + " of calls in turns; shown are those that grow most");
        for (PageTime page : steepest.subList(0, Math.min(SHOWN, steepest.size()))) {
            report(small, page.page(), page.small());
            report(large, page.page(), page.large());
        }
        course.report()
                .add(
                        Figure.of(
                                Goal.STEEPEST_PAGE_LARGE_TO_SMALL,
                                List.of(steepest.getFirst().ratio())));
    }

    private void report(Contestant contestant, String page, double millis) {
        String measurement =
                String.format(Locale.ROOT, "page over %d transactions", contestant.rows());
        course.report().add(Line.of(measurement, page, millis, "ms"));
    }
}
