package dev.countersign.reconcile.service.feed;

import static dev.countersign.reconcile.testkit.domain.MessageExample.aRefundAuthorization;
import static dev.countersign.reconcile.testkit.domain.MessageExample.aRequest;
import static dev.countersign.reconcile.testkit.domain.MessageExample.aReversal;
import static dev.countersign.reconcile.testkit.domain.MessageExample.anAdvice;
import static dev.countersign.reconcile.testkit.domain.MessageExample.anIncrement;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.countersign.reconcile.domain.ErrorCode;
import dev.countersign.reconcile.domain.RequestRefusedException;
import dev.countersign.reconcile.domain.authorization.DeclineReason;
import dev.countersign.reconcile.domain.feed.MessageKind;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.id.CustomerId;
import dev.countersign.reconcile.domain.id.FundingId;
import dev.countersign.reconcile.domain.transaction.Decision;
import dev.countersign.reconcile.domain.transaction.post.PublishedDecisions;
import dev.countersign.reconcile.service.JdbiSetup;
import dev.countersign.reconcile.testkit.Feed;
import dev.countersign.reconcile.testkit.FundedBook;
import dev.countersign.reconcile.testkit.Patience;
import dev.countersign.reconcile.testkit.PostgresExtension;
import dev.countersign.reconcile.testkit.domain.MessageExample;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Decisions on what funding accounts have left. */
class FundsIT {

    @RegisterExtension static final PostgresExtension POSTGRES = new PostgresExtension();

    private PostedFeed posted;
    private FundedBook funds;

    @BeforeEach
    void beginBook() {
        POSTGRES.empty();
        posted = new PostedFeed(POSTGRES.dataSource());
        funds = new FundedBook(POSTGRES.dataSource(), posted.book, PostedFeed.CLOCK);
    }

    @Test
    void approvesWhatIsThereAndNotOneCentMore() {
        FundingId account = funds.ofProgram(10_000);

        List<Decision> answers =
                posted.post(request("T1", 6_000), request("T2", 4_001), request("T3", 4_000));

        assertThat(answers).map(Decision::responseCode).containsExactly("00", "51", "00");
        assertThat(answers.get(1).declineReason()).isEqualTo(DeclineReason.INSUFFICIENT_FUNDS);
        assertThat(funds.standing(account)).isEqualTo("balance 10000 held 10000");
        assertThat(posted.post(request("T4", 1))).map(Decision::responseCode).containsExactly("51");
    }

    /** A dump has numbers of transactions that the cluster it is restored into is still to give. */
    @Test
    void movesNothingAgainThatADumpBroughtFromAnotherCluster() {
        FundingId account = funds.ofProgram(10_000);
        JdbiSetup.over(POSTGRES.dataSource()).useHandle(handle -> handle.execute(MOVED_LATER));

        funds.credit(account, 500);

        assertThat(funds.standing(account)).isEqualTo("balance 10500 held 0");
    }

    @Test
    void approvesInPartWhereTheTerminalCanTakeIt() {
        FundingId account = funds.ofProgram(2_500);

        List<Decision> answers = posted.post(request("T1", 9_000).supportingPartialApproval());

        assertThat(answers)
                .singleElement()
                .satisfies(
                        answer -> {
                            assertThat(answer.responseCode()).isEqualTo("10");
                            assertThat(answer.approvedMinor()).isEqualTo(2_500);
                        });
        assertThat(funds.standing(account)).isEqualTo("balance 2500 held 2500");
    }

