package dev.countersign.ingest.feed;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The number of cards that an owner fetches ahead, turn by turn. */
class PrefetchPacerTest {

    private static final Duration QUICK = Duration.ofMillis(20);
    private static final Duration SLOW = Duration.ofMillis(101);

    private final PrefetchPacer pace = new PrefetchPacer();

    @Test
    void beginsWithFewHoweverManyMessagesThereAre() {
        assertThat(pace.cardsBeside(0)).isEqualTo(100);
        assertThat(pace.cardsBeside(1)).isEqualTo(100);
        assertThat(pace.cardsBeside(2_000)).isEqualTo(100);
    }

    @Test
    void fetchesThreeForEachMessageOnceThatIsSeenToGoQuickly() {
        speedUp();

        assertThat(pace.cardsBeside(1)).isEqualTo(100);
        assertThat(pace.cardsBeside(200)).isEqualTo(600);
        assertThat(pace.cardsBeside(1_000_000)).isEqualTo(6_000);
        assertThat(pace.cardsBeside(0)).isEqualTo(500);
    }

    @Test
    void fetchesAtMostTwiceWhatWentQuickly() {
        for (int turn = 0; turn < 20; turn++) {
            pace.took(pace.cardsBeside(0), QUICK);
        }

        assertThat(pace.cardsBeside(2_000)).as("after 500 in each turn").isEqualTo(1_000);
    }

    @Test
    void fetchesHalfAsManyAfterATurnThatTookLong() {
        speedUp();

        pace.took(pace.cardsBeside(0), SLOW);
        assertThat(pace.cardsBeside(0)).isEqualTo(250);
        pace.took(pace.cardsBeside(2_000), SLOW);
        assertThat(pace.cardsBeside(2_000)).isEqualTo(125);
        pace.took(pace.cardsBeside(1), SLOW);
        assertThat(pace.cardsBeside(1)).isEqualTo(50);
    }

    @Test
    void alwaysFetchesSomeAndRecovers() {
        for (int turn = 0; turn < 20; turn++) {
            pace.took(pace.cardsBeside(1), SLOW);
        }
        assertThat(pace.cardsBeside(1)).isEqualTo(10);

        pace.took(10, QUICK);

        assertThat(pace.cardsBeside(1)).isEqualTo(20);
    }

    @Test
    void beginsCarefullyAgainAfterTrouble() {
        speedUp();

        pace.beginAnew();

        assertThat(pace.cardsBeside(2_000)).isEqualTo(100);
    }

    private void speedUp() {
        for (int turn = 0; turn < 10; turn++) {
            pace.took(pace.cardsBeside(2_000), QUICK);
        }
    }
}
