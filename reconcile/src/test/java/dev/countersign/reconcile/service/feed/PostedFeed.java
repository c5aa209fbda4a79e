package dev.countersign.reconcile.service.feed;

import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.transaction.Decision;
import dev.countersign.reconcile.domain.transaction.post.MessagePosting;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.service.JdbiSetup;
import dev.countersign.reconcile.testkit.Feed;
import dev.countersign.reconcile.testkit.SeededBook;
import dev.countersign.reconcile.testkit.domain.MessageExample;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import javax.sql.DataSource;
import org.jdbi.v3.core.Jdbi;

/** A book with one card, the partition of the feed it is on, and the owner of that partition. */
public final class PostedFeed {

    static final InstantSource CLOCK = InstantSource.fixed(Instant.parse("2026-11-21T12:00:00Z"));

    public final Jdbi jdbi;
    public final SeededBook book;
    public final CardId card;
    public final Feed feed = new Feed();
    public final Database database;
    final FeedStores stores = FeedStores.with(feed::read);
    final List<BatchRefusedException.RefusalReason> refusals = new ArrayList<>();
    public FeedPosting owner;

    public PostedFeed(DataSource dataSource) {
        jdbi = JdbiSetup.over(dataSource);
        book = new SeededBook(jdbi);
        card = book.card(null, null, null);
        database = new Database(jdbi);
        database.doAtomically(handle -> stores.feed().begin(handle, Feed.TOPIC, 0, 0));
        owner = newOwner();
    }

    FeedPosting newOwner() {
        return new FeedPosting(database, stores, MessagePosting.DEFAULT, CLOCK, 1_000);
    }

    /** An owner that recognizes only the last two messages without asking the database. */
    FeedPosting forgetfulOwner() {
        return ownerThatRemembers(1);
    }

    /** An owner that recognizes so many messages, and at most twice as many, without asking. */
    FeedPosting ownerThatRemembers(int identities) {
        return new FeedPosting(
                database,
                stores,
                MessagePosting.DEFAULT,
                CLOCK,
                1_000,
                identities,
                unused -> {
                    throw new AssertionError("nothing is read ahead here");
                });
    }

    /** An owner with room for so many cards, which reads them ahead where it is told. */
    FeedPosting ownerThatReadsAhead(int cards, Executor beside) {
        return new FeedPosting(
                database, stores, MessagePosting.DEFAULT, CLOCK, cards, 100_000, beside);
    }

    /**
     * Posts a batch and, when it is refused, once more with nothing remembered, as the feed does.
     */
    List<Decision> postStubbornly(FeedBatch batch) {
        try {
            return owner.post(batch);
        } catch (BatchRefusedException refused) {
            refusals.add(refused.reason());
            owner.forget();
            return owner.post(batch);
        }
    }

    /** The process was started anew: nothing is remembered but what is in the database. */
    void restart() {
        owner = newOwner();
    }

    /** Posts messages of the card as one batch. */
    public List<Decision> post(MessageExample... examples) {
        return owner.post(batch(examples));
    }

    FeedBatch batch(MessageExample... examples) {
        for (MessageExample example : examples) {
            feed.add(card, example);
        }
        return feed.batch();
    }

    /** Each transaction such as {@code "T1 authorized 700 held 700"}, in the order of time. */
    List<String> transactions() {
        return texts(
                """
                select network_txn_id || ' ' || status || ' ' || amount_minor || ' held ' || held_minor
                  from transaction
                 order by id
                """);
    }

    public List<String> texts(String sql) {
        return jdbi.withHandle(handle -> handle.createQuery(sql).mapTo(String.class).list());
    }
}
