package dev.countersign.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.reconcile.domain.feed.Channel;
import dev.countersign.reconcile.domain.feed.MessageKind;
import dev.countersign.reconcile.domain.feed.Processing;
import dev.countersign.reconcile.domain.feed.evidence.PinEvidence;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.testkit.PostgresExtension;
import dev.countersign.reconcile.testkit.domain.MessageExample;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The refunds of a purchase are one sum, however many transactions have its name, and also in a
 * night whose records do not say it.
 */
class RecycledReferenceIT {

    @RegisterExtension static final PostgresExtension POSTGRES = new PostgresExtension();

    @TempDir Path reports;

    private NightRun night;
    private CardId card;

    @BeforeEach
    void issueACard() {
        night = new NightRun(POSTGRES, reports).at("2026-12-05T02:00:00Z");
        card = night.book.card(null, null, null);
    }

    /** Two clearings, one refund: when one clearing is taken back, the refund is for the other. */
    @Test
    void doesNotTakeTheRefundOfADuplicateForTooMuchWhenTheOtherIsReversed() {
        add(authorized(5_000));
        add(cleared("A1", 5_000, "2026-11-21T13:00:00Z"));
        add(cleared("A2", 5_000, "2026-11-21T14:00:00Z"));
        settle(21);
        add(refunded("B1", 5_000, "2026-11-22T10:00:00Z"));
        settle(22);

        add(clearingReversed("A1", 5_000, "2026-11-23T10:00:00Z"));
        settle(23);

        assertThat(night.rows("select type || ' ' || amount_minor from break"))
                .containsExactly("DUPLICATE_CLEARING 5000");
    }

    @Test
    void countsARefundOnceWhenALaterRecordIsFoundByItsRetrievalReference() {
        add(authorized(5_000).withRrn("R7"));
        add(cleared("A1", 4_000, "2026-11-21T13:00:00Z"));
        add(cleared("A2", 4_000, "2026-11-21T14:00:00Z"));
        settle(21);
        add(refunded("B1", 4_000, "2026-11-22T10:00:00Z"));
        settle(22);

        add(cleared("A3", 1_000, "2026-11-23T10:00:00Z").ofLifecycle(null).withRrn("R7"));
        settle(23);

        assertThat(night.rows("select sum(refunded_minor)::text from transaction"))
                .containsExactly("4000");
    }

    @Test
    void disputesWhatIsTooMuchOfOneOfTwoPurchasesWhoseOtherWasRefunded() {
        add(authorized(3_000).withRrn("R7"));
        add(authorized(5_000).withStan("000009").withRrn("R8").at("2026-11-21T12:30:00Z"));
        add(cleared("A1", 5_000, "2026-11-21T13:00:00Z"));
        settle(21);
        add(refunded("B1", 5_000, "2026-11-22T10:00:00Z"));
        settle(22);

        add(cleared("A2", 9_000, "2026-11-23T10:00:00Z").ofLifecycle(null).withRrn("R7"));
        night.decide();
        night.runThrough(LocalDate.of(2026, 11, 23), LocalDate.of(2026, 11, 27));

        assertThat(night.rows("select sum(refunded_minor)::text from transaction"))
                .containsExactly("5000");
        assertThat(night.rows("select amount_minor || ' ' || status from dispute"))
                .containsExactly("6000 open");
    }

    @Test
    void countsNoRefundWhoseReversalNamesOnlyTheRefund() {
        add(cleared("A1", 9_000, "2026-11-21T13:00:00Z"));
        settle(21);
        add(refunded("B1", 700, "2026-11-22T10:00:00Z"));
        settle(22);
        assertThat(night.rows("select max(refunded_minor)::text from transaction"))
                .containsExactly("700");

        add(clearingReversed("B1", 700, "2026-11-23T10:00:00Z"));
        settle(23);

        assertThat(night.rows("select max(refunded_minor)::text from transaction"))
                .containsExactly("0");
    }

    /** A record of its own name was matched to it, and that name was refunded. */
    @Test
    void countsWhatWasRefundedUnderTheNameOfAClearing() {
        add(authorized(5_000).withRrn("R7"));
        add(cleared("A1", 5_000, "2026-11-21T13:00:00Z").ofLifecycle("U1").withRrn("R7"));
        settle(21);
        add(refunded("B1", 5_000, "2026-11-22T10:00:00Z").refunding("U1"));
        settle(22);

        add(refunded("B2", 1_000, "2026-11-23T10:00:00Z"));
        settle(23);

        assertThat(night.rows("select amount_minor::text from break where type = 'REFUND_EXCEEDS'"))
                .containsExactly("1000");
    }

