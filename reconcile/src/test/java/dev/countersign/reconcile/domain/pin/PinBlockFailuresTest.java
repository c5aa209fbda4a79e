package dev.countersign.reconcile.domain.pin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.reconcile.domain.pin.PinBlockFailures.Kind;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PinBlockFailuresTest {

    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");

    @Test
    void makeTheNextWaitFromTheFifthOnAMinuteToADayTwiceAsLongEachTime() {
        Instant now = NOON;
        PinBlockFailures failures = new PinBlockFailures(0, now);
        List<Long> minutes = new ArrayList<>();
        for (int i = 0; i < 18; i++) {
            failures = failures.oneMore(Kind.CARD, now);
            minutes.add(failures.remaining(now).toMinutes());
            now = failures.waitsUntil();
        }

        assertThat(minutes)
                .containsExactly(
                        0L, 0L, 0L, 0L, 1L, 2L, 4L, 8L, 16L, 32L, 64L, 128L, 256L, 512L, 1024L,
                        1440L, 1440L, 1440L);
    }

    @Test
    void areForgottenOneByOneAfterTheWait() {
        PinBlockFailures six = failures(6, Kind.KEY);
        Instant end = six.waitsUntil();

        assertThat(six.oneMore(Kind.KEY, end.plus(Duration.ofMinutes(59))).consecutive())
                .isEqualTo(7);
        assertThat(six.oneMore(Kind.KEY, end.plus(Duration.ofHours(1))).consecutive()).isEqualTo(6);
        assertThat(six.oneMore(Kind.KEY, end.plus(Duration.ofHours(3))).consecutive()).isEqualTo(4);
        assertThat(six.oneMore(Kind.KEY, end.plus(Duration.ofDays(9))).consecutive()).isEqualTo(1);
    }

    @Test
    void ofACardAreForgottenMoreSlowly() {
        PinBlockFailures six = failures(6, Kind.CARD);
        Instant end = six.waitsUntil();

        assertThat(six.oneMore(Kind.CARD, end.plus(Duration.ofHours(23))).consecutive())
                .isEqualTo(7);
        assertThat(six.oneMore(Kind.CARD, end.plus(Duration.ofDays(2))).consecutive()).isEqualTo(5);
    }

    @Test
    void areMoreWhereTheClockGoesBack() {
        PinBlockFailures six = failures(6, Kind.CARD);

        assertThat(six.oneMore(Kind.CARD, NOON.minusSeconds(60)).consecutive()).isEqualTo(7);
    }

    private static PinBlockFailures failures(int inRow, Kind kind) {
        PinBlockFailures failures = new PinBlockFailures(0, NOON);
        for (int i = 0; i < inRow; i++) {
            failures = failures.oneMore(kind, NOON);
        }
        return failures;
    }
}
