package dev.countersign.reconcile.service.feed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.transaction.Decision;
import dev.countersign.reconcile.testkit.PostgresExtension;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Cards that an owner fetched before any message named them. Whether it has one at hand shows when
 * its limit is changed behind the change log: who has it decides by the old one.
 */
class CachePrefetchIT {

    @RegisterExtension static final PostgresExtension POSTGRES = new PostgresExtension();

    private static final String YESTERDAY = "2026-11-20T10:00:00Z";
    private static final String MORNING = "2026-11-21T10:00:00Z";

    private PostedFeed posted;
    private CardId first;
    private CardId second;
    private CardId third;
    private int requests;

    @BeforeEach
    void beginBook() {
        POSTGRES.empty();
        posted = new PostedFeed(POSTGRES.dataSource());
        posted.owner = ownerWithRoomFor(1_000);
        first = posted.book.card(null, 1_000L, null);
        second = posted.book.card(null, 1_000L, null);
        third = posted.book.card(null, 1_000L, null);
    }

    @Test
    void areAtHandWhenTheirFirstMessageComes() {
        posted.owner.readAhead(100, card -> true, List.of());
        takeAllLimitsAway();

        assertThat(approves(first, 600)).isTrue();
        assertThat(approves(third, 600)).isTrue();
    }

    @Test
    void areFetchedAFewAtATimeTheNewestFirst() {
        posted.owner.readAhead(1, card -> true, List.of());
        posted.owner.readAhead(1, card -> true, List.of());
        takeAllLimitsAway();

        assertThat(approves(first, 600)).isFalse();
        assertThat(approves(second, 600)).isTrue();
        assertThat(approves(third, 600)).isTrue();
    }

    @Test
    void areThoseWhoseMessagesComeHere() {
        posted.owner.readAhead(100, card -> card.equals(first), List.of());
        takeAllLimitsAway();

        assertThat(approves(first, 600)).isTrue();
        assertThat(approves(second, 600)).isFalse();
    }

    @Test
    void areAsManyAsThereIsRoomFor() {
        posted.owner = ownerWithRoomFor(2);
        posted.owner.readAhead(100, card -> true, List.of());
        takeAllLimitsAway();

        assertThat(approves(third, 600)).isTrue();
        assertThat(approves(second, 600)).isTrue();
        assertThat(approves(first, 600)).isFalse();
    }

    @Test
    void areReadOnWhereTheNextOnesComeToAnotherOwner() {
        posted.owner = ownerWithRoomFor(2);
        posted.owner.readAhead(100, card -> card.equals(first), List.of());
        assertThat(posted.owner.hasMoreAhead()).as("room for one more").isTrue();
        posted.owner.readAhead(100, card -> card.equals(first), List.of());
        takeAllLimitsAway();

        assertThat(approves(first, 600)).isTrue();
    }

    @Test
    void areNoMoreWhenThereIsNoRoomForMore() {
        posted.owner = ownerWithRoomFor(2);
        assertThat(posted.owner.hasMoreAhead()).isTrue();

        posted.owner.readAhead(2, card -> true, List.of());

        assertThat(posted.owner.hasMoreAhead()).isFalse();
    }

    @Test
    void areNoMoreWhenAllWereLookedAt() {
        posted.owner.readAhead(100, card -> false, List.of());

        assertThat(posted.owner.hasMoreAhead()).isFalse();
    }

    @Test
    void haveSpentWhatTheySpentBefore() {
        assertThat(approves(first, 600)).isTrue();
        posted.owner = ownerWithRoomFor(1_000);

        posted.owner.readAhead(100, card -> true, List.of());

        assertThat(approves(first, 600)).isFalse();
        assertThat(approves(first, 400)).isTrue();
    }

