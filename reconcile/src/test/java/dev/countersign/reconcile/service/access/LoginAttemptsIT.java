package dev.countersign.reconcile.service.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.reconcile.domain.operator.LoginLimits;
import dev.countersign.reconcile.domain.operator.LoginOrigin;
import dev.countersign.reconcile.domain.operator.OperatorRole;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.testkit.PostgresExtension;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Logins that fail, by name and by address. */
class LoginAttemptsIT {

    @RegisterExtension static final PostgresExtension POSTGRES = new PostgresExtension();

    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");
    private static final LoginOrigin OFFICE = LoginOrigin.of("192.0.2.10");
    private static final LoginOrigin ELSEWHERE = LoginOrigin.of("198.51.100.7");
    private static final Duration HALF_A_MINUTE = Duration.ofSeconds(30);

    private Instant now = NOON;
    private LoginAttempts attempts;

    @BeforeEach
    void employAda() {
        POSTGRES.empty();
        Database database = Database.over(POSTGRES.dataSource());
        var unused =
                new Operators(database, new PlainPasswords(), () -> now)
                        .create("ada", OperatorRole.VIEWER);
        attempts =
                new LoginAttempts(
                        database,
                        new AuditTrail(database, () -> now),
                        LoginLimits.of(5, 20),
                        () -> now);
    }

    private void fail(String name, LoginOrigin source, int times) {
        for (int i = 0; i < times; i++) {
            assertThat(attempts.begin(name, source)).as("attempt %s", i).isEmpty();
        }
    }

    @Test
    void waitsAfterFiveFailuresAndTwiceAsLongAfterEachMore() {
        fail("ada", OFFICE, 5);
        assertThat(attempts.begin("ada", OFFICE)).hasValue(HALF_A_MINUTE);
        assertThat(attempts.locked()).containsExactly("ada");

        Duration wait = HALF_A_MINUTE;
        for (int i = 0; i < 8; i++) {
            now = now.plus(wait);
            fail("ada", OFFICE, 1);
            wait = wait.multipliedBy(2);
            Duration longest = Duration.ofMinutes(15);
            wait = wait.compareTo(longest) < 0 ? wait : longest;
            assertThat(attempts.begin("ada", OFFICE)).hasValue(wait);
        }
    }

    @Test
    void keepsNobodyOutWhoComesFromElsewhere() {
        fail("ada", OFFICE, 5);

        assertThat(attempts.begin("ada", ELSEWHERE)).isEmpty();
        assertThat(attempts.begin("grace", OFFICE)).isEmpty();
    }

    /** As behind a proxy, where everybody has one address. */
    @Test
    void letsNoStrangerLockAnOperatorOutOfABrowserTheyLoggedInWith() {
        LoginOrigin browser = new LoginOrigin(OFFICE.address(), "of ada");
        fail("ada", browser, 1);
        attempts.succeeded("ada", browser);
        attempts.remember("ada", "of ada");
        for (int i = 0; i < 60; i++) {
            attempts.begin("ada", LoginOrigin.of("203.0.113." + i));
            attempts.begin("ada", OFFICE);
            attempts.begin("somebody" + i, OFFICE);
            attempts.beginFactor("ada", OFFICE);
        }

        assertThat(attempts.begin("ada", LoginOrigin.of("203.0.113.200"))).isPresent();
        assertThat(attempts.begin("ada", OFFICE)).isPresent();
        assertThat(attempts.begin("ada", new LoginOrigin(OFFICE.address(), "another"))).isPresent();
        assertThat(attempts.begin("grace", browser)).isPresent();
        assertThat(attempts.beginFactor("ada", OFFICE)).isPresent();
        assertThat(attempts.beginInSession("ada", "a session")).isEmpty();
        assertThat(attempts.beginFactor("ada", browser)).isEmpty();
        fail("ada", browser, 5);
        assertThat(attempts.begin("ada", browser)).hasValue(HALF_A_MINUTE);
    }

    @Test
    void limitsAnAddressThatTriesManyNames() {
        for (int i = 0; i < 20; i++) {
            fail("name" + i, ELSEWHERE, 1);
        }

        assertThat(attempts.begin("ada", ELSEWHERE)).hasValue(Duration.ofSeconds(10));
        assertThat(attempts.begin("ada", OFFICE)).isEmpty();
        assertThat(attempts.unlockSource(ELSEWHERE.address())).isTrue();
        assertThat(attempts.begin("ada", ELSEWHERE)).isEmpty();
    }

    @Test
    void countsTheNetworkOfASubscriberAsOneAddress() {
        for (int i = 0; i < 5; i++) {
            fail("ada", LoginOrigin.of("2001:db8:0:1::" + i), 1);
        }

        assertThat(attempts.begin("ada", LoginOrigin.of("2001:db8:0:1:ffff::1"))).isPresent();
        assertThat(attempts.begin("ada", LoginOrigin.of("2001:db8:0:2::1"))).isEmpty();
    }

    @Test
    void forgetsFailuresAfterALoginAnUnlockAndADay() {
        fail("ada", OFFICE, 4);
        attempts.succeeded("ada", OFFICE);
        fail("ada", OFFICE, 5);
        assertThat(attempts.begin("ada", OFFICE)).isPresent();

        assertThat(attempts.unlock("ada")).isTrue();
        fail("ada", OFFICE, 5);
        now = now.plus(Duration.ofDays(1)).plusSeconds(1);
        fail("ada", OFFICE, 5);
        assertThat(attempts.begin("ada", OFFICE)).isPresent();
    }

    @Test
    void letsFiveThroughOfManyAtOnce() {
        List<CompletableFuture<Boolean>> all =
                IntStream.range(0, 12)
                        .mapToObj(
                                each ->
                                        CompletableFuture.supplyAsync(
                                                () -> attempts.begin("ada", OFFICE).isEmpty()))
                        .toList();

        assertThat(all.stream().map(CompletableFuture::join).filter(in -> in)).hasSize(5);
    }

    @Test
    void treatsANameThatNobodyHasAsOneThatSomebodyHas() {
        fail("ada", OFFICE, 5);
        fail("nobody", OFFICE, 5);
        fail("No Name", ELSEWHERE, 5);

        assertThat(
                        Stream.of(
                                attempts.begin("ada", OFFICE),
                                attempts.begin("nobody", OFFICE),
                                attempts.begin("Other Name", ELSEWHERE)))
                .containsOnly(Optional.of(HALF_A_MINUTE));
    }
}