    /** A refund found by its retrieval reference, which names another purchase or none. */
    @ParameterizedTest
    @CsvSource({"N1", ","})
    void disputesNoDuplicateThatTheMerchantRefunded(@Nullable String name) {
        add(authorized(5_000).withRrn("R7"));
        add(cleared("A1", 5_000, "2026-11-21T13:00:00Z"));
        add(cleared("A2", 5_000, "2026-11-21T14:00:00Z").ofLifecycle(name).withRrn("R7"));
        settle(21);
        add(refunded("B1", 5_000, "2026-11-22T10:00:00Z"));
        night.decide();
        night.runThrough(LocalDate.of(2026, 11, 22), LocalDate.of(2026, 11, 27));

        assertThat(night.rows("select type || ' ' || state from break"))
                .containsExactly("DUPLICATE_CLEARING resolved");
        assertThat(night.rows("select status from dispute")).isEmpty();
    }

    /** A refund came first, and what it refunds was declined and cleared all the same. */
    @Test
    void countsARefundOnceOfWhatClearedAfterADecline() {
        CardId limited = night.book.card(4_000L, null, null);
        night.feed.add(limited, refunded("B1", 1_000, "2026-11-21T10:00:00Z"));
        settle(21);
        night.feed.add(limited, authorized(5_000).withRrn("R7").at("2026-11-22T10:00:00Z"));
        night.feed.add(
                limited,
                cleared("A1", 5_000, "2026-11-22T11:00:00Z").ofLifecycle(null).withRrn("R7"));
        settle(22);
        night.feed.add(limited, refunded("B2", 2_000, "2026-11-23T10:00:00Z"));
        settle(23);

        assertThat(night.rows("select sum(refunded_minor)::text from transaction"))
                .containsExactly("3000");
        assertThat(night.rows("select type from break where type = 'REFUND_EXCEEDS'")).isEmpty();
    }

