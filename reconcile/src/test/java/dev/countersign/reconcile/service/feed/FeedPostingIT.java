package dev.countersign.reconcile.service.feed;

import static dev.countersign.reconcile.testkit.domain.MessageExample.aRefund;
import static dev.countersign.reconcile.testkit.domain.MessageExample.aRefundAuthorization;
import static dev.countersign.reconcile.testkit.domain.MessageExample.aRequest;
import static dev.countersign.reconcile.testkit.domain.MessageExample.anAdvice;
import static dev.countersign.reconcile.testkit.domain.MessageExample.anIncrement;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.countersign.reconcile.domain.authorization.DeclineReason;
import dev.countersign.reconcile.domain.feed.Channel;
import dev.countersign.reconcile.domain.feed.Network;
import dev.countersign.reconcile.domain.feed.evidence.PinEvidence;
import dev.countersign.reconcile.domain.id.BreakId;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.transaction.Decision;
import dev.countersign.reconcile.domain.transaction.post.MessagePosting;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.service.JdbiSetup;
import dev.countersign.reconcile.store.breaks.BreakQueries;
import dev.countersign.reconcile.store.issuing.CardChangeStore;
import dev.countersign.reconcile.testkit.Feed;
import dev.countersign.reconcile.testkit.PostgresExtension;
import dev.countersign.reconcile.testkit.SeededBook;
import dev.countersign.reconcile.testkit.domain.MessageExample;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Batches of the feed on a real database: decided, recorded, repeated, refused. */
class FeedPostingIT {

    @RegisterExtension static final PostgresExtension POSTGRES = new PostgresExtension();

    private static final InstantSource CLOCK =
            InstantSource.fixed(Instant.parse("2026-11-21T12:00:00Z"));

    private Jdbi jdbi;
    private SeededBook book;
    private FeedStores stores;
    private Database database;
    private Feed feed;

    @BeforeEach
    void beginBook() {
        POSTGRES.empty();
        jdbi = JdbiSetup.over(POSTGRES.dataSource());
        book = new SeededBook(jdbi);
        database = new Database(jdbi);
        stores =
                FeedStores.with(
                        (payload, at) -> {
                            throw new AssertionError("nothing is parked here: " + payload);
                        });
        feed = new Feed();
        database.doAtomically(handle -> stores.feed().begin(handle, Feed.TOPIC, 0, 0));
    }

    @Test
    void recordsAnApprovedRequestAndItsHold() {
        CardId card = book.card(null, null, null);

        List<Decision> answers =
                posting().post(feed.request(card, "100", 2_500, "2026-11-21T10:00:00Z").batch());

        assertThat(answers)
                .singleElement()
                .satisfies(
                        answer -> {
                            assertThat(answer.approved()).isTrue();
                            assertThat(answer.responseCode()).isEqualTo("00");
                            assertThat(answer.approvalCode()).hasSize(6);
                        });
        assertThat(transactions()).containsExactly("100 authorized 2500 held 2500");
    }

    @Test
    void givesTheSameAnswerToTheSameMessageWhereverItIsRepeated() {
        CardId card = book.card(null, 10_000L, null);
        FeedPosting owner = posting();
        List<Decision> answers = new ArrayList<>();

        answers.addAll(
                owner.post(
                        feed.request(card, "100", 9_000, "2026-11-21T10:00:00Z").again().batch()));
        answers.addAll(owner.post(feed.again().batch()));
        answers.addAll(posting().post(feed.again().batch()));

        assertThat(answers).hasSize(4).allMatch(answers.getFirst()::equals);
        assertThat(transactions()).containsExactly("100 authorized 9000 held 9000");
    }

