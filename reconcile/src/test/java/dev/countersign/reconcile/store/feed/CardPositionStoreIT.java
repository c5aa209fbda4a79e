package dev.countersign.reconcile.store.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.transaction.post.MessagePosting;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.service.JdbiSetup;
import dev.countersign.reconcile.service.feed.FeedPosting;
import dev.countersign.reconcile.service.feed.FeedStores;
import dev.countersign.reconcile.store.feed.CardPositionStore.Period;
import dev.countersign.reconcile.store.feed.CardPositionStore.PeriodSpend;
import dev.countersign.reconcile.testkit.Feed;
import dev.countersign.reconcile.testkit.PostgresExtension;
import dev.countersign.reconcile.testkit.SeededBook;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Spending of a card. */
class CardPositionStoreIT {

    private static final Instant AT = Instant.parse("2026-11-21T10:00:00Z");
    private static final LocalDate DAY = LocalDate.ofInstant(AT, ZoneOffset.UTC);
    private static final int OF_OTHERS = 20_000;

    @RegisterExtension static final PostgresExtension POSTGRES = new PostgresExtension();

    private final Jdbi jdbi = JdbiSetup.over(POSTGRES.dataSource());
    private CardId spender;
    private CardId other;

    @BeforeEach
    void beginBook() {
        POSTGRES.empty();
        SeededBook book = new SeededBook(jdbi);
        spender = book.card(100_000L, null, null);
        other = book.card(100_000L, null, null);
        post(
                new Feed()
                        .request(spender, "1", 1_500, "2026-11-20T10:00:00Z")
                        .request(spender, "2", 2_000, "2026-11-21T09:00:00Z")
                        .request(other, "3", 100, "2026-11-21T09:00:00Z"));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void isToldForEachPeriodThatIsNamed(boolean alone) {
        LocalDate before = DAY.minusDays(1);
        LocalDate lastMonth = DAY.minusDays(30);
        Map<Period, PeriodSpend> expected =
                Map.of(
                        new Period(spender.value(), alone, DAY),
                                new PeriodSpend(2_000, 3_500, false),
                        new Period(new UUID(0, 0), alone, DAY), new PeriodSpend(0, 0, false),
                        new Period(other.value(), alone, DAY), new PeriodSpend(100, 100, false),
                        new Period(spender.value(), alone, before),
                                new PeriodSpend(1_500, 3_500, true),
                        new Period(spender.value(), alone, lastMonth), new PeriodSpend(0, 0, true));

        Map<Period, PeriodSpend> spent =
                jdbi.withHandle(handle -> new CardPositionStore().spent(handle, expected.keySet()));

        assertThat(spent).isEqualTo(expected);
    }

    @Test
    void isReadFromTheTransactionsOfTheCardAloneWhereOthersSpentMuchMore() {
        jdbi.useHandle(handle -> multiply(handle, other));

        jdbi.useTransaction(
                handle -> {
                    long before = read(handle);
                    Period period = new Period(spender.value(), true, DAY);
                    Map<Period, PeriodSpend> spent =
                            new CardPositionStore().spent(handle, List.of(period));

                    assertThat(spent)
                            .containsOnly(entry(period, new PeriodSpend(2_000, 3_500, false)));
                    assertThat(read(handle) - before).isLessThan(100);
                });
    }

    private void post(Feed feed) {
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
                        .post(feed.batch());
    }

    private static void multiply(Handle handle, CardId card) {
        handle.createUpdate(
                        """
                        insert into transaction
                        select (jsonb_populate_record(
                                  template,
                                  jsonb_build_object('id', gen_random_uuid(),
                                                     'identity', gen_random_uuid()))).*
                          from transaction template, generate_series(1, :times)
                         where template.card_id = :card
                        """)
                .bind("times", OF_OTHERS)
                .bind("card", card.value())
                .execute();
        handle.execute("select refresh_statistics('transaction')");
    }

    /** Rows of the transaction table that this database transaction has read so far. */
    private static long read(Handle handle) {
        return handle.createQuery(
                        """
                        select coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0)
                          from pg_stat_xact_user_tables
                         where relname = 'transaction'
                        """)
                .mapTo(Long.class)
                .one();
    }
}
