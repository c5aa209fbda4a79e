package dev.countersign.facade.launch.health;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import dev.countersign.facade.testkit.CapturedLog;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WatchedServerTest {

    private final CapturedLog log = CapturedLog.of(ServerOutages.class.getName(), Level.INFO);

    private Instant now = Instant.parse("2026-11-21T12:00:00Z");
    private boolean answers = true;

    private final WatchedServer broker =
            new WatchedServer(
                    "The broker",
                    IllegalStateException.class::isInstance,
                    () -> {
                        if (!answers) {
                            throw new IllegalStateException("refused");
                        }
                        return true;
                    },
                    () -> now);

    @AfterEach
    void stopListening() {
        log.close();
    }

    private List<String> said() {
        return log.messages(Level.INFO);
    }

    private void meetTrouble(String why) {
        assertThat(broker.suspect(new RuntimeException(new IllegalStateException(why)))).isTrue();
        broker.check();
    }

    @Test
    void saysWhatDoesNotWorkAlthoughTheServerAnswersAndThatSeldom() {
        broker.check();
        assertThat(said()).isEmpty();

        for (int i = 0; i < 100; i++) {
            meetTrouble("the topic is missing");
            now = now.plusSeconds(2);
        }
        assertThat(said())
                .containsExactly(
                        "The broker answers, but not everything works with it; what needs that"
                                + " waits: the topic is missing");
        now = now.plus(Duration.ofMinutes(5));
        meetTrouble("too few replicas");
        assertThat(said()).hasSize(2).last().asString().endsWith("too few replicas");
    }

    @Test
    void saysOnceThatTheServerDoesNotAnswerAndOnceThatItDoesAgain() {
        answers = false;
        meetTrouble("away");
        meetTrouble("away");
        answers = true;
        now = now.plusSeconds(7);
        meetTrouble("away");

        assertThat(said()).hasSize(2);
        assertThat(said().getFirst()).startsWith("The broker does not answer");
        assertThat(said().getLast()).isEqualTo("The broker answers again, after 7 s.");
    }

    @Test
    void takesTroubleToldOfLateForThatOfTheTimeWhenTheServerWasAway() {
        answers = false;
        meetTrouble("away");
        answers = true;
        broker.check();
        now = now.plusSeconds(20);
        meetTrouble("away");
        assertThat(said()).hasSize(2).last().asString().contains("answers again");

        now = now.plusSeconds(20);
        meetTrouble("the topic is missing");
        assertThat(said()).hasSize(3).last().asString().endsWith("the topic is missing");
    }
}
