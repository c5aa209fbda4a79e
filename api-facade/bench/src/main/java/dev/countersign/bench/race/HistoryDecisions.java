package dev.countersign.bench.race;

import dev.countersign.bench.course.Contest;
import dev.countersign.bench.course.Course;
import dev.countersign.bench.course.Scale;
import dev.countersign.bench.course.Turn;
import dev.countersign.bench.race.DecisionBytes.WrittenBytes;
import dev.countersign.bench.report.Figure;
import dev.countersign.bench.report.Goal;
import dev.countersign.bench.report.Line;
import dev.countersign.bench.stage.Child;
import dev.countersign.bench.stage.Stage;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Measurement of the requests decided per second beside months of old transactions, with two
 * checkpoints in the time that is measured and the database's own cleaning on, beside the same into
 * an empty table; and of the bytes that a decision writes there.
 */
public final class HistoryDecisions {

    private static final String EMPTY = "empty table";
    private static final int LOOK_EVERY_MS = 20;

    private final Course course;
    private final Stage stage;
    private final Scale.Feed scale;

    public HistoryDecisions(Course course) {
        this.course = course;
        this.stage = course.stage();
        this.scale = course.scale().feed();
    }

    /** A turn, and what a decision of it wrote. */
    private record HistoryTurn(Turn turn, WrittenBytes written) {}

    /** Measures it. */
    public void run() throws InterruptedException {
        int cards = course.scale().bookCards();
        int rows = course.scale().historyRows();
        String old = String.format(Locale.ROOT, "%d old transactions", rows);
        String empty = course.book(cards);
        String history = course.history(cards, rows);
        course.fill(1, cards, scale.messages());
        stage.autovacuum(true);
        Contest<HistoryTurn> race =
                new Contest<HistoryTurn>(course, "decisions, with a history")
                        .enter(EMPTY, () -> turn(empty))
                        .enter(old, () -> turn(history))
                        .run(course.scale().turns());
        stage.autovacuum(false);
        stage.drop(history);
        stage.drop(empty);
        for (String contestant : race.contestants()) {
            List<Turn> turns = race.of(contestant).stream().map(HistoryTurn::turn).toList();
            course.report().add(Turn.line(race.title(), contestant, Decisions.UNIT, turns));
            bytes(race, contestant, "bytes of rows and indexes", each -> each.written().rows());
            bytes(race, contestant, "bytes of write-ahead log", each -> each.written().log());
        }
        race.compare(Goal.HISTORY_TO_EMPTY, old, EMPTY, each -> each.turn().rate());
        course.report()
                .add(
                        Figure.of(
                                Goal.HISTORY_DECISION_BYTES,
                                race.of(old).stream().map(each -> each.written().rows()).toList()));
        course.report()
                .add(
                        Figure.of(
                                Goal.HISTORY_DECISION_LOG_BYTES,
                                race.of(old).stream().map(each -> each.written().log()).toList()));
    }

    private void bytes(
            Contest<HistoryTurn> race,
            String contestant,
            String unit,
            ToDoubleFunction<HistoryTurn> what) {
        course.report().add(Line.of("a decision", contestant, race.median(contestant, what), unit));
    }

    private HistoryTurn turn(String book) throws InterruptedException {
        String database = stage.copyOf(book);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
                Child child = course.stream(database, 1)) {
            WrittenBytes before = WrittenBytes.now(stage, database);
            Future<?> checkpoints = threads.submit(() -> checkpoints(child, database));
            Turn turn =
                    course.stopwatch()
                            .measure(child, database, scale.warmUpMessages(), scale.messages());
            checkpoints.get();
            double decided = stage.number(database, course.stopwatch().position());
            return new HistoryTurn(turn, WrittenBytes.now(stage, database).since(before, decided));
        } catch (ExecutionException e) {
            throw new IllegalStateException("no checkpoint was made", e);
        } finally {
            stage.drop(database);
        }
    }

    /** One as what is measured begins, and one in the middle of it. */
    private @Nullable Void checkpoints(Child child, String database) throws InterruptedException {
        int measured = scale.messages() - scale.warmUpMessages();
        for (int at : List.of(scale.warmUpMessages(), scale.warmUpMessages() + measured / 2)) {
            while (stage.number(database, course.stopwatch().position()) < at) {
                child.requireAlive();
                Thread.sleep(LOOK_EVERY_MS); // the database tells nobody what is committed
            }
            stage.checkpoint();
        }
        return null;
    }
}
