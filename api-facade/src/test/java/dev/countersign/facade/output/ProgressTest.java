package dev.countersign.facade.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class ProgressTest {

    private final StringWriter text = new StringWriter();
    private long nanos;

    @Test
    void aTerminalSeesOneLineThatIsWrittenOver() {
        Progress progress = progress(5_000, true);

        nanos = 100_000_000L;
        progress.at(100);
        nanos = 1_000_000_000L;
        progress.at(1_000);
        nanos = 5_000_000_000L;
        progress.end(5_000);

        assertThat(text)
                .hasToString(
                        "\r\u001b[K1000 of 5000 cards, 1000/s, 5 s left"
                                + "\r\u001b[K5000 of 5000 cards, 1000/s\n");
    }

    @Test
    void elsewhereALineComesNowAndThen() {
        Progress progress = progress(1_000_000, false);

        nanos = 9_000_000_000L;
        progress.at(900);
        nanos = 10_000_000_000L;
        progress.at(1_000);
        nanos = 11_000_000_000L;
        progress.at(1_100);
        nanos = 20_000_000_000L;
        progress.end(200_000);

        assertThat(text)
                .hasToString(
                        """
                        1000 of 1000000 cards, 100/s, 2 h 46 min left
                        200000 of 1000000 cards, 10000/s, 1 min left
                        """);
    }

    @Test
    void nothingToDoIsDoneAtOnce() {
        progress(0, false).end(0);

        assertThat(text).hasToString("0 of 0 cards\n");
    }

    private Progress progress(long total, boolean terminal) {
        return new Progress("cards", total, new PrintWriter(text), terminal, () -> nanos);
    }
}
