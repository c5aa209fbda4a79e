package dev.countersign.facade.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import org.junit.jupiter.api.Test;

class NextNightsTest {

    private static final LocalDate TODAY = LocalDate.parse("2026-11-28");

    @Test
    void beginsWithTheDayOfTheMessagesWhereThatIsNext() {
        assertThat(sentence("2026-11-27", "2026-11-27"))
                .startsWith("Next, the night of 2026-11-27:")
                .endsWith("job run nightly --business-date 2026-11-27 --mode sandbox");
    }

    @Test
    void beginsWithTheNightsThatAreMissingBeforeIt() {
        assertThat(sentence("2026-11-25", "2026-11-27"))
                .startsWith("Next, the night of 2026-11-25, then of each date to 2026-11-27:")
                .endsWith("--business-date 2026-11-25 --mode sandbox");
    }

    @Test
    void suggestsNoNightThatWouldBeRefusedAsOpen() {
        assertThat(sentence("2026-11-28", "2026-11-27"))
                .isEqualTo(
                        "The night of 2026-11-28 settles them, and can be run when that day has"
                                + " ended (UTC).");
    }

    private static String sentence(String next, String last) {
        return new NextNights(LocalDate.parse(next), LocalDate.parse(last), TODAY).sentence();
    }
}