    /** In one batch or message by message: each moves what is held by what it moves the hold. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void holdsWhatTransactionsHold(boolean together) {
        FundingId account = funds.ofProgram(10_000);
        List<MessageExample> messages =
                List.of(
                        request("T1", 4_000),
                        anIncrement().ofLifecycle("T1").withAmount(2_000),
                        anIncrement().ofLifecycle("T1").withStan("000777").withAmount(4_001),
                        aReversal().ofLifecycle("T1").withAmount(1_500).leaving(4_500L),
                        request("T2", 5_501),
                        request("T3", 5_500),
                        aReversal().ofLifecycle("T3").withAmount(5_500).leaving(0L),
                        anAdvice().ofLifecycle("T4").withAmount(7_000).approvedFor(7_000));

        if (together) {
            var unused = posted.post(messages.toArray(MessageExample[]::new));
        } else {
            messages.forEach(message -> posted.post(message));
        }

        assertThat(posted.transactions())
                .containsExactlyInAnyOrder(
                        "T1 authorized 4500 held 4500",
                        "T2 declined 5501 held 0",
                        "T3 reversed 5500 held 0",
                        "T4 authorized 7000 held 7000");
        assertThat(funds.standing(account)).isEqualTo("balance 10000 held 11500");
    }

    /**
     * The networks answered for us: what they held is beyond all bounds, and the stream goes on.
     */
    @Test
    void goesOnHoweverMuchTheNetworksHeld() {
        FundingId account = funds.ofProgram(10_000);

        var unused = posted.post(advice("T1"), advice("T2"), advice("T3"));

        assertThat(funds.standing(account)).isEqualTo("balance 10000 held 27670116110564327421");
        assertThat(posted.post(request("T4", 1))).map(Decision::responseCode).containsExactly("51");
        unused = posted.post(reversed("T1"), reversed("T2"), reversed("T3"));
        assertThat(posted.post(request("T5", 10_000)))
                .map(Decision::responseCode)
                .containsExactly("00");
        assertThat(funds.standing(account)).isEqualTo("balance 10000 held 10000");
    }

    /** Another owner or finance moved the account since this owner last heard of it. */
    @Test
    void saysThatTheNetworkApprovedWhatIsNotThereByWhatIsThereNow() {
        FundingId account = funds.ofProgram(10_000);
        var unused = posted.post(request("T1", 1_000));
        funds.debit(account, 6_000);

        unused = posted.post(anAdvice().ofLifecycle("T2").withAmount(4_000).approvedFor(4_000));

        assertThat(posted.texts("select type from break")).containsExactly("STIP_OVERRIDE");
        assertThat(funds.standing(account)).isEqualTo("balance 4000 held 5000");
    }

    /** The holder of the lineage may want the account next. */
    @Test
    void locksNoAccountWhileTheLineageOfACardIsLocked() throws Exception {
        var unused = posted.book.replacementOf(posted.card, null);
        var account = funds.ofProgram(1_000);
        try (Handle other = posted.jdbi.open();
                ExecutorService thread = Executors.newSingleThreadExecutor()) {
            other.begin();
            other.execute("select 1 from card_lineage for update");
            Future<List<Decision>> declined =
                    thread.submit(() -> posted.post(request("T1", 2_000)));
            Patience.until(() -> !posted.texts(WAITING).isEmpty());

            assertThat(posted.texts("select id::text from funding_account for update skip locked"))
                    .as("the account, free")
                    .containsExactly(account.value().toString());
            other.rollback();
            assertThat(declined.get()).map(Decision::responseCode).containsExactly("51");
        }
    }

    private static final String WAITING =
            "select query from pg_stat_activity where wait_event_type = 'Lock'";

    private static MessageExample advice(String reference) {
        return anAdvice()
                .ofLifecycle(reference)
                .withAmount(Long.MAX_VALUE)
                .approvedFor(Long.MAX_VALUE);
    }

    private static MessageExample reversed(String reference) {
        return aReversal().ofLifecycle(reference).withAmount(Long.MAX_VALUE).leaving(0L);
    }

    @Test
    void tellsABalanceInquiryWhatIsAvailableAndTheSameAgain() {
        funds.ofProgram(10_000);
        MessageExample inquiry =
                aRequest().ofKind(MessageKind.BALANCE_INQUIRY).ofLifecycle("T2").withAmount(0);
        posted.post(request("T1", 3_000));

        List<Decision> decisions = posted.post(inquiry);
        posted.restart();
        List<Decision> again = posted.post(inquiry);

        assertThat(decisions).map(Decision::availableMinor).containsExactly(7_000L);
        assertThat(again).isEqualTo(decisions);
    }

