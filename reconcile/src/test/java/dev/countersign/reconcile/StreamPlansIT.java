package dev.countersign.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.reconcile.domain.feed.NetworkKeys;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.transaction.OriginalReference;
import dev.countersign.reconcile.domain.transaction.post.MessagePosting;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.service.JdbiSetup;
import dev.countersign.reconcile.service.feed.FeedBatch;
import dev.countersign.reconcile.service.feed.FeedPosting;
import dev.countersign.reconcile.service.feed.FeedStores;
import dev.countersign.reconcile.store.feed.CardPositionStore;
import dev.countersign.reconcile.store.feed.CardPositionStore.Period;
import dev.countersign.reconcile.store.feed.TransactionStore;
import dev.countersign.reconcile.store.feed.TransactionStore.TransactionReference;
import dev.countersign.reconcile.testkit.Feed;
import dev.countersign.reconcile.testkit.PostgresExtension;
import dev.countersign.reconcile.testkit.SeededBook;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * The stream's queries look rows up by their keys, though its plans were made on the first day,
 * over tables that were known to have nothing in them, and stay as long as its connections.
 */
class StreamPlansIT {

    private static final Instant AT = Instant.parse("2026-11-21T10:00:00Z");

    private static final LocalDate DAY = LocalDate.ofInstant(AT, ZoneOffset.UTC);

    /** More than a database plans anew before it keeps a plan. */
    private static final int ASKED = 20;

    private static final int OF_OTHERS = 20_000;

    /** Some to each index that is looked into, where the whole of one has hundreds. */
    private static final long BLOCKS_MAX = 50;

    @RegisterExtension static final PostgresExtension POSTGRES = new PostgresExtension();

    private final Jdbi jdbi = JdbiSetup.over(POSTGRES.dataSource());

    private CardId spender;
    private CardId other;
    private Feed feed;
    private FeedBatch batch;

    private interface Question {
        Object ask(Handle handle);
    }

    @BeforeEach
    void sendsARequestOfEachOfTwoCards() {
        POSTGRES.recreate();
        SeededBook book = new SeededBook(jdbi);
        spender = book.card(100_000L, null, null);
        other = book.card(100_000L, null, null);
        feed =
                new Feed()
                        .request(spender, "1", 1_500, "2026-11-20T10:00:00Z")
                        .request(other, "2", 100, "2026-11-21T09:00:00Z");
        batch = feed.batch();
    }

    @Test
    void eachQuestionIsALookUpThoughItWasFirstAskedWhereNothingWas() {
        List<Question> questions = questions(batch, spender, other);
        analyze();

        Schema.require(POSTGRES.dataSource());

        jdbi.useHandle(
                handle -> {
                    asTheStreamAsks(handle);
                    for (int i = 0; i < ASKED; i++) {
                        questions.forEach(question -> question.ask(handle));
                    }
                    post(feed, batch);
                    multiply(other);
                    lookUp(handle, questions);
                });
    }

    @Test
    void eachQuestionIsALookUpThoughOneCardDidNearlyAllThatThereIs() {
        post(feed, batch);
        multiply(other);
        analyze();

        jdbi.useHandle(
                handle -> {
                    asTheStreamAsks(handle);
                    lookUp(handle, questions(batch, spender, spender));
                });
    }

    /** Tells at once what it read itself, which would be taken for what a question reads. */
    private static void analyze() {
        JdbiSetup.over(POSTGRES.ownerSource())
                .useHandle(
                        handle -> {
                            handle.execute("vacuum analyze");
                            handle.execute("select pg_stat_force_next_flush()");
                        });
    }

    /** Makes it a session of the stream, which itself decides when a plan is kept. */
    private static void asTheStreamAsks(Handle handle) {
        handle.execute("set enable_seqscan = off; set plan_cache_mode = auto");
    }

    /**
     * Of one card what it spent and its refunds, of another one originals by what they are named.
     */
    private static List<Question> questions(FeedBatch batch, CardId spender, CardId named) {
        return List.of(
                handle ->
                        new CardPositionStore()
                                .spent(handle, List.of(new Period(spender.value(), true, DAY))),
                handle ->
                        new CardPositionStore()
                                .spent(handle, List.of(new Period(spender.value(), false, DAY))),
                handle ->
                        new TransactionStore()
                                .wanted(
                                        handle,
                                        List.of(TransactionReference.openRefunds(spender, AT))),
                handle -> wanted(handle, named, NetworkKeys.lifecycle("of nobody")),
                handle -> wanted(handle, named, new NetworkKeys(null, "900001", null, "of nobody")),
                handle -> new TransactionStore().known(handle, batch.entries().subList(0, 1)));
    }

    private static void lookUp(Handle handle, List<Question> questions) {
        for (Question question : questions) {
            assertThat(blocksReadBy(handle, question))
                    .as("question %d", questions.indexOf(question))
                    .isLessThan(BLOCKS_MAX);
        }
    }

    private static List<?> wanted(Handle handle, CardId card, NetworkKeys keys) {
        return new TransactionStore()
                .wanted(
                        handle,
                        List.of(
                                TransactionReference.named(
                                        card, new OriginalReference(keys, false, AT))));
    }

    private void post(Feed feed, FeedBatch batch) {
        Database database = new Database(jdbi);
        FeedStores stores = FeedStores.with(feed::read);
        database.doAtomically(handle -> stores.feed().begin(handle, Feed.TOPIC, 0, 0));
        var unused =
                new FeedPosting(
                                database,
                                stores,
                                MessagePosting.DEFAULT,
                                InstantSource.fixed(AT),
                                10)
                        .post(batch);
    }

    /** Not analyzed afterwards: that would have everything planned anew. */
    private void multiply(CardId card) {
        jdbi.useHandle(
                handle ->
                        handle.createUpdate(
                                        """
                                        insert into transaction
                                        select (jsonb_populate_record(
                                                  template,
                                                  jsonb_build_object('id', uuidv7(),
                                                                     'identity', gen_random_uuid(),
                                                                     'network_txn_id', 'N' || n))).*
                                          from transaction template, generate_series(1, :times) n
                                         where template.card_id = :card
                                        """)
                                .bind("times", OF_OTHERS)
                                .bind("card", card.value())
                                .execute());
    }

    /** Blocks of the transaction table and its indexes that a question looks at. */
    private static long blocksReadBy(Handle handle, Question question) {
        long before = blocksRead(handle);
        assertThat(question.ask(handle)).isNotNull();
        return blocksRead(handle) - before;
    }

    private static long blocksRead(Handle handle) {
        handle.execute("select pg_stat_force_next_flush()");
        return handle.createQuery(
                        """
                        select heap_blks_read + heap_blks_hit + idx_blks_read + idx_blks_hit
                          from pg_statio_user_tables
                         where relname = 'transaction'
                        """)
                .mapTo(Long.class)
                .one();
    }
}
