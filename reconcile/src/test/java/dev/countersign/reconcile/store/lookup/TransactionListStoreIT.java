package dev.countersign.reconcile.store.lookup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.reconcile.domain.account.Book;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.id.AccountId;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.id.CustomerId;
import dev.countersign.reconcile.domain.id.TimeOrderedId;
import dev.countersign.reconcile.domain.list.ListPage;
import dev.countersign.reconcile.domain.transaction.CardOwner;
import dev.countersign.reconcile.domain.transaction.Transaction;
import dev.countersign.reconcile.domain.transaction.TransactionFilter;
import dev.countersign.reconcile.domain.transaction.TransactionStatus;
import dev.countersign.reconcile.domain.transaction.post.MessagePosting;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.service.JdbiSetup;
import dev.countersign.reconcile.service.feed.FeedPosting;
import dev.countersign.reconcile.service.feed.FeedStores;
import dev.countersign.reconcile.store.feed.TransactionRows;
import dev.countersign.reconcile.testkit.Feed;
import dev.countersign.reconcile.testkit.PostgresExtension;
import dev.countersign.reconcile.testkit.SeededBook;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.stream.LongStream;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Pages of transactions: whatever is looked for, each one once and in order, in bounded looks. */
class TransactionListStoreIT {

    private static final int ROWS_SCANNED_MAX = 25;
    private static final Instant FROM = Instant.parse("2026-11-21T00:00:00Z");

    @RegisterExtension static final PostgresExtension POSTGRES = new PostgresExtension();

    private static final List<CardId> CARDS = new ArrayList<>();
    private static final List<CustomerId> CUSTOMERS = new ArrayList<>();
    private static List<Transaction> all;
    private static Jdbi jdbi;

    private final TransactionListStore store = new TransactionListStore(ROWS_SCANNED_MAX);

    /**
     * Three hundred requests a second apart on four cards; every fortieth is above a limit. One
     * customer has two of the cards, one has one, and one has the last beside a hundred idle ones.
     */
    @BeforeAll
    static void fill() {
        jdbi = JdbiSetup.over(POSTGRES.dataSource());
        SeededBook book = new SeededBook(jdbi);
        for (int i = 0; i < 4; i++) {
            CARDS.add(book.card(10_000L, null, null));
        }
        List<CardId> many = new ArrayList<>(List.of(CARDS.get(3)));
        while (many.size() <= 100) {
            many.add(book.card(null, null, null));
        }
        CUSTOMERS.add(book.customerWith(CARDS.subList(0, 2)));
        CUSTOMERS.add(book.customerWith(CARDS.subList(2, 3)));
        CUSTOMERS.add(book.customerWith(many));
        Database database = new Database(jdbi);
        FeedStores stores = FeedStores.with((payload, at) -> null);
        database.doAtomically(handle -> stores.feed().begin(handle, Feed.TOPIC, 0, 0));
        Feed feed = new Feed();
        for (int i = 0; i < 300; i++) {
            long amount = i % 40 == 0 ? 20_000 : 100 + i;
            String at = FROM.plusSeconds(i).toString();
            feed.request(CARDS.get(i % 3 == 0 ? 0 : i % 4), "n" + i, amount, at);
        }
        new FeedPosting(database, stores, MessagePosting.DEFAULT, InstantSource.fixed(FROM), 100)
                .post(feed.batch());
        all = pages(new TransactionListStore(1_000), filter(null, null, null, null, null), 1_000);
        assertThat(all).hasSize(300);
    }