    @Test
    void spendsFromTheAccountOfTheCustomerBeforeThatOfTheProgram() {
        CardId other = posted.book.card(null, null, null);
        CustomerId customer = posted.book.customerWith(List.of(other));
        FundingId program = funds.ofProgram(1_000);
        FundingId own = funds.ofCustomer(customer, 5_000);

        posted.feed.add(other, request("T1", 3_000)).add(posted.card, request("T2", 900));
        var unused = posted.owner.post(posted.feed.batch());

        assertThat(funds.standing(program)).isEqualTo("balance 1000 held 900");
        assertThat(funds.standing(own)).isEqualTo("balance 5000 held 3000");
    }

    /** A hold from before is not held on it, and is not given back to it either. */
    @Test
    void countsFromTheNextMessageOnceAnAccountIsOpened() {
        posted.post(request("T1", 3_000));

        FundingId account = funds.ofProgram(1_000);

        assertThat(posted.postStubbornly(posted.batch(request("T2", 1_001))))
                .map(Decision::responseCode)
                .containsExactly("51");
        posted.post(aReversal().ofLifecycle("T1").withAmount(3_000).leaving(0L));
        assertThat(funds.standing(account)).isEqualTo("balance 1000 held 0");
    }

    /** It is decided on the account that is drawn on, and not on that of the refund. */
    @Test
    void drawsAnIncrementOnThePayerOfItsPurchaseBesideARefundOfItsLifecycle() {
        CustomerId customer = posted.book.customerWith(List.of(posted.card));
        FundingId program = funds.ofProgram(10_000);
        posted.post(request("T1", 6_000));
        var unused = funds.ofCustomer(customer, 50_000);
        posted.post(aRefundAuthorization().ofLifecycle("T1").withStan("000009").withAmount(100));

        List<Decision> answers =
                posted.postStubbornly(
                        posted.batch(anIncrement().ofLifecycle("T1").withAmount(5_000)));

        assertThat(answers).map(Decision::responseCode).containsExactly("51");
        assertThat(funds.standing(program)).isEqualTo("balance 10000 held 6000");
    }

    /** The database was restored to a moment before the account was credited. */
    @Test
    void holdsWhatWasAnsweredThoughTheAccountHasLessByNow() {
        FundingId account = funds.ofProgram(100);
        FeedBatch batch = posted.batch(request("T1", 500));
        UUID asked = batch.entries().getFirst().message().header().messageId();
        Decision given =
                new Decision(
                        asked,
                        posted.card.toString(),
                        null,
                        500,
                        "EUR",
                        "00",
                        "ABC123",
                        null,
                        MessageExample.DECIDED,
                        null);

        List<Decision> answers =
                posted.postStubbornly(
                        batch.withPublished(new PublishedDecisions(Map.of(asked, given))));

        assertThat(answers).containsExactly(given);
        assertThat(funds.standing(account)).isEqualTo("balance 100 held 500");
    }

    /** The account that holds a purchase pays for all of it; the card's own for what is next. */
    @Test
    void drawsAnIncrementOnTheAccountThatItsPurchaseIsHeldOn() {
        CustomerId customer = posted.book.customerWith(List.of(posted.card));
        FundingId program = funds.ofProgram(10_000);
        posted.post(request("T1", 6_000));
        FundingId own = funds.ofCustomer(customer, 50_000);

        List<Decision> answers =
                posted.postStubbornly(
                        posted.batch(
                                anIncrement().ofLifecycle("T1").withAmount(4_001),
                                anIncrement()
                                        .ofLifecycle("T1")
                                        .withStan("000777")
                                        .withAmount(4_000),
                                request("T2", 20_000)));

        assertThat(answers).map(Decision::responseCode).containsExactly("51", "00", "00");
        assertThat(funds.standing(program)).isEqualTo("balance 10000 held 10000");
        assertThat(funds.standing(own)).isEqualTo("balance 50000 held 20000");
    }

