package dev.countersign.facade.launch;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class WatchedServerTest {

    private final ListAppender<ILoggingEvent> log = new ListAppender<>();
    private final Logger logger = (Logger) LoggerFactory.getLogger(ServerOutages.class);

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

    @BeforeEach
    void listen() {
        log.start();
        logger.setLevel(Level.INFO);
        logger.addAppender(log);
    }

    @AfterEach
    void stopListening() {
        logger.detachAppender(log);
        logger.setLevel(null);
    }

    private List<String> said() {
        return log.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
    }

    private void meetTrouble(String why) {
        assertThat(broker.suspect(new RuntimeException(new IllegalStateException(why)))).isTrue();
        broker.look();
    }

    @Test
    void saysWhatDoesNotWorkAlthoughTheServerAnswersAndThatSeldom() {
        broker.look();
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
}