    /** The network gave a refund the name of the clearing that it refunds. */
    @Test
    void doesNotTakeTheNameOfARefundForThatOfAPurchase() {
        add(authorized(5_000).withRrn("R7"));
        add(authorized(3_000).withStan("000009").withRrn("R8").at("2026-11-21T12:30:00Z"));
        add(cleared("A1", 5_000, "2026-11-21T13:00:00Z"));
        settle(21);

        add(cleared("A2", 3_000, "2026-11-22T10:00:00Z").ofLifecycle("N1").withRrn("R8"));
        add(refunded("B1", 8_000, "2026-11-22T11:00:00Z").refunding("N1").ofLifecycle("N1"));
        settle(22);

        assertThat(night.rows("select type from break where type = 'REFUND_EXCEEDS'")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void countsTheRefundOfASingleMessageWhicheverCameFirst(boolean refundFirst) {
        MessageExample cash =
                MessageExample.aRequest()
                        .ofKind(MessageKind.FINANCIAL_REQUEST)
                        .asking(Processing.CASH_WITHDRAWAL)
                        .through(Channel.ATM)
                        .withPin(PinEvidence.MATCH)
                        .withAmount(8_000);
        MessageExample refund = refunded("B1", 3_000, "2026-11-21T10:00:00Z");
        add(refundFirst ? refund : cash.at("2026-11-21T10:00:00Z"));
        settle(21);
        add(refundFirst ? cash.at("2026-11-22T10:00:00Z") : refund.at("2026-11-22T10:00:00Z"));
        settle(22);

        assertThat(night.rows("select sum(refunded_minor)::text from transaction"))
                .containsExactly("3000");
    }

    /** The first refund is older than what a night looks through else, and so is its reversal. */
    @ParameterizedTest
    @CsvSource({"false, 1000", "true,"})
    void countsWhatWasRefundedHalfAYearBefore(boolean clearingReversed, @Nullable String tooMuch) {
        add(authorized(5_000));
        add(cleared("A1", 5_000, "2026-11-21T13:00:00Z"));
        settle(21);
        add(refunded("B1", 3_000, "2026-11-22T10:00:00Z"));
        settle(22);
        if (clearingReversed) {
            add(clearingReversed("B1", 3_000, "2026-11-23T10:00:00Z"));
            settle(23);
        }

        night.at("2027-05-22T02:00:00Z");
        add(refunded("B2", 3_000, "2027-05-20T10:00:00Z"));
        night.decide();
        night.nights.runSandbox(LocalDate.of(2027, 5, 20));

        assertThat(night.rows("select amount_minor::text from break where type = 'REFUND_EXCEEDS'"))
                .isEqualTo(Stream.ofNullable(tooMuch).toList());
    }

    /**
     * A record of one purchase, or of a further one beside it, has the name of a later purchase.
     */
    @ParameterizedTest
    @CsvSource({"true, not_authorized", "false, amount_differs"})
    void tellsOfWhatClearedBeforeUnderTheNameOfAPlainPurchase(boolean beside, String because) {
        add(authorized(5_000).withRrn("R7"));
        if (beside) {
            add(cleared("A1", 5_000, "2026-11-21T13:00:00Z"));
        }
        add(cleared("A2", 5_000, "2026-11-21T14:00:00Z").ofLifecycle("N1").withRrn("R7"));
        settle(21);

        add(authorized(4_000).withStan("000009").ofLifecycle("N1").at("2026-11-22T10:00:00Z"));
        add(cleared("A3", 4_000, "2026-11-22T11:00:00Z").ofLifecycle("N1"));
        settle(22);

        assertThat(
                        night.rows(
                                """
                                select outcome || ' ' || (other ->> 'because')
                                  from settlement_line
                                 cross join jsonb_array_elements(match_detail -> 'runners_up') other
                                 where arn = 'A3'
                                """))
                .containsExactly("posted " + because);
    }

    /** As what cleared of it is named, or what comes after it; or as nothing that ever came. */
    @ParameterizedTest
    @CsvSource({"U1, resolved, resolved", "T9, open, resolved", "T8, open, open"})
    void closesAnUnlinkedRefundOnceItsPurchaseIsKnown(String name, String first, String then) {
        add(authorized(5_000).withRrn("R7"));
        add(cleared("A1", 5_000, "2026-11-21T13:00:00Z").ofLifecycle("U1").withRrn("R7"));
        add(refunded("B1", 2_000, "2026-11-21T14:00:00Z").refunding(name));
        settle(21);
        assertThat(night.rows("select type || ' ' || state from break"))
                .containsExactly("REFUND_UNLINKED " + first);

        add(cleared("A2", 3_000, "2026-11-22T10:00:00Z").ofLifecycle("T9"));
        settle(22);

        assertThat(night.rows("select state from break where type = 'REFUND_UNLINKED'"))
                .containsExactly(then);
    }

    /** A refund whose message is of the day before the night that says that it names none. */
    @Test
    void closesAnUnlinkedRefundOfACardThatReplacedAnother() {
        CardId newer = night.book.replacementOf(card, null);
        settle(20);
        night.feed.add(newer, refunded("B1", 2_000, "2026-11-20T14:00:00Z").refunding("T9"));
        settle(21);
        assertThat(night.rows("select type || ' ' || state from break"))
                .containsExactly("REFUND_UNLINKED open");

        add(cleared("A2", 3_000, "2026-11-22T10:00:00Z").ofLifecycle("T9"));
        settle(22);

        assertThat(night.rows("select state from break where type = 'REFUND_UNLINKED'"))
                .containsExactly("resolved");
    }

    private static MessageExample authorized(long amount) {
        return MessageExample.aRequest().withAmount(amount).withMcc("5999");
    }

    private static MessageExample cleared(String arn, long amount, String at) {
        return MessageExample.aClearing().withArn(arn).withAmount(amount).withMcc("5999").at(at);
    }

    private static MessageExample refunded(String arn, long amount, String at) {
        return MessageExample.aRefund()
                .refunding("T1")
                .ofLifecycle("of " + arn)
                .withArn(arn)
                .withAmount(amount)
                .withMcc("5999")
                .at(at);
    }

    /** By the acquirer's reference alone. */
    private static MessageExample clearingReversed(String arn, long amount, String at) {
        return cleared(arn, amount, at).ofKind(MessageKind.CLEARING_REVERSAL).ofLifecycle(null);
    }

    private void add(MessageExample message) {
        night.feed.add(card, message);
    }

    private void settle(int day) {
        night.decide();
        night.run("2026-11-" + day);
    }
}