    /**
     * The increment is decided for itself when the advice lets its time pass, and not again for all
     * that the network approved: of its original, or of another purchase.
     */
    @ParameterizedTest
    @ValueSource(strings = {"T1", "T2"})
    void goesOnWhereAnIncrementWaitedAndTheNetworkApprovesMoreThanThereIs(String advised) {
        FundingId account = funds.ofProgram(10_000);
        var unused = posted.post(waiting(1_000));

        List<Decision> answers = posted.post(approvedInStandIn(advised, "2026-11-21T10:11:00Z"));

        assertThat(answers).map(Decision::responseCode).containsExactly("00");
        assertThat(funds.standing(account)).isEqualTo("balance 10000 held 501000");
    }

    @Test
    void declinesAnIncrementThatWaitedForWhatTheNetworkApprovedBeyondAllThatThereIs() {
        FundingId account = funds.ofProgram(10_000);
        var unused = posted.post(waiting(1_000));

        List<Decision> answers = posted.post(approvedInStandIn("T1", "2026-11-21T10:01:00Z"));

        assertThat(answers).map(Decision::responseCode).containsExactly("51");
        assertThat(funds.standing(account)).isEqualTo("balance 10000 held 500000");
    }

    /** The message with which its time passes may draw on another. */
    @Test
    void drawsAnIncrementThatStandsAloneOnTheAccountOfItsCard() {
        CustomerId customer = posted.book.customerWith(List.of(posted.card));
        FundingId program = funds.ofProgram(10_000);
        posted.post(request("T2", 6_000));
        var unused = posted.post(waiting(1_000));
        FundingId own = funds.ofCustomer(customer, 500);

        List<Decision> answers =
                posted.postStubbornly(
                        posted.batch(
                                anIncrement()
                                        .ofLifecycle("T2")
                                        .withAmount(4_000)
                                        .at("2026-11-21T10:11:00Z")));

        assertThat(answers).map(Decision::responseCode).containsExactly("51", "00");
        assertThat(funds.standing(program)).isEqualTo("balance 10000 held 10000");
        assertThat(funds.standing(own)).isEqualTo("balance 500 held 0");
    }

    @Test
    void approvesNoIncrementInPartNotEvenOfNothing() {
        FundingId account = funds.ofProgram(3_000);
        posted.post(request("T1", 0));

        List<Decision> answers =
                posted.post(
                        anIncrement()
                                .ofLifecycle("T1")
                                .withAmount(5_000)
                                .supportingPartialApproval());

        assertThat(answers).map(Decision::responseCode).containsExactly("51");
        assertThat(funds.standing(account)).isEqualTo("balance 3000 held 0");
    }

    private static MessageExample waiting(long amount) {
        return anIncrement().ofLifecycle("T1").withAmount(amount).at("2026-11-21T10:00:00Z");
    }

    private static MessageExample approvedInStandIn(String reference, String at) {
        return anAdvice()
                .ofLifecycle(reference)
                .withAmount(500_000)
                .approvedFor(500_000)
                .standingIn()
                .at(at);
    }

    @Test
    void takesNoMoreThanAnAmountCanSayAndPaysOutOfThat() {
        FundingId account = funds.ofProgram(Long.MAX_VALUE / 2);

        assertThatThrownBy(() -> funds.credit(account, 1))
                .isInstanceOfSatisfying(
                        RequestRefusedException.class,
                        refused ->
                                assertThat(refused.code()).isEqualTo(ErrorCode.VALUE_OUT_OF_RANGE));
        funds.debit(account, Long.MAX_VALUE / 2 - 700);

        assertThat(funds.standing(account)).isEqualTo("balance 700 held 0");
    }

