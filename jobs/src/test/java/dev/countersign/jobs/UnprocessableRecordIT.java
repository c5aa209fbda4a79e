package dev.countersign.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.jobs.night.NightState;
import dev.countersign.jobs.skipped.SkippedCount;
import dev.countersign.jobs.skipped.SkippedStore;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.service.JdbiSetup;
import dev.countersign.reconcile.testkit.PostgresExtension;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Records that cannot be processed are left aside, and all others are posted. Constraints of the
 * database stand for whatever no rule foresaw.
 */
class UnprocessableRecordIT {

    private static final long NEVER = 666;
    private static final LocalDate DATE = LocalDate.parse("2026-11-21");

    @RegisterExtension static final PostgresExtension POSTGRES = new PostgresExtension();

    @TempDir Path reports;

    private NightRun night;

    @BeforeEach
    void begin() {
        POSTGRES.recreate();
        night = new NightRun(POSTGRES, reports);
        JdbiSetup.over(POSTGRES.ownerSource())
                .useHandle(
                        handle ->
                                handle.execute(
                                        "alter table settlement_line"
                                                + " add constraint never check (amount_minor <> "
                                                + NEVER
                                                + ")"));
    }

    @Test
    void areLeftAsideWithABreakWhileAllOthersArePosted() {
        purchases();
        NightReport report = night.run("2026-11-21");

        assertThat(night.rows("select amount_minor::text from settlement_line order by id"))
                .hasSize(11)
                .doesNotContain(String.valueOf(NEVER));
        assertThat(
                        night.rows(
                                """
                                select type || ' ' || severity || ' ' || state || ' ' || amount_minor
                                       || ' ' || (detail ->> 'reason')
                                  from break
                                 where type = 'RECORD_NOT_POSTED'
                                """))
                .hasSize(4)
                .containsOnly(
                        "RECORD_NOT_POSTED critical open 666 SQL state 23514: new row for relation"
                                + " \"settlement_line\" violates check constraint \"never\"");
        List<SkippedCount> skipped =
                night.jdbi.withHandle(handle -> new SkippedStore().counts(handle, report.night()));
        assertThat(skipped)
                .filteredOn(each -> each.reason().equals("not_posted"))
                .extracting(each -> each.step() + " " + each.count())
                .containsExactly("settle 4");
        assertThat(night.nights.rerun(Mode.SANDBOX, DATE).differences()).isEmpty();
    }

    @Test
    void arePostedByTheNightThatCanAndTheirBreaksClose() {
        purchases();
        night.run("2026-11-21");
        night.run("2026-11-22");
        assertThat(open()).hasSize(4);
        JdbiSetup.over(POSTGRES.ownerSource())
                .useHandle(
                        handle ->
                                handle.execute(
                                        "alter table settlement_line drop constraint never"));

        assertThat(night.run("2026-11-23").night().state()).isEqualTo(NightState.COMPLETED);

        assertThat(open()).isEmpty();
        assertThat(night.rows("select id::text from settlement_line where amount_minor = 666"))
                .hasSize(4);
        assertThat(night.differences("2026-11-23")).isEmpty();
        night.run("2026-11-24");
    }

    /** It was counted for its file by the night that could not post it. */
    @Test
    void ofAFileAreTriedAgainEachNightAndTheFileStaysAccepted() {
        CardId card = night.book.card(null, null, null);
        night.inFile("CLR-01", 1).fileHeader("2026-11-21T10:00:00Z");
        night.request(card, "100", 1_000, "2026-11-21T09:00:00Z")
                .clearing(card, "100", "A100", 1_000, "2026-11-21T20:00:00Z")
                .clearing(card, "101", "A101", NEVER, "2026-11-21T20:01:00Z")
                .fileTrailer(2, 1_000 + NEVER, 0, 0, "2026-11-21T20:02:00Z")
                .decide();
        for (String date : List.of("2026-11-21", "2026-11-22", "2026-11-23")) {
            assertThat(night.run(date).night().state()).isEqualTo(NightState.COMPLETED);
        }

        assertThat(night.rows("select state from clearing_file")).containsExactly("accepted");
        assertThat(night.rows("select clearing_id::text from held_clearing")).isEmpty();
        assertThat(open()).hasSize(1);
    }

    /** Its file is found wanting later, for another record: it waits with the file from then on. */
    @Test
    void waitWithTheirFileOnceThatIsNotAcceptedAnyMore() {
        CardId card = night.book.card(null, null, null);
        night.inFile("CLR-01", 1).fileHeader("2026-11-21T10:00:00Z");
        night.clearing(card, "101", "A101", NEVER, "2026-11-21T20:01:00Z")
                .fileTrailer(1, NEVER, 0, 0, "2026-11-21T20:02:00Z")
                .decide()
                .run("2026-11-21");
        night.clearing(card, "102", "A102", 1_000, "2026-11-22T20:01:00Z").decide();
        for (String date : List.of("2026-11-22", "2026-11-23")) {
            assertThat(night.run(date).night().state()).isEqualTo(NightState.COMPLETED);
        }
        assertThat(night.rows("select state from clearing_file")).containsExactly("rejected");

        night.jdbi.useHandle(
                handle -> handle.execute("update clearing_file set written_off = true"));
        assertThat(night.run("2026-11-24").night().state()).isEqualTo(NightState.COMPLETED);
        assertThat(night.rows("select state from clearing_file")).containsExactly("accepted");
        assertThat(night.rows("select amount_minor::text from settlement_line"))
                .containsExactly("1000");
    }

    @Test
    void areNotPostedOnceAPersonHasSettledTheirBreaks() {
        purchases();
        night.run("2026-11-21");
        night.jdbi.useHandle(
                handle ->
                        handle.execute(
                                "update break set state = 'resolved'"
                                        + " where type = 'RECORD_NOT_POSTED'"));
        JdbiSetup.over(POSTGRES.ownerSource())
                .useHandle(
                        handle ->
                                handle.execute(
                                        "alter table settlement_line drop constraint never"));

        night.run("2026-11-22");

        assertThat(night.rows("select id::text from settlement_line where amount_minor = 666"))
                .isEmpty();
    }

    private List<String> open() {
        return night.rows(
                "select id::text from break where type = 'RECORD_NOT_POSTED' and state = 'open'");
    }

    /** Plain ones, one of a card with others, one of nobody's card, and one without a clearing. */
    private void purchases() {
        List<CardId> cards = new ArrayList<>();
        for (int number = 0; number < 8; number++) {
            cards.add(night.book.card(null, null, null));
            String reference = "10" + number;
            long amount = number == 3 ? NEVER : 1_000 + number;
            night.request(cards.get(number), reference, amount, "2026-11-21T09:00:00Z")
                    .clearing(
                            cards.get(number),
                            reference,
                            "A" + reference,
                            amount,
                            "2026-11-21T20:00:00Z");
        }
        CardId several = cards.getFirst();
        night.clearing(several, "200", "A200", 2_000, "2026-11-21T20:01:00Z")
                .clearing(several, "201", "A201", NEVER, "2026-11-21T20:02:00Z")
                .clearing(several, "202", "A202", 2_002, "2026-11-21T20:03:00Z")
                .clearing(null, "900", "A900", NEVER, "2026-11-21T20:00:00Z")
                .clearing(null, "901", "A901", 901, "2026-11-21T20:00:00Z")
                .cash(cards.get(1), "300", NEVER, "2026-11-21T10:00:00Z")
                .cash(cards.get(2), "301", 3_000, "2026-11-21T10:00:00Z")
                .decide();
    }
}