    @Test
    void haveSpentWhatTheySpentOnTheDayThatTheMessagesOfABacklogAreOf() {
        assertThat(approves(first, 600, YESTERDAY)).isTrue();
        posted.owner = ownerWithRoomFor(1_000);
        assertThat(approves(second, 100, YESTERDAY)).isTrue();

        posted.owner.readAhead(100, card -> true, List.of());
        moveAllSpentToOtherDays();

        assertThat(approves(first, 600, YESTERDAY)).isFalse();
        assertThat(approves(first, 600, MORNING)).isTrue();
    }

    @Test
    void areFetchedAgainWhenAnybodyChangesThem() {
        posted.owner.readAhead(100, card -> true, List.of());
        takeAllLimitsAway();

        posted.database.doAtomically(
                handle -> posted.stores.changes().insert(handle, List.of(first)));

        assertThat(approves(first, 600)).isFalse();
        assertThat(approves(second, 600)).isTrue();
    }

    @Test
    void areFetchedOnceMoreAfterMuchHasChangedAsInANight() {
        List<CardId> changed = many();
        posted.owner.readAhead(100, card -> true, List.of());
        posted.database.doAtomically(handle -> posted.stores.changes().insert(handle, changed));
        assertThat(approves(third, 100)).isTrue();
        assertThat(posted.owner.hasMoreAhead()).isTrue();

        posted.owner.readAhead(100, card -> true, List.of());
        takeAllLimitsAway();

        assertThat(approves(first, 600)).isTrue();
        assertThat(posted.owner.hasMoreAhead()).isFalse();
    }

    /** As cards are frozen: what they spent, here and nowhere else any more, is as it was. */
    @Test
    void haveSpentTheSameWhenTheyAreFetchedOnceMoreForWhatElseChanged() {
        List<CardId> changed = many();
        posted.owner.readAhead(100, card -> true, List.of());
        assertThat(approves(first, 600)).isTrue();
        moveAllSpentToOtherDays();
        posted.database.doAtomically(
                handle -> posted.stores.changes().insertFacts(handle, changed));
        assertThat(approves(third, 100)).isTrue();

        posted.owner.readAhead(100, card -> true, List.of());
        takeAllLimitsAway();

        assertThat(approves(first, 600)).isFalse();
        assertThat(approves(first, 400)).isTrue();
    }

    @Test
    void areNotFetchedOnceMoreForAFewThatChanged() {
        posted.owner.readAhead(100, card -> true, List.of());
        posted.database.doAtomically(
                handle -> posted.stores.changes().insert(handle, List.of(first, second)));
        assertThat(approves(third, 100)).isTrue();

        assertThat(posted.owner.hasMoreAhead()).isFalse();
    }

    /** The first and others, as many as are fetched again at once. */
    private List<CardId> many() {
        List<CardId> cards = new ArrayList<>(List.of(first));
        while (cards.size() < 64) {
            cards.add(posted.book.card(null, 1_000L, null));
        }
        return cards;
    }

    @Test
    void areNoneOnceThatHasBeenStopped() {
        posted.owner.stopReadingAhead();
        posted.owner.readAhead(100, card -> true, List.of());
        takeAllLimitsAway();

        assertThat(approves(first, 600)).isFalse();
    }

    @Test
    void goOnFromWhereTheyStoppedOnceMuchHasChanged() {
        List<CardId> all = new ArrayList<>(many());
        posted.owner.readAhead(all.size() + 1, card -> true, List.of());
        posted.owner.stopReadingAhead();
        assertThat(posted.owner.hasMoreAhead()).isFalse();
        all.set(0, third);
        posted.database.doAtomically(handle -> posted.stores.changes().insert(handle, all));
        assertThat(approves(second, 100)).isTrue();

        posted.owner.readAhead(100, card -> true, List.of());
        posted.owner.readAhead(100, card -> true, List.of());
        takeAllLimitsAway();

        assertThat(approves(first, 600)).isTrue();
        assertThat(approves(third, 600)).isTrue();
    }

