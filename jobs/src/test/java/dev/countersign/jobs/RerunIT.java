package dev.countersign.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.reconcile.Reconcile;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.breaks.BreakRecord;
import dev.countersign.reconcile.domain.id.BreakId;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.service.operations.Breaks;
import dev.countersign.reconcile.testkit.PostgresExtension;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The newest night is run again after people have worked on its breaks. */
class RerunIT {

    private static final LocalDate DATE = LocalDate.parse("2026-11-22");

    @RegisterExtension static final PostgresExtension POSTGRES = new PostgresExtension();

    @TempDir Path reports;

    private NightRun night;
    private Breaks breaks;
    private Instant now = Instant.parse("2026-11-25T03:00:00Z");

    /** Four breaks, one of which ann has taken before the newest night. */
    @BeforeEach
    void leaveBreaksOpen() {
        night = new NightRun(POSTGRES, reports);
        breaks = Reconcile.openBreaks(new Database(night.jdbi), () -> now);
        CardId card = night.book.card(null, null, null);
        for (int i = 1; i <= 4; i++) {
            night.clearing(card, "99" + i, "A" + i, 1_000L * i, "2026-11-21T10:00:00Z");
        }
        night.decide();
        night.run("2026-11-21");
        keep(breaks.assign(brk(1), "ann", "ann"));
        keep(breaks.explain(brk(1), "asked the merchant", "ann"));
        night.at("2026-11-25T04:00:00Z").run("2026-11-22");
        now = Instant.parse("2026-11-25T05:00:00Z");
    }

    @Test
    void comesOutAsItDidWhateverPeopleDidToBreaksSince() {
        keep(breaks.assign(brk(1), "bob", "ann"));
        keep(breaks.resolve(brk(1), "the merchant said so", "bob"));
        keep(breaks.assign(brk(2), "bob", "bob"));
        keep(breaks.resolve(brk(3), "seen", "bob"));

        RerunResult proved = night.nights.rerun(Mode.SANDBOX, DATE);

        assertThat(proved.differences()).isEmpty();
        assertThat(proved.remarks())
                .containsExactly(
                        "3 breaks were worked on since; they were compared as the night left them.");
        assertThat(states())
                .containsExactly("resolved bob", "investigating bob", "resolved", "open");
    }

    /** Another record under the name of one that stands, of a date whose night is complete. */
    @Test
    void knowsNothingOfAConflictThatCameAfterItsCut() {
        night.clearing(
                        new CardId(
                                UUID.fromString(
                                        night.rows("select id::text from card").getFirst())),
                        "991",
                        "A1",
                        1_500,
                        "2026-11-21T10:00:00Z")
                .decide();
        assertThat(night.rows("select type from break where severity = 'critical'"))
                .containsExactly("DEDUPE_CONFLICT");

        assertThat(night.nights.rerun(Mode.SANDBOX, DATE))
                .isEqualTo(new RerunResult(List.of(), List.of()));
    }

    @Test
    void saysNothingOfWorkThatTheNightKnew() {
        assertThat(night.nights.rerun(Mode.SANDBOX, DATE))
                .isEqualTo(new RerunResult(List.of(), List.of()));
    }

    @Test
    void stillFindsABreakThatNobodyChangedRightfully() {
        keep(breaks.resolve(brk(3), "seen", "bob"));
        night.jdbi.useHandle(
                handle ->
                        handle.execute("update break set owner = 'eve' where amount_minor = 4000"));

        assertThat(night.nights.rerun(Mode.SANDBOX, DATE))
                .isEqualTo(
                        new RerunResult(
                                List.of("report breaks comes out otherwise than issued"),
                                List.of(
                                        "1 break was worked on since; it was compared as the night"
                                                + " left it.")));
    }

    private BreakId brk(int number) {
        return new BreakId(
                UUID.fromString(
                        night.rows(
                                        "select id::text from break where amount_minor = "
                                                + (1_000L * number))
                                .getFirst()));
    }

    private List<String> states() {
        return night.rows("select concat_ws(' ', state, owner) from break order by amount_minor");
    }

    private static void keep(BreakRecord changed) {
        assertThat(changed.id()).isNotNull();
    }
}
