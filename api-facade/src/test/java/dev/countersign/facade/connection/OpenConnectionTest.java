package dev.countersign.facade.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A sender has ten seconds, and one more for each kilobyte. */
class OpenConnectionTest {

    private static final ConnectionProperties LIMITS =
            new ConnectionProperties(1, 1, List.of(), Duration.ofSeconds(10), 1_000);

    private SocketChannel socket;
    private OpenConnection connection;

    @BeforeEach
    void connect() throws IOException {
        socket = SocketChannel.open();
        connection = new OpenConnection(socket, null, LIMITS, at(0));
    }

    @AfterEach
    void close() throws IOException {
        socket.close();
    }

    @Test
    void isTooSlowWhereItSaysNothing() {
        assertThat(connection.isTooSlow(at(10))).isFalse();
        assertThat(connection.isTooSlow(at(11))).isTrue();
    }

    @Test
    void isTooSlowWithAByteASecond() {
        int turn = connection.enter(true);
        for (int second = 1; second <= 10; second++) {
            connection.received(1, at(second));
            connection.received(0, at(second));
            assertThat(connection.isTooSlow(at(second))).as("second %d", second).isFalse();
        }
        connection.leave(turn, false);

        assertThat(connection.isTooSlow(at(11))).isTrue();
    }

    @Test
    void mayTakeLongForMuch() {
        connection.enter(true);
        for (int second = 1; second <= 100; second++) {
            connection.received(1_001, at(second));
            connection.received(0, at(second));
        }

        assertThat(connection.isTooSlow(at(101))).isFalse();
        assertThat(connection.isTooSlow(at(112))).isTrue();
    }

    @Test
    void isNotWaitedForWhileItsRequestIsWorkedOn() {
        int turn = connection.enter(true);
        connection.received(100, at(1));

        assertThat(connection.isTooSlow(at(1_000))).isFalse();

        connection.received(0, at(1_000));
        connection.leave(turn, true);
        assertThat(connection.isTooSlow(at(2_000))).as("between two requests").isFalse();

        connection.enter(true);
        connection.received(1, at(2_000));
        connection.received(0, at(2_000));
        assertThat(connection.isTooSlow(at(2_010))).isFalse();
        assertThat(connection.isTooSlow(at(2_011))).as("in the next request").isTrue();
    }

    @Test
    void isWaitedForWhereTheNextRequestHasBegunBeforeTheThreadOfTheLastOneLeft() {
        int last = connection.enter(true);
        connection.received(100, at(1));
        connection.received(0, at(1));
        int next = connection.enter(true);
        connection.received(1, at(2));
        connection.received(0, at(2));
        connection.leave(last, true);
        connection.leave(next, false);

        assertThat(connection.isTooSlow(at(13))).isTrue();
    }

    @Test
    void lingersForASecondOnceItsRequestIsAnswered() {
        connection.enter(true);
        connection.received(100, at(1));
        connection.answered(at(1));
        connection.received(0, at(1));

        assertThat(connection.isTooSlow(at(2))).isFalse();
        assertThat(connection.isTooSlow(at(3))).isTrue();
    }

    private static long at(long seconds) {
        return Duration.ofSeconds(seconds).toNanos();
    }
}