    @Test
    void areNotThoseOfWhichTheDatabaseDoesNotShowAllYet() {
        DecidedBatch inFlight =
                posted.owner.decide(
                        posted.feed.request(first, "100", 600, MORNING).batch(),
                        List.of(),
                        () -> {});
        FeedPosting before = posted.owner;
        posted.owner = ownerWithRoomFor(1_000);

        posted.owner.readAhead(100, card -> true, List.of(inFlight));
        before.record(inFlight);

        assertThat(approves(first, 600)).isFalse();
    }

    @Test
    void areNotThoseThatAnybodyChangesWhileTheyAreRead() {
        List<Runnable> reads = readLater();
        posted.owner.readAhead(100, card -> true, List.of());
        reads.getFirst().run();
        takeAllLimitsAway();
        posted.database.doAtomically(
                handle -> posted.stores.changes().insert(handle, List.of(first)));

        posted.owner.readAhead(100, card -> true, List.of());

        assertThat(approves(first, 600)).isFalse();
        assertThat(approves(second, 600)).as("as it was read").isTrue();
    }

    @Test
    void areNotThoseThatAreDecidedAboutWhileTheyAreRead() {
        List<Runnable> reads = readLater();
        posted.owner.readAhead(100, card -> true, List.of());
        reads.getFirst().run();
        assertThat(approves(first, 600)).isTrue();
        posted.database.doAtomically(
                handle -> posted.stores.changes().insert(handle, List.of(first)));
        assertThat(approves(second, 100)).as("the first is not at hand any more").isTrue();

        posted.owner.readAhead(100, card -> true, List.of());

        assertThat(approves(first, 600)).isFalse();
    }

    @Test
    void areNoneOfThoseThatWereReadBeforeAllWasForgotten() {
        List<Runnable> reads = readLater();
        posted.owner.readAhead(100, card -> true, List.of());
        reads.getFirst().run();
        posted.owner.forget();
        takeAllLimitsAway();

        posted.owner.readAhead(100, card -> true, List.of());

        assertThat(approves(first, 600)).isFalse();
    }

    @Test
    void areReadOnePortionAtATimeHoweverOftenAllIsForgotten() {
        List<Runnable> reads = readLater();
        for (int i = 0; i < 3; i++) {
            posted.owner.readAhead(100, card -> true, List.of());
            posted.owner.forget();
        }
        assertThat(reads).hasSize(1);

        reads.getFirst().run();
        posted.owner.readAhead(100, card -> true, List.of());
        assertThat(reads).hasSize(2);
    }

    /** An owner whose reads wait until they are run. */
    private List<Runnable> readLater() {
        List<Runnable> reads = new ArrayList<>();
        posted.owner = posted.ownerThatReadsAhead(1_000, reads::add);
        return reads;
    }

    @Test
    void areFetchedOnceMoreAfterAllWasForgotten() {
        posted.owner.readAhead(100, card -> true, List.of());
        posted.owner.forget();
        posted.owner.readAhead(100, card -> true, List.of());
        takeAllLimitsAway();

        assertThat(approves(first, 600)).isTrue();
    }

    private FeedPosting ownerWithRoomFor(int cards) {
        return posted.ownerThatReadsAhead(cards, Runnable::run);
    }

    private void moveAllSpentToOtherDays() {
        posted.jdbi.useHandle(
                handle ->
                        handle.execute(
                                "update transaction set created_at = created_at - interval '5 days'"));
    }

    private void takeAllLimitsAway() {
        posted.jdbi.useHandle(handle -> handle.execute("update card_rules set daily_limit = 0"));
    }

    private boolean approves(CardId card, long minor) {
        return approves(card, minor, MORNING);
    }

    private boolean approves(CardId card, long minor, String at) {
        requests++;
        List<Decision> answers =
                posted.owner.post(posted.feed.request(card, "R" + requests, minor, at).batch());
        return answers.getFirst().approved();
    }
}