    @Test
    void keepsLimitsAcrossMidnightAndTheEndOfAMonthAsOneWhoReadsThemEachTime() {
        long seed = System.nanoTime();
        SplittableRandom random = new SplittableRandom(seed);
        CardId known = book.card(null, 6_000L, 15_000L);
        CardId read = book.card(null, 6_000L, 15_000L);
        FeedPosting owner = posting();
        Set<String> codes = new HashSet<>();

        for (int i = 0; i < 60; i++) {
            String at =
                    Instant.parse("2026-11-29T06:00:00Z")
                            .plus(Duration.ofMinutes(90L * i + random.nextInt(-360, 360)))
                            .toString();
            long amount = random.nextLong(100, 3_000);
            String number = Integer.toString(100 + i);
            Decision first = owner.post(feed.request(known, number, amount, at).batch()).getFirst();
            Decision second =
                    posting().post(feed.request(read, number, amount, at).batch()).getFirst();
            assertThat(first.responseCode())
                    .as("message %d at %s, seed %d", i, at, seed)
                    .isEqualTo(second.responseCode());
            codes.add(first.responseCode());
        }

        assertThat(codes).contains("00", "61");
    }

    /** The count stands in the database: an owner that has just come goes on with it. */
    @Test
    void countsContactlessPaymentsWhoeverOwnsTheCardAndAnewAfterItsPin() {
        CardId card = book.card(null, null, null);
        jdbi.useHandle(handle -> handle.execute("update program set sca_mode = 'enforce'"));
        List<Decision> answers = new ArrayList<>();
        FeedPosting owner = posting();
        for (int tap = 0; tap < 8; tap++) {
            MessageExample sent =
                    aRequest().ofLifecycle("T" + tap).withStan("00010" + tap).withAmount(1_000);
            feed.add(
                    card,
                    tap == 6
                            ? sent.through(Channel.IN_STORE).withPin(PinEvidence.MATCH)
                            : sent.through(Channel.CONTACTLESS));
            if (tap % 3 == 2) {
                owner = posting();
            }
            answers.addAll(owner.post(feed.batch()));
        }

        assertThat(answers)
                .extracting(Decision::responseCode)
                .containsExactly("00", "00", "00", "00", "00", "70", "00", "00");
        assertThat(texts("select tap_count || ' ' || tap_minor from card_security"))
                .containsExactly("1 1000");
        assertThat(texts("select decline_reason from transaction where status = 'declined'"))
                .containsExactly("other");
    }

    @Test
    void keepsAConflictingRepetitionAsABreakAndDoesNotApplyIt() {
        CardId card = book.card(null, null, null);
        FeedPosting owner = posting();
        owner.post(feed.request(card, "100", 9_000, "2026-11-21T10:00:00Z").batch());

        List<Decision> answers =
                owner.post(feed.request(card, "100", 8_000, "2026-11-21T10:00:00Z").batch());

        assertThat(answers).isEmpty();
        assertThat(transactions()).containsExactly("100 authorized 9000 held 9000");
        assertThat(texts("select type from break")).containsExactly("DEDUPE_CONFLICT");
        BreakId found = new BreakId(UUID.fromString(texts("select id from break").getFirst()));
        assertThat(jdbi.withHandle(handle -> new BreakQueries().applied(handle, found)).toString())
                .contains("\"value\": 9000", "authorization_request", "whole=false");
    }

    @Test
    void keepsEachConflictingContentOnceAndNamesWhatWasAppliedInstead() {
        CardId card = book.card(null, null, null);
        FeedPosting owner = posting();
        feed.request(card, "100", 9_000, "2026-11-21T10:00:00Z");
        owner.post(feed.request(card, "100", 8_000, "2026-11-21T10:00:00Z").again().batch());
        owner.post(feed.request(card, "100", 7_000, "2026-11-21T10:00:00Z").batch());
        owner.post(feed.request(card, "100", 8_000, "2026-11-23T10:00:00Z").batch());

        assertThat(
                        texts(
                                """
                                select break.amount_minor
                                         || ' written ' || (detail -> 'message' ->> 'written')
                                         || ' applied at ' || (detail -> 'applied' ->> 'offset')
                                         || ' ' || transaction.requested_minor
                                  from break
                                  join transaction
                                    on transaction.id = break.transaction_id
                                   and transaction.identity = (detail -> 'applied' ->> 'identity')::uuid
                                 order by break.amount_minor
                                """))
                .containsExactly(
                        "7000 written 3 applied at 0 9000", "8000 written 1 applied at 0 9000");
    }