    static LongStream seeds() {
        return new Random(Long.getLong("test.seed", 20_261_121)).longs(90);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void findsEachOnceAndInOrderWhateverIsLookedFor(long seed) {
        Random random = new Random(seed);
        CardId card = random.nextBoolean() ? null : CARDS.get(random.nextInt(4));
        CustomerId customer = random.nextBoolean() ? null : CUSTOMERS.get(random.nextInt(3));
        TransactionStatus status =
                random.nextInt(3) == 0
                        ? null
                        : List.of(
                                        TransactionStatus.DECLINED,
                                        TransactionStatus.AUTHORIZED,
                                        TransactionStatus.SETTLED)
                                .get(random.nextInt(3));
        Instant from = random.nextBoolean() ? null : FROM.plusMillis(500L * random.nextInt(300));
        Instant before = random.nextBoolean() ? null : FROM.plusMillis(500L * random.nextInt(600));

        List<Transaction> found =
                pages(store, filter(card, customer, status, from, before), 1 + random.nextInt(30));

        assertThat(found)
                .containsExactlyElementsOf(
                        all.stream()
                                .filter(one -> card == null || one.owner().cardId().equals(card))
                                .filter(
                                        one ->
                                                customer == null
                                                        || one.owner()
                                                                .customerId()
                                                                .equals(customer))
                                .filter(one -> status == null || one.status() == status)
                                .filter(one -> from == null || !one.createdAt().isBefore(from))
                                .filter(one -> before == null || one.createdAt().isBefore(before))
                                .toList());
    }

    @Test
    void endsAPageWhereItsRowsAreUsedUpAndSaysWhereToGoOn() {
        TransactionFilter settled = filter(null, null, TransactionStatus.SETTLED, null, null);

        ListPage<Transaction> page =
                jdbi.withHandle(handle -> store.list(handle, settled, null, 10));

        assertThat(page.rows()).isEmpty();
        assertThat(page.next())
                .isEqualTo(TimeOrderedId.floor(all.get(ROWS_SCANNED_MAX - 1).createdAt()));
    }

    @Test
    void saysThatNothingFollowsWhereItsRowsAreUsedUpAtTheEnd() {
        TransactionFilter settled = filter(null, null, TransactionStatus.SETTLED, null, null);
        UUID after = all.get(all.size() - ROWS_SCANNED_MAX - 1).id().value();

        ListPage<Transaction> page =
                jdbi.withHandle(handle -> store.list(handle, settled, after, 10));

        assertThat(page).isEqualTo(new ListPage<>(List.of(), null));
    }

    /** A page that went on would tell how much others have. */
    @Test
    void saysNothingOfTheCardsAndCustomersOfOtherAccounts() {
        Book other = new Book(new AccountId(UUID.randomUUID()), Mode.LIVE);

        for (TransactionFilter foreign :
                List.of(
                        new TransactionFilter(
                                other, CARDS.getFirst(), null, null, null, null, null),
                        new TransactionFilter(
                                other, null, CUSTOMERS.getFirst(), null, null, null, null))) {
            ListPage<Transaction> page =
                    jdbi.withHandle(handle -> store.list(handle, foreign, null, 10));
            assertThat(page).isEqualTo(new ListPage<>(List.of(), null));
        }
    }

    private static List<Transaction> pages(
            TransactionListStore store, TransactionFilter filter, int limit) {
        List<Transaction> found = new ArrayList<>();
        UUID after = null;
        do {
            UUID from = after;
            ListPage<Transaction> page =
                    jdbi.withHandle(handle -> store.list(handle, filter, from, limit));
            assertThat(page.rows()).hasSizeLessThanOrEqualTo(limit);
            found.addAll(page.rows());
            after = page.next();
        } while (after != null);
        return found;
    }

    private static TransactionFilter filter(
            @Nullable CardId card,
            @Nullable CustomerId customer,
            @Nullable TransactionStatus status,
            @Nullable Instant from,
            @Nullable Instant before) {
        CardOwner owner =
                all == null
                        ? jdbi.withHandle(
                                handle ->
                                        handle.createQuery(
                                                        "select "
                                                                + TransactionRows.COLUMNS
                                                                + " from transaction limit 1")
                                                .map((row, context) -> TransactionRows.read(row))
                                                .one()
                                                .owner())
                        : all.getFirst().owner();
        return new TransactionFilter(
                new Book(owner.accountId(), owner.mode()),
                card,
                customer,
                status,
                null,
                from,
                before);
    }
}
