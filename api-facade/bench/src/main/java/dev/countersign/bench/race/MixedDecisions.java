package dev.countersign.bench.race;

import dev.countersign.bench.course.Contest;
import dev.countersign.bench.course.Course;
import dev.countersign.bench.course.Scale;
import dev.countersign.bench.course.Turn;
import dev.countersign.bench.load.BenchBook;
import dev.countersign.bench.load.BenchMessages;
import dev.countersign.bench.report.Goal;
import dev.countersign.bench.stage.Stage;
import java.time.LocalDate;
import java.time.ZoneOffset;

/**
 * Measurement of the messages taken per second from a feed as it is: requests of which some are
 * declined, clearings of all kinds, refunds, reversals, increments, and one in a hundred twice;
 * beside plain requests on the same cards.
 */
public final class MixedDecisions {

    private static final String MIXED = "mixed feed";
    private static final String PLAIN = "plain requests";

    private final Course course;
    private final Stage stage;
    private final Scale.Feed scale;
    private String filled = "";

    public MixedDecisions(Course course) {
        this.course = course;
        this.stage = course.stage();
        this.scale = course.scale().feed();
    }

    /** Measures it. */
    public void run() throws InterruptedException {
        String plain = course.book(scale.cards());
        String book = course.changed(plain, BenchBook::giveSimulatedRules);
        stage.drop(plain);
        Contest<Turn> race =
                new Contest<Turn>(course, "messages, 1 partition")
                        .enter(PLAIN, () -> turn(PLAIN, book))
                        .enter(MIXED, () -> turn(MIXED, book))
                        .run(course.scale().turns());
        stage.drop(book);
        course.report()
                .settings(
                        MIXED,
                        "the product's simulator over ten days, of which the first half is the warm-up");
        Turn.report(course, race, "messages/s");
        race.compare(Goal.MIXED_TO_PLAIN, MIXED, PLAIN, Turn::rate);
    }

    private Turn turn(String feed, String book) throws InterruptedException {
        if (!filled.equals(feed)) {
            fill(feed);
            filled = feed;
        }
        return course.decide(book, 1);
    }

    private void fill(String feed) throws InterruptedException {
        if (feed.equals(PLAIN)) {
            course.fill(1, BenchMessages.ofToday(scale.cards()), scale.messages());
            return;
        }
        course.fillMixed(
                scale.cards(), LocalDate.now(ZoneOffset.UTC).minusDays(1), scale.messages());
    }
}