    @Test
    void paysOutNoMoreThanIsAvailable() {
        FundingId account = funds.ofProgram(1_000);
        posted.post(request("T1", 600));

        assertThatThrownBy(() -> funds.debit(account, 401))
                .isInstanceOfSatisfying(
                        RequestRefusedException.class,
                        refused ->
                                assertThat(refused.code()).isEqualTo(ErrorCode.FUNDS_INSUFFICIENT));
        funds.debit(account, 400);
        funds.credit(account, 50);

        assertThat(funds.standing(account)).isEqualTo("balance 650 held 600");
        assertThat(
                        posted.texts(
                                """
                                select event || ' ' || debit_account || ' ' || credit_account || ' '
                                       || amount_minor
                                  from ledger_row
                                 order by event, amount_minor
                                """))
                .containsExactly(
                        "funding_credit 1020 2100 50",
                        "funding_credit 1020 2100 1000",
                        "funding_debit 2100 1020 400");
        assertThatThrownBy(() -> funds.ofProgram(1))
                .isInstanceOfSatisfying(
                        RequestRefusedException.class,
                        refused ->
                                assertThat(refused.code())
                                        .isEqualTo(ErrorCode.FUNDING_ACCOUNT_EXISTS));
    }

    /**
     * Owners of several partitions, each with batches of its own, draw on one account with many
     * cards; somebody pays in meanwhile. Each amount is 7: just so many are approved.
     */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void neverOverspendsHoweverManyCardsAndOwnersDrawOnOneAccount(long seed) throws Exception {
        FundingId account = funds.ofProgram(1_000);
        List<Callable<Long>> owners = new ArrayList<>();
        for (int partition = 1; partition <= 3; partition++) {
            owners.add(owner(partition, new Random(seed * 10 + partition)));
        }
        owners.add(
                () -> {
                    for (int i = 0; i < 20; i++) {
                        funds.credit(account, 29);
                    }
                    return 0L;
                });

        long approved = 0;
        try (ExecutorService threads = Executors.newFixedThreadPool(owners.size())) {
            for (Future<Long> each : threads.invokeAll(owners)) {
                approved += each.get();
            }
        }

        assertThat(funds.standing(account)).isEqualTo("balance 1580 held " + 7 * approved);
        assertThat(7 * approved).isLessThanOrEqualTo(1_580);
        assertThat(posted.texts("select sum(held_minor)::text from transaction"))
                .containsExactly(String.valueOf(7 * approved));
        assertThat(
                        posted.post(
                                request("last", 1_580 - 7 * approved + 1),
                                request("fits", 1_580 - 7 * approved)))
                .map(Decision::responseCode)
                .containsExactly("51", "00");
    }

    private Callable<Long> owner(int partition, Random random) {
        List<CardId> cards =
                Stream.generate(() -> posted.book.card(null, null, null)).limit(10).toList();
        Feed feed = new Feed(partition);
        posted.database.doAtomically(
                handle -> posted.stores.feed().begin(handle, Feed.TOPIC, partition, 0));
        FeedPosting owner = posted.newOwner();
        return () -> {
            long approved = 0;
            int sent = 0;
            while (sent < 120) {
                int size = 1 + random.nextInt(15);
                for (int i = 0; i < size; i++) {
                    feed.add(
                            cards.get(random.nextInt(cards.size())),
                            request("P" + partition + "-" + sent++, 7));
                }
                FeedBatch batch = feed.batch();
                approved += post(owner, batch).stream().filter(Decision::approved).count();
            }
            return approved;
        };
    }

    private static List<Decision> post(FeedPosting owner, FeedBatch batch) {
        while (true) {
            try {
                return owner.post(batch);
            } catch (BatchRefusedException refused) {
                owner.forget();
            }
        }
    }

    private static MessageExample request(String reference, long amount) {
        return aRequest().ofLifecycle(reference).withAmount(amount);
    }

    private static final String MOVED_LATER =
            """
            insert into funding_movement (subject, event, ordinal, funding_id, mode, business_date,
                                          balance_minor, held_minor, recorded_by)
            select gen_random_uuid(), movement.event, 0, movement.funding_id, movement.mode,
                   movement.business_date, 7, 0,
                   (pg_current_xact_id()::text::bigint + later)::text::xid8
              from funding_movement movement
             cross join generate_series(1, 100) as later
            """;
}
