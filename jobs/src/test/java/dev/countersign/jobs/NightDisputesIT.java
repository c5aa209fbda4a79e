package dev.countersign.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.countersign.reconcile.domain.breaks.queue.MerchantCredit;
import dev.countersign.reconcile.domain.id.BreakId;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.store.breaks.BreakQueries;
import dev.countersign.reconcile.testkit.PostgresExtension;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Disputes that the night opens of breaks, and that end when the merchant gives the money back. */
class NightDisputesIT {

    @RegisterExtension static final PostgresExtension POSTGRES = new PostgresExtension();

    @TempDir Path reports;

    private NightRun night;

    @BeforeEach
    void begin() {
        night = new NightRun(POSTGRES, reports);
    }

    @Test
    void disputesAnExcessOnceTheMerchantHadTimeAndWithdrawsWhenItComesBack() {
        night.at("2026-12-05T02:00:00Z");
        CardId card = night.book.card(null, null, null);
        night.request(card, "100", 5_000, "2026-11-21T10:00:00Z");
        night.clearing(card, "100", "A100", 5_600, "2026-11-23T06:00:00Z").decide();
        for (int day = 21; day <= 25; day++) {
            night.run("2026-11-" + day);
        }
        assertThat(disputes()).isEmpty();
        night.run("2026-11-26");
        assertThat(disputes()).containsExactly("incorrect_amount 600 open");
        assertThat(
                        night.rows(
                                """
                                select (evidence::jsonb ->> 'break_id' like 'brk_%')::text || ' '
                                       || (evidence::jsonb ->> 'arn')
                                  from dispute
                                """))
                .containsExactly("true A100");

        night.refundOf(card, "100", "200", "A200", 600, "2026-11-27T10:00:00Z").decide();
        night.run("2026-11-27");

        assertThat(disputes()).containsExactly("incorrect_amount 600 withdrawn");
        assertThat(breaks()).containsExactly("AMOUNT_OVER 600 resolved");
    }

    @Test
    void keepsADisputeWhoseRefundTheMerchantTookBack() {
        CardId card = disputedExcess();

        night.refundOf(card, "100", "200", "A200", 600, "2026-11-27T10:00:00Z");
        night.refundReversal(card, "100", "200", "A200", 600, "2026-11-27T11:00:00Z").decide();
        night.run("2026-11-27");

        assertThat(disputes()).containsExactly("incorrect_amount 600 open");
        assertThat(breaks()).containsExactly("AMOUNT_OVER 600 open");
        BreakId excess =
                new BreakId(UUID.fromString(night.rows("select id::text from break").getFirst()));
        List<MerchantCredit> shown =
                night.jdbi.withHandle(handle -> new BreakQueries().merchantCredits(handle, excess));
        assertThat(shown)
                .extracting(MerchantCredit::minor, MerchantCredit::coversMinor)
                .containsExactly(tuple(600L, 0L));
    }

    @Test
    void keepsADisputeWhoseRefundWasReversedBeforeItCame() {
        CardId card = disputedExcess();
        night.refundReversal(card, "100", "200", "A200", 600, "2026-11-27T10:00:00Z").decide();
        night.run("2026-11-27");
        assertThat(breaks()).containsExactly("AMOUNT_OVER 600 open", "REVERSAL_UNMATCHED 600 open");

        night.refundOf(card, "100", "200", "A200", 600, "2026-11-28T10:00:00Z").decide();
        night.run("2026-11-28");

        assertThat(disputes()).containsExactly("incorrect_amount 600 open");
        assertThat(breaks())
                .containsExactly("AMOUNT_OVER 600 open", "REVERSAL_UNMATCHED 600 resolved");
    }

    @Test
    void withdrawsADisputeWhenWhatIsLeftOfRefundsCoversIt() {
        CardId card = disputedExcess();
        night.refundOf(card, "100", "200", "A200", 400, "2026-11-27T10:00:00Z").decide();
        night.run("2026-11-27");
        night.refundReversal(card, "100", "200", "A200", 200, "2026-11-28T10:00:00Z");
        night.refundOf(card, "100", "201", "A201", 200, "2026-11-28T11:00:00Z").decide();
        night.run("2026-11-28");
        assertThat(disputes()).containsExactly("incorrect_amount 600 open");

        night.refundOf(card, "100", "202", "A202", 200, "2026-11-29T10:00:00Z").decide();
        night.run("2026-11-29");

        assertThat(disputes()).containsExactly("incorrect_amount 600 withdrawn");
    }

    @Test
    void closesAnExcessByWhatIsLeftOfARefund() {
        CardId card = disputedExcess();

        night.refundOf(card, "100", "200", "A200", 1_000, "2026-11-27T10:00:00Z");
        night.refundReversal(card, "100", "200", "A200", 400, "2026-11-27T11:00:00Z").decide();
        night.run("2026-11-27");

        assertThat(disputes()).containsExactly("incorrect_amount 600 withdrawn");
        assertThat(breaks()).containsExactly("AMOUNT_OVER 600 resolved");
    }

    /** An excess of 600 over a purchase of 5000, which the night of the 26th disputed. */
    private CardId disputedExcess() {
        night.at("2026-12-05T02:00:00Z");
        CardId card = night.book.card(null, null, null);
        night.request(card, "100", 5_000, "2026-11-23T05:00:00Z");
        night.clearing(card, "100", "A100", 5_600, "2026-11-23T06:00:00Z").decide();
        for (int day = 23; day <= 26; day++) {
            night.run("2026-11-" + day);
        }
        assertThat(disputes()).containsExactly("incorrect_amount 600 open");
        return card;
    }