    @Test
    void neverApprovesMoreThanTheLimitHoweverTheFeedIsCut() {
        for (int size : new int[] {1, 3, 7, 50}) {
            beginBook();
            CardId card = book.card(null, 10_000L, null);
            FeedPosting owner = posting();
            List<Decision> answers = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
                feed.request(card, "ref" + i, 1_000, "2026-11-21T10:00:00Z");
                if (i % size == size - 1 || i == 49) {
                    answers.addAll(owner.post(feed.batch()));
                }
            }
            assertThat(answers).filteredOn(Decision::approved).hasSize(10);
            assertThat(answers)
                    .filteredOn(answer -> !answer.approved())
                    .extracting(Decision::declineReason)
                    .containsOnly(DeclineReason.SPENDING_LIMIT_EXCEEDED);
            assertThat(spent(card)).isEqualTo(Map.of("2026-11-21", 10_000L));
        }
    }

    @Test
    void countsAnIncrementOnItsOwnDayAndTakesItBackFromThere() {
        CardId card = book.card(null, 10_000L, null);
        FeedPosting owner = posting();
        owner.post(feed.request(card, "100", 6_000, "2026-11-20T22:00:00Z").batch());
        owner.post(feed.increment(card, "100", "000002", 5_000, "2026-11-21T09:00:00Z").batch());

        assertThat(spent(card)).isEqualTo(Map.of("2026-11-20", 6_000L, "2026-11-21", 5_000L));

        owner.post(
                feed.reversal(card, "100", "000003", 4_000, 7_000L, "2026-11-22T09:00:00Z")
                        .batch());

        assertThat(spent(card)).isEqualTo(Map.of("2026-11-20", 6_000L, "2026-11-21", 1_000L));
        assertThat(transactions()).containsExactly("100 authorized 7000 held 7000");
    }

    /** A hold of the month before counts there; so does what it grew by there. */
    @ParameterizedTest
    @CsvSource({"5999, true", "6000, true", "6001, false"})
    void countsOfAnOlderHoldOnlyWhatItGrewByInTheMonth(long asked, boolean approved) {
        CardId card = book.card(null, null, 10_000L);
        FeedPosting owner = posting();
        owner.post(feed.request(card, "100", 8_000, "2026-10-31T23:59:59.999Z").batch());
        owner.post(feed.increment(card, "100", "000002", 700, "2026-10-31T23:59:59.999Z").batch());
        owner.post(feed.increment(card, "100", "000003", 1_500, "2026-11-01T00:00:00Z").batch());
        owner.post(feed.request(card, "101", 2_500, "2026-11-01T00:00:00Z").batch());

        List<Decision> answers =
                posting().post(feed.request(card, "102", asked, "2026-11-30T10:00:00Z").batch());

        assertThat(answers).extracting(Decision::approved).containsExactly(approved);
    }

    /** The decline stays as it was; the network approved something else. */
    @Test
    void holdsWhatTheNetworkApprovesInTheCardsCurrencyAfterADeclineInAnother() {
        CardId card = book.card(null, null, null);
        MessageExample abroad = aRequest().ofLifecycle("100").withAmount(1_000);
        posting().post(feed.add(card, abroad.withCurrency("USD")).batch());
        posting()
                .post(
                        feed.add(
                                        card,
                                        anAdvice()
                                                .ofLifecycle("100")
                                                .withStan("000002")
                                                .withAmount(1_000)
                                                .approvedFor(1_000))
                                .batch());

        assertThat(currencies())
                .containsExactlyInAnyOrder("declined USD held 0", "authorized EUR held 1000");
    }

    private List<String> currencies() {
        return jdbi.withHandle(
                handle ->
                        handle.createQuery(
                                        "select status || ' ' || currency || ' held ' || held_minor"
                                                + " from transaction")
                                .mapTo(String.class)
                                .list());
    }

    @Test
    void countsIncrementsInTheOrderInWhichTheyWereSent() {
        CardId card = book.card(null, null, null);
        FeedPosting owner = posting();
        owner.post(feed.request(card, "100", 6_000, "2026-11-20T22:00:00Z").batch());
        owner.post(feed.increment(card, "100", "000002", 700, "2026-11-22T09:00:00Z").batch());
        owner.post(feed.increment(card, "100", "000003", 500, "2026-11-21T09:00:00Z").batch());
        owner.post(feed.reversal(card, "100", "000004", 600, null, "2026-11-23T09:00:00Z").batch());

        assertThat(spent(card))
                .isEqualTo(Map.of("2026-11-20", 6_000L, "2026-11-21", 500L, "2026-11-22", 100L));
    }

    @Test
    void writesTheDayToWhichAnIncrementMovesTheHold() {
        CardId card = book.card(null, null, null);
        FeedPosting owner = posting();
        MessageExample request = aRequest().over(Network.MASTERCARD).estimated();
        owner.post(feed.add(card, request.at("2026-11-01T10:00:00Z")).batch());
        assertThat(texts(HELD_UNTIL)).containsExactly("2026-12-01");

        MessageExample increment = anIncrement().over(Network.MASTERCARD).estimated();
        owner.post(feed.add(card, increment.at("2026-11-20T10:00:00Z")).batch());

        assertThat(texts(HELD_UNTIL)).containsExactly("2026-12-20");
    }

    private static final String HELD_UNTIL = "select hold_until::text from transaction";

    @Test
    void settlesTheAuthorizationOfARefundThatHasNoNameOfTheNetwork() {
        CardId card = book.card(null, null, null);
        MessageExample authorization = aRefundAuthorization().withRrn("R7").withAmount(2_000);
        posting().post(feed.add(card, authorization.at("2026-11-21T10:00:00Z")).batch());

        MessageExample refund = aRefund().ofLifecycle(null).withRrn("R7").withAmount(1_900);
        posting().post(feed.add(card, refund.at("2026-11-23T10:00:00Z")).batch());

        assertThat(transactions()).containsExactly("R1 settled 1900 held 0");
    }

    @Test
    void declinesARequestWhoseReversalCameFirst() {
        CardId card = book.card(null, null, null);
        posting()
                .post(
                        feed.reversal(card, "100", "000009", 500, 0L, "2026-11-21T10:00:01Z")
                                .batch());

        List<Decision> answers =
                posting().post(feed.request(card, "100", 500, "2026-11-21T10:00:00Z").batch());

        assertThat(answers).singleElement().extracting(Decision::responseCode).isEqualTo("05");
        assertThat(transactions()).containsExactly("100 declined 500 held 0");
    }

    @Test
    void actsOnAFreezeWithTheNextMessage() {
        CardId card = book.card(null, null, null);
        FeedPosting owner = posting();
        owner.post(feed.request(card, "100", 500, "2026-11-21T10:00:00Z").batch());

        book.freeze(card);
        List<Decision> answers =
                owner.post(feed.request(card, "101", 500, "2026-11-21T10:01:00Z").batch());

        assertThat(answers)
                .singleElement()
                .extracting(Decision::declineReason)
                .isEqualTo(DeclineReason.CARD_FROZEN);
    }

    @Test
    void knowsWhatACardSpentWhenOtherFactsOfItChanged() {
        CardId card = book.card(null, 10_000L, null);
        FeedPosting owner = posting();
        owner.post(feed.request(card, "100", 4_000, "2026-11-21T10:00:00Z").batch());
        turned(card, "frozen");
        List<Decision> answers =
                new ArrayList<>(
                        owner.post(feed.request(card, "101", 500, "2026-11-21T10:01:00Z").batch()));
        turned(card, "active");
        answers.addAll(
                owner.post(
                        feed.request(card, "102", 7_000, "2026-11-21T10:02:00Z")
                                .request(card, "103", 6_000, "2026-11-21T10:03:00Z")
                                .batch()));

        assertThat(answers)
                .extracting(Decision::declineReason)
                .containsExactly(
                        DeclineReason.CARD_FROZEN, DeclineReason.SPENDING_LIMIT_EXCEEDED, null);
    }

    private void turned(CardId card, String status) {
        jdbi.useTransaction(
                handle -> {
                    handle.execute("update card set status = ? where id = ?", status, card.value());
                    new CardChangeStore().insertFacts(handle, List.of(card));
                });
    }

    @Test
    void refusesABatchWhoseCardWasFrozenAfterItWasDecided() {
        CardId card = book.card(null, null, null);
        FeedPosting owner = posting();
        DecidedBatch decided =
                owner.decide(
                        feed.request(card, "100", 500, "2026-11-21T10:00:00Z").batch(),
                        List.of(),
                        () -> {});

        book.freeze(card);

        assertRefused(
                () -> owner.record(decided), BatchRefusedException.RefusalReason.CHANGED_MEANWHILE);
        assertThat(transactions()).isEmpty();
    }

    @Test
    void letsOnlyOneOfTwoOwnersRecordAStretch() {
        CardId card = book.card(null, null, null);
        FeedBatch batch = feed.request(card, "100", 500, "2026-11-21T10:00:00Z").batch();
        FeedPosting zombie = posting();
        DecidedBatch late = zombie.decide(batch, List.of(), () -> {});
        posting().post(batch);

        assertRefused(() -> zombie.record(late), BatchRefusedException.RefusalReason.KNOWN_MESSAGE);
        assertThat(transactions()).hasSize(1);
    }

    @Test
    void letsOnlyOneOfTwoOwnersRecordAStretchThatMakesNoTransaction() {
        CardId card = book.card(null, null, null);
        posting().post(feed.request(card, "100", 500, "2026-11-21T10:00:00Z").batch());
        FeedBatch reversal =
                feed.reversal(card, "100", "900", 500, null, "2026-11-21T10:00:01Z").batch();
        FeedPosting zombie = posting();
        DecidedBatch late = zombie.decide(reversal, List.of(), () -> {});
        posting().post(reversal);

        assertRefused(
                () -> zombie.record(late), BatchRefusedException.RefusalReason.PARTITION_LOST);
        assertThat(transactions()).containsExactly("100 reversed 500 held 0");
    }

    @Test
    void doesNotLetTwoCardsOfOneLineageSpendTheSameRoom() {
        CardId card = book.card(null, 10_000L, null);
        CardId replacement = book.replacementOf(card, 10_000L);

        List<Decision> answers =
                posting()
                        .post(
                                feed.request(card, "100", 6_000, "2026-11-21T10:00:00Z")
                                        .request(replacement, "101", 6_000, "2026-11-21T10:00:01Z")
                                        .request(replacement, "102", 4_000, "2026-11-21T10:00:02Z")
                                        .batch());

        assertThat(answers).extracting(Decision::approved).containsExactly(true, false, true);
    }

    @Test
    void sharesTheRoomOfALineageAsOneWhoReadsItsCardsEachTime() {
        long seed = System.nanoTime();
        SplittableRandom random = new SplittableRandom(seed);
        List<CardId> known = lineage(30_000L);
        List<CardId> read = lineage(30_000L);
        List<FeedPosting> owners = List.of(posting(), posting());
        Set<String> codes = new HashSet<>();

        for (int i = 0; i < 80; i++) {
            int which = random.nextInt(2);
            FeedPosting owner = owners.get(random.nextInt(5) == 0 ? 1 - which : which);
            String at = Instant.parse("2026-11-21T06:00:00Z").plusSeconds(60L * i).toString();
            String number = Integer.toString(100 + i);
            long amount = random.nextLong(500, 3_000);
            CardId mine = known.get(which);
            CardId other = read.get(which);
            Decision first = owner.post(feed.request(mine, number, amount, at).batch()).getFirst();
            Decision second =
                    posting().post(feed.request(other, number, amount, at).batch()).getFirst();
            assertThat(first.responseCode())
                    .as("message %d, seed %d", i, seed)
                    .isEqualTo(second.responseCode());
            codes.add(first.responseCode());
            if (first.approved() && random.nextInt(3) == 0) {
                String taken = "9" + number;
                owner.post(feed.reversal(mine, number, taken, amount, null, at).batch());
                posting().post(feed.reversal(other, number, taken, amount, null, at).batch());
            }
        }

        assertThat(codes).contains("00", "61");
    }

    @Test
    void decidesACardAheadOfABatchThatSpendsFromItsLineage() {
        List<CardId> cards = lineage(10_000L);
        FeedPosting owner = posting();
        for (int i = 0; i < 2; i++) {
            String number = "10" + i;
            owner.post(feed.request(cards.get(i), number, 500, "2026-11-21T10:00:00Z").batch());
        }
        List<DecidedBatch> inFlight = new ArrayList<>();
        Runnable land =
                () -> {
                    inFlight.forEach(owner::record);
                    inFlight.clear();
                };
        List<Boolean> approved = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            String number = "11" + i;
            FeedBatch batch =
                    feed.request(cards.get(i % 2), number, 4_000, "2026-11-21T10:00:01Z").batch();
            DecidedBatch decided = owner.decide(batch, List.copyOf(inFlight), land);
            inFlight.add(decided);
            approved.add(decided.answers().getFirst().approved());
        }
        land.run();

        assertThat(approved).containsExactly(true, true, false, false, false, false);
    }

    @Test
    void keepsNoCardBesideAVersionOfItsLineageThatItWasNotReadAt() {
        List<CardId> cards = lineage(10_000L);
        FeedPosting owner = posting();
        owner.post(feed.request(cards.getFirst(), "100", 500, "2026-11-21T10:00:00Z").batch());
        DecidedBatch first =
                owner.decide(
                        feed.request(cards.getFirst(), "110", 4_000, "2026-11-21T10:00:01Z")
                                .batch(),
                        List.of(),
                        () -> {});
        FeedBatch readBehindIt =
                feed.request(cards.getFirst(), "111", 100, "2026-11-21T10:00:02Z")
                        .reversal(cards.getLast(), "900", "112", 100, null, "2026-11-21T10:00:02Z")
                        .batch();
        DecidedBatch second = owner.decide(readBehindIt, List.of(first), () -> {});
        owner.record(first);
        owner.record(second);

        List<Decision> answers =
                owner.post(
                        feed.request(cards.getLast(), "113", 5_500, "2026-11-21T10:00:03Z")
                                .request(cards.getLast(), "114", 5_400, "2026-11-21T10:00:04Z")
                                .batch());

        assertThat(answers).extracting(Decision::approved).containsExactly(false, true);
    }

    /** A card and the one that replaced it. */
    private List<CardId> lineage(long dailyLimit) {
        CardId card = book.card(null, dailyLimit, null);
        return List.of(card, book.replacementOf(card, dailyLimit));
    }

    @Test
    void decidesTwoBatchesAheadOfTheOneThatIsBeingRecorded() {
        CardId card = book.card(null, 10_000L, null);
        FeedPosting owner = posting();
        owner.post(feed.request(card, "100", 1_000, "2026-11-21T10:00:00Z").batch());
        List<DecidedBatch> ahead = new ArrayList<>();
        for (int stan = 101; stan <= 103; stan++) {
            ahead.add(
                    owner.decide(
                            feed.request(
                                            card,
                                            Integer.toString(stan),
                                            4_000,
                                            "2026-11-21T10:00:0" + stan % 10 + "Z")
                                    .batch(),
                            List.copyOf(ahead),
                            () -> ahead.forEach(owner::record)));
        }
        ahead.forEach(owner::record);

        assertThat(ahead)
                .flatExtracting(DecidedBatch::answers)
                .extracting(Decision::approved)
                .containsExactly(true, true, false);
        assertThat(spent(card)).isEqualTo(Map.of("2026-11-21", 9_000L));
    }

    @Test
    void recordsNoBatchWhoseForerunnerWasRefused() {
        CardId card = book.card(null, 10_000L, null);
        FeedPosting owner = posting();
        owner.post(feed.request(card, "100", 1_000, "2026-11-21T10:00:00Z").batch());
        DecidedBatch first = decided(owner, card, 101);
        DecidedBatch second = decided(owner, card, 102, first);
        book.freeze(card);

        assertThatThrownBy(() -> owner.record(first)).isInstanceOf(BatchRefusedException.class);
        assertRefused(
                () -> owner.record(second), BatchRefusedException.RefusalReason.PARTITION_LOST);
        assertThat(transactions()).hasSize(1);
    }

    @Test
    void forgetsTheCardsOfBatchesThatWereNotRecordedAndNoOthers() {
        CardId card = book.card(null, 10_000L, null);
        CardId other = book.card(null, null, null);
        FeedPosting owner = posting();
        owner.post(feed.request(other, "100", 500, "2026-11-21T10:00:00Z").batch());
        FeedBatch first = feed.request(card, "101", 4_000, "2026-11-21T10:00:01Z").batch();
        FeedBatch second = feed.request(card, "102", 6_000, "2026-11-21T10:00:02Z").batch();
        DecidedBatch refused = owner.decide(first, List.of(), () -> {});
        var unused = owner.decide(second, List.of(refused), () -> {});
        changed(card);
        silentlyFrozen(other);
        assertRefused(
                () -> owner.record(refused), BatchRefusedException.RefusalReason.CHANGED_MEANWHILE);

        owner.forgetUnrecorded();
        List<Decision> again = new ArrayList<>(owner.post(first));
        again.addAll(owner.post(second));
        again.addAll(owner.post(feed.request(other, "103", 500, "2026-11-21T10:00:03Z").batch()));

        assertThat(again).as("room spent once, the other at hand").allMatch(Decision::approved);
        assertThat(spent(card)).isEqualTo(Map.of("2026-11-21", 10_000L));
    }

    private void changed(CardId card) {
        jdbi.useHandle(handle -> new CardChangeStore().insert(handle, List.of(card)));
    }

    /** As nobody does it: who has the card at hand does not learn of it. */
    private void silentlyFrozen(CardId card) {
        jdbi.useHandle(
                handle ->
                        handle.execute(
                                "update card set status = 'frozen' where id = ?", card.value()));
    }

    @Test
    void writesTheRowsOfABatchBeforeItsForerunnerIsRecordedAndRecordsThemAfterIt() {
        CardId card = book.card(null, 10_000L, null);
        FeedPosting owner = posting();
        owner.post(feed.request(card, "100", 1_000, "2026-11-21T10:00:00Z").batch());
        DecidedBatch first = decided(owner, card, 101);
        DecidedBatch second = decided(owner, card, 102, first);

        owner.record(
                second,
                elsewhere(
                        () -> {
                            assertThat(transactions()).hasSize(1);
                            owner.record(first);
                            assertThat(transactions()).hasSize(2);
                        }));

        assertThat(transactions()).hasSize(3);
        assertThat(spent(card)).isEqualTo(Map.of("2026-11-21", 9_000L));
    }

    @Test
    void takesBackTheRowsOfABatchThatWaitedForTooLong() {
        CardId card = book.card(null, 10_000L, null);
        FeedPosting owner = posting();
        DecidedBatch decided = decided(owner, card, 100);
        CompletableFuture<Void> before = new CompletableFuture<>();

        assertThatThrownBy(
                        () ->
                                owner.record(
                                        decided,
                                        () -> before.orTimeout(1, TimeUnit.MILLISECONDS).join()))
                .hasCauseInstanceOf(TimeoutException.class);
        assertThat(transactions()).isEmpty();
        owner.record(decided);
        assertThat(transactions()).containsExactly("100 authorized 4000 held 4000");
    }

    @Test
    void letsWhoeverChangesACardGoBetweenTwoBatchesAndDecidesTheSecondAgain() {
        CardId card = book.card(null, 10_000L, null);
        FeedPosting owner = posting();
        DecidedBatch decided = decided(owner, card, 100);

        assertRefused(
                () -> owner.record(decided, elsewhere(() -> book.freeze(card))),
                BatchRefusedException.RefusalReason.CHANGED_MEANWHILE);
        assertThat(transactions()).isEmpty();
    }

    @Test
    void copiesLargeBatchesAndInsertsSmallOnesTheSameWay() {
        List<CardId> cards = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            cards.add(book.card(null, null, null));
        }
        FeedPosting owner = posting();
        for (int i = 0; i < 600; i++) {
            feed.request(cards.get(i % 20), "big" + i, 100 + i, "2026-11-21T10:00:00Z");
        }
        owner.post(feed.batch());
        owner.post(feed.request(cards.getFirst(), "small", 700, "2026-11-21T10:00:00Z").batch());

        assertThat(texts("select count(*)::text from transaction where status = 'authorized'"))
                .containsExactly("601");
    }

    @Test
    void answersAgainFromTheRecord() {
        CardId card = book.card(null, 1_000L, null);
        FeedBatch batch =
                feed.request(card, "100", 800, "2026-11-21T10:00:00Z")
                        .request(card, "101", 800, "2026-11-21T10:00:01Z")
                        .batch();
        List<Decision> first = posting().post(batch);

        assertThat(posting().answersOf(batch)).isEqualTo(first).hasSize(2);
    }

    private FeedPosting posting() {
        return new FeedPosting(database, stores, MessagePosting.DEFAULT, CLOCK, 1_000);
    }

    /** A purchase of 40.00 that is decided and not recorded, behind others. */
    private DecidedBatch decided(
            FeedPosting owner, CardId card, int number, DecidedBatch... inFlight) {
        return owner.decide(
                feed.request(
                                card,
                                Integer.toString(number),
                                4_000,
                                "2026-11-21T10:00:0" + number % 10 + "Z")
                        .batch(),
                List.of(inFlight),
                () -> {});
    }

    private static void assertRefused(
            ThrowingCallable recording, BatchRefusedException.RefusalReason why) {
        assertThatThrownBy(recording)
                .isInstanceOfSatisfying(
                        BatchRefusedException.class,
                        refused -> assertThat(refused.reason()).isEqualTo(why));
    }

    /** Work over another connection: that of a thread is the one of its transaction. */
    private static Runnable elsewhere(Runnable work) {
        return () -> CompletableFuture.runAsync(work).join();
    }

    private List<String> transactions() {
        return texts(
                """
                select network_txn_id || ' ' || status || ' ' || amount_minor || ' held ' || held_minor
                  from transaction
                 order by id
                """);
    }

    private List<String> texts(String sql) {
        return jdbi.withHandle(handle -> handle.createQuery(sql).mapTo(String.class).list());
    }

    private Map<String, Long> spent(CardId card) {
        return jdbi.withHandle(
                handle ->
                        handle.createQuery(
                                        """
                                        select (created_at at time zone 'UTC')::date::text as day,
                                               sum(amount_minor)::bigint as spent
                                          from spend
                                         where card_id = :card
                                         group by 1
                                        having sum(amount_minor) > 0
                                        """)
                                .bind("card", card.value())
                                .reduceRows(
                                        new HashMap<>(),
                                        (days, row) -> {
                                            days.put(
                                                    row.getColumn("day", String.class),
                                                    row.getColumn("spent", Long.class));
                                            return days;
                                        }));
    }
}
