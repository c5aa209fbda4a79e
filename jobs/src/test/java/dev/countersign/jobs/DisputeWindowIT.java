package dev.countersign.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.countersign.reconcile.domain.ErrorCode;
import dev.countersign.reconcile.domain.RequestRefusedException;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.dispute.Dispute;
import dev.countersign.reconcile.domain.dispute.QueuedDispute;
import dev.countersign.reconcile.domain.id.BreakId;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.list.ListPosition;
import dev.countersign.reconcile.service.operations.DisputeQueue;
import dev.countersign.reconcile.testkit.PostgresExtension;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * The amount and the deadline of a dispute over a purchase that cleared twice, or late and too
 * high.
 */
class DisputeWindowIT {

    @RegisterExtension static final PostgresExtension POSTGRES = new PostgresExtension();

    @TempDir Path reports;

    private NightRun night;
    private CardId card;

    @BeforeEach
    void begin() {
        night = new NightRun(POSTGRES, reports).at("2026-12-05T02:00:00Z");
        card = night.book.card(null, null, null);
        night.request(card, "100", 5_000, "2026-11-21T10:00:00Z");
    }

    @Test
    void isCountedByTheNightAndShownInTheQueue() {
        night.clearingPartOf(card, "100", "A100", 1, 2, 2_000, "2026-11-21T11:00:00Z");
        night.clearingPartOf(card, "100", "A101", 2, 2, 3_600, "2026-11-23T06:00:00Z").decide();
        runThrough(26);

        assertThat(night.rows("select outcome || ' ' || deadline from dispute_assessment"))
                .containsExactly("opened 2027-03-13");
        assertThat(desk("2026-12-01T10:00:00Z").queue(Mode.SANDBOX, ListPosition.start(), 9))
                .extracting(QueuedDispute::deadline)
                .containsExactly(LocalDate.parse("2027-03-13"));
    }

    /** Of two parts the second came after the authorization had run out. */
    @Test
    void isOpenForAProposalUntilTheLastDayOfTheClearingThatItIsAbout() {
        night.clearingPartOf(card, "100", "A100", 1, 2, 2_000, "2026-11-21T11:00:00Z");
        night.clearingPartOf(card, "100", "A101", 2, 2, 3_000, "2026-11-27T06:00:00Z").decide();
        runThrough(LocalDate.of(2026, 12, 2));
        assertThat(night.rows("select outcome || ' ' || deadline from dispute_assessment"))
                .containsExactly("proposed 2027-01-31");
        BreakId id =
                new BreakId(UUID.fromString(night.rows("select id::text from break").getFirst()));

        assertThatThrownBy(() -> desk("2027-02-11T00:00:00Z").accept(id, "as it says", "ann"))
                .isInstanceOfSatisfying(
                        RequestRefusedException.class,
                        refused ->
                                assertThat(refused.code())
                                        .isEqualTo(ErrorCode.DISPUTE_WINDOW_CLOSED));
        DisputeQueue lastDay = desk("2027-02-10T23:59:59Z");
        Dispute opened = lastDay.accept(id, "as it says", "ann");

        assertThat(lastDay.find(opened.id()))
                .get()
                .extracting(QueuedDispute::deadline, QueuedDispute::networkDeadline)
                .containsExactly(LocalDate.parse("2027-01-31"), LocalDate.parse("2027-02-10"));
    }

    @Test
    void opensTheExcessOfWhatCameLateAndProposesNothingBesideIt() {
        night.clearing(card, "100", "A100", 5_600, "2026-11-27T06:00:00Z").decide();
        runThrough(LocalDate.of(2026, 12, 2));

        assertThat(
                        night.rows(
                                """
                                select break.type || ' ' || outcome || coalesce(' ' || code, '')
                                  from dispute_assessment
                                  join break on break.id = break_id
                                 order by 1
                                """))
                .containsExactly("AMOUNT_OVER opened", "LATE_PRESENTMENT never disputed_before");
        assertThat(night.rows("select amount_minor::text from dispute")).containsExactly("600");
    }

    private void runThrough(int last) {
        runThrough(LocalDate.of(2026, 11, last));
    }

    private void runThrough(LocalDate last) {
        night.runThrough(LocalDate.of(2026, 11, 21), last);
    }

    private DisputeQueue desk(String now) {
        return People.queue(night, now);
    }
}