    /** The rest of the excess is no longer the amount of the break. */
    @Test
    void disputesNothingOfAnExcessThatWasReversedInPart() {
        night.at("2026-12-05T02:00:00Z");
        CardId card = night.book.card(null, null, null);
        night.request(card, "100", 5_000, "2026-11-21T10:00:00Z");
        night.clearing(card, "100", "A100", 7_000, "2026-11-21T11:00:00Z").decide();
        night.run("2026-11-21");
        night.clearingReversal(card, "100", "A100", 500, "2026-11-22T06:00:00Z").decide();
        for (int day = 22; day <= 26; day++) {
            night.run("2026-11-" + day);
        }

        assertThat(disputes()).isEmpty();
        assertThat(breaks()).containsExactly("AMOUNT_OVER 2000 open");
        assertThat(night.rows("select outcome || ' ' || code from dispute_assessment"))
                .containsExactly("never reversed");
    }

    @Test
    void doesNotTakeARefundThatIsTooMuchForItsOwnAnswer() {
        CardId card = night.book.card(null, null, null);
        night.request(card, "100", 5_000, "2026-11-21T10:00:00Z");
        night.clearing(card, "100", "A100", 5_000, "2026-11-21T16:00:00Z");
        night.refundOf(card, "100", "200", "A200", 5_000, "2026-11-21T17:00:00Z");
        night.refundOf(card, "100", "201", "A201", 5_000, "2026-11-21T18:00:00Z").decide();

        night.run("2026-11-21");

        assertThat(breaks()).containsExactly("REFUND_EXCEEDS 5000 open");
    }

    @Test
    void countsARefundThatWasBookedBeforeItsPurchaseCameAndDisputesNothingOfIt() {
        night.at("2026-12-05T02:00:00Z");
        CardId card = night.book.card(null, null, null);
        night.refundOf(card, "100", "200", "A200", 5_000, "2026-11-21T10:00:00Z");
        night.refundOf(card, "101", "201", "A201", 700, "2026-11-21T10:00:00Z");
        night.clearingReversal(card, "201", "A201", 200, "2026-11-21T11:00:00Z").decide();
        night.run("2026-11-21");
        night.clearing(card, "100", "A100", 5_000, "2026-11-22T06:00:00Z");
        night.request(card, "101", 900, "2026-11-22T06:00:00Z");
        night.clearing(card, "101", "A101", 900, "2026-11-22T07:00:00Z").decide();
        for (int day = 22; day <= 26; day++) {
            night.run("2026-11-" + day);
        }

        assertThat(
                        night.rows(
                                """
                                select network_txn_id || ' ' || cleared_minor || ' ' || refunded_minor
                                  from transaction
                                 where type = 'purchase'
                                 order by network_txn_id
                                """))
                .containsExactly("100 5000 5000", "101 900 500");
        assertThat(disputes()).isEmpty();
        assertThat(night.rows("select distinct outcome || ' ' || code from dispute_assessment"))
                .containsExactly("never refunded");
    }

    private List<String> disputes() {
        return night.rows("select reason || ' ' || amount_minor || ' ' || status from dispute");
    }

    /** The floor limit of the merchant let the chip pay offline. */
    @Test
    void proposesNothingOfWhatAChipApprovedWithoutAskingUs() {
        night.at("2026-12-05T02:00:00Z");
        CardId card = night.book.card(null, null, null);
        night.clearing(card, "100", "A100", 5_500, "2026-11-21T10:00:00Z");
        night.withChip().clearing(card, "101", "A101", 5_600, "2026-11-21T11:00:00Z");
        night.request(card, "102", 4_000, "2026-11-21T11:00:00Z");
        night.clearing(card, "102", "A102", 4_000, "2026-11-21T12:00:00Z");
        night.clearing(card, "102", "A103", 700, "2026-11-21T13:00:00Z").decide();
        for (int day = 21; day <= 26; day++) {
            night.run("2026-11-" + day);
        }

        assertThat(decisions())
                .containsExactly(
                        "5500 proposed no_authorization",
                        "5600 never offline",
                        "700 proposed no_authorization");
    }

    @Test
    void proposesNothingOfWhatWasPresentedAnew() {
        night.at("2026-12-05T02:00:00Z");
        CardId card = night.book.card(null, null, null);
        night.request(card, "100", 5_000, "2026-11-21T10:00:00Z");
        night.clearing(card, "100", "A100", 5_000, "2026-11-21T11:00:00Z");
        night.clearingReversal(card, "100", "A100", 5_000, "2026-11-21T12:00:00Z");
        night.clearing(card, "100", "A101", 4_800, "2026-11-21T13:00:00Z");
        night.request(card, "200", 5_100, "2026-11-21T10:00:00Z");
        night.reversal(card, "200", 5_100, "2026-11-21T10:30:00Z");
        night.clearing(card, "200", "A200", 5_100, "2026-11-21T11:00:00Z").decide();
        for (int day = 21; day <= 26; day++) {
            night.run("2026-11-" + day);
        }

        assertThat(decisions())
                .containsExactly("4800 never reversed", "5100 proposed reversed_authorization");
    }

    private List<String> decisions() {
        return night.rows(
                """
                select break.amount_minor || ' ' || outcome || ' ' || code
                  from dispute_assessment
                  join break on break.id = break_id
                 order by 1
                """);
    }

    private List<String> breaks() {
        return night.rows(
                "select type || ' ' || amount_minor || ' ' || state from break order by type");
    }
}
