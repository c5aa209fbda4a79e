package dev.countersign.bench.race;

import dev.countersign.bench.load.BenchBook;
import dev.countersign.bench.report.Figure;
import dev.countersign.bench.stage.Child;
import dev.countersign.bench.stage.Stage;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jdbi.v3.core.Handle;

/**
 * Measurement of the requests decided per second where cards spend from funding accounts, beside
 * the same cards without: one account for all of them, and one for each customer.
 */
public final class FundedDecisions {

    private static final String MEASUREMENT = "decisions, funded";

    private final Course course;
    private final Stage stage;
    private final Scale.Feed scale;

    public FundedDecisions(Course course) {
        this.course = course;
        this.stage = course.stage();
        this.scale = course.scale().feed();
    }

    /** Measures it; in every other turn in the opposite order, so that none is always first. */
    public void run() throws InterruptedException {
        course.report().settings(Decisions.PRODUCT, ProductProcess.SETTINGS);
        String without = course.book(scale.cards());
        String one = funded(without, BenchBook::fundAllCards);
        String each = funded(without, BenchBook::fundEachCustomer);
        course.fill(1, scale.cards(), scale.messages());
        List<Turn> plain = new ArrayList<>();
        List<Turn> shared = new ArrayList<>();
        List<Turn> own = new ArrayList<>();
        for (int pair = 1; pair <= 2 * scale.pairs(); pair++) {
            course.tell("funds: turn " + pair + " of " + 2 * scale.pairs());
            if (pair % 2 == 1) {
                plain.add(turn(without));
                shared.add(turn(one));
                own.add(turn(each));
            } else {
                own.add(turn(each));
                shared.add(turn(one));
                plain.add(turn(without));
            }
        }
        add("without funding accounts", plain);
        add("one account for all cards", shared);
        add("one account a customer", own);
        course.report()
                .add(
                        Figure.atLeast(
                                "funds_one_account_to_none",
                                Turn.ratios(shared, plain, Turn::rate),
                                0.85,
                                0.95));
        course.report()
                .add(
                        Figure.atLeast(
                                "funds_account_a_customer_to_none",
                                Turn.ratios(own, plain, Turn::rate),
                                0.7,
                                0.85));
        stage.drop(each);
        stage.drop(one);
        stage.drop(without);
    }

    private String funded(String book, Consumer<Handle> funding) {
        String database = stage.copyOf(book);
        stage.database(database).useTransaction(funding::accept);
        stage.database(database).useHandle(handle -> handle.execute("vacuum analyze"));
        return database;
    }

    private Turn turn(String book) throws InterruptedException {
        String rows = stage.copyOf(book);
        try (Child child = course.stream(rows, 1)) {
            return Stopwatch.ofStream(stage, scale.secondsMax())
                    .measure(child, rows, scale.warmUpMessages(), scale.messages());
        } finally {
            stage.drop(rows);
        }
    }

    private void add(String contestant, List<Turn> turns) {
        course.report().add(Turn.line(MEASUREMENT, contestant, Decisions.UNIT, turns));
    }
}
