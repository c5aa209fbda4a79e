package dev.countersign.facade.launch.wiring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.facade.launch.night.settings.NightProperties;
import dev.countersign.jobs.NightSettings;
import dev.countersign.jobs.Nights;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.service.Outages;
import dev.countersign.reconcile.testkit.PostgresExtension;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.List;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Nights that nobody runs by hand, on books that began on the first of December. */
class NightScheduleIT {

    @RegisterExtension static final PostgresExtension POSTGRES = new PostgresExtension();

    @TempDir Path reports;

    private Instant now = Instant.parse("2026-12-02T02:00:00Z");
    private Nights nights;
    private NightSchedule schedule;

    @BeforeEach
    void openTheBooks() {
        POSTGRES.empty();
        nights = Nights.open(POSTGRES.dataSource(), () -> now, new NightSettings(2, 3, 2, reports));
        schedule =
                new NightSchedule(
                        nights,
                        () -> now,
                        new NightProperties(
                                LocalTime.of(2, 0),
                                List.of(Mode.values()),
                                NightSettings.LEASE_USUAL,
                                2,
                                0,
                                NightSettings.STATEMENT_MAX_USUAL),
                        Outages.UNREPORTED);
        for (Mode mode : Mode.values()) {
            var unused = nights.run(mode, LocalDate.parse("2026-12-01"));
        }
    }

    @Test
    void catchUpOnLiveBooksWhereNoProcessWasThereInTime() {
        now = Instant.parse("2026-12-04T01:59:59Z");
        schedule.catchUp(Mode.LIVE);
        schedule.catchUp(Mode.SANDBOX);
        assertThat(nights()).containsExactly("live 12-02 completed");

        now = Instant.parse("2026-12-04T02:00:00Z");
        schedule.catchUp(Mode.LIVE);
        schedule.catchUp(Mode.SANDBOX);
        assertThat(nights()).containsExactly("live 12-02 completed", "live 12-03 completed");

        schedule.runDue(Mode.SANDBOX);
        assertThat(nights())
                .containsExactly(
                        "live 12-02 completed",
                        "live 12-03 completed",
                        "sandbox 12-02 completed",
                        "sandbox 12-03 completed");
    }

    @ParameterizedTest
    @EnumSource
    void goOnWhereTheirProcessDied(Mode mode) {
        now = Instant.parse("2026-12-03T00:10:00Z");
        leave(mode, "running");

        schedule.resume(mode);

        assertThat(nights()).containsExactly(mode.wire() + " 12-02 completed");
    }

    @ParameterizedTest
    @EnumSource
    void waitForAPersonWhereTheyFailed(Mode mode) {
        now = Instant.parse("2026-12-03T03:00:00Z");
        leave(mode, "failed");

        schedule.resume(mode);
        schedule.catchUp(mode);
        schedule.runDue(mode);

        assertThat(nights()).containsExactly(mode.wire() + " 12-02 failed");
    }

    /** A night whose process ended as soon as it had begun it. */
    private static void leave(Mode mode, String state) {
        Jdbi.create(POSTGRES.dataSource())
                .useHandle(
                        handle ->
                                handle.createUpdate(
                                                """
                                                insert into night (id, mode, business_date, number,
                                                                   closes, state, started_at,
                                                                   previous_id)
                                                select id + 2, mode, '2026-12-02', 1, true, :state,
                                                       now(), id
                                                  from night
                                                 where mode = :mode
                                                """)
                                        .bind("state", state)
                                        .bind("mode", mode.wire())
                                        .execute());
    }

    /** Those after the first. */
    private static List<String> nights() {
        return POSTGRES.texts(
                """
                select mode || to_char(business_date, ' MM-DD ') || state
                  from night
                 where business_date > '2026-12-01'
                 order by mode, business_date
                """);
    }
}
