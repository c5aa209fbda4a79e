package dev.countersign.reconcile.service.issuing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.reconcile.Reconcile;
import dev.countersign.reconcile.domain.account.Book;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.card.CardType;
import dev.countersign.reconcile.domain.card.SpendingLimits;
import dev.countersign.reconcile.domain.customer.Customer;
import dev.countersign.reconcile.domain.customer.CustomerType;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.service.JdbiSetup;
import dev.countersign.reconcile.service.RandomIds;
import dev.countersign.reconcile.service.issuing.CardIssuing.NewCard;
import dev.countersign.reconcile.service.issuing.Customers.NewCustomer;
import dev.countersign.reconcile.service.issuing.PanKeys.Rotation;
import dev.countersign.reconcile.store.issuing.VaultStore;
import dev.countersign.reconcile.testkit.Patience;
import dev.countersign.reconcile.testkit.PostgresExtension;
import dev.countersign.reconcile.vault.Pan;
import dev.countersign.reconcile.vault.PanVault;
import dev.countersign.reconcile.vault.Pin;
import dev.countersign.reconcile.vault.PinKey;
import dev.countersign.reconcile.vault.key.KeyProvider;
import dev.countersign.reconcile.vault.key.Pkcs12Keys;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The rotation of the keys under which card numbers are kept, and the handing over of PIN keys. */
class PanKeysIT {

    @RegisterExtension static final PostgresExtension POSTGRES = new PostgresExtension();

    private static final int CARDS = 50;
    private static final InstantSource CLOCK =
            InstantSource.fixed(Instant.parse("2026-11-21T12:00:00Z"));

    @TempDir Path directory;

    private final SecureRandom random = new SecureRandom();
    private KeyProvider keys;
    private Jdbi jdbi;
    private Reconcile product;
    private Book sandbox;
    private String customer;

    @BeforeEach
    void issueCards() {
        POSTGRES.empty();
        jdbi = JdbiSetup.over(POSTGRES.dataSource());
        keys = Pkcs12Keys.open(directory.resolve("keys.p12"), "test".toCharArray(), random);
        product = process();
        sandbox = new Book(product.accounts().create("A", true).id(), Mode.SANDBOX);
        customer =
                product.customers()
                        .create(
                                sandbox,
                                new NewCustomer(
                                        CustomerType.INDIVIDUAL,
                                        null,
                                        new Customer.Name(null, null),
                                        null,
                                        null,
                                        Map.of()))
                        .id()
                        .toString();
        for (int i = 0; i < CARDS; i++) {
            issue();
        }
    }

    @Test
    void movesEveryNumberAlthoughItIsKilledHalfWay() {
        Map<CardId, Pan> before = numbers();
        List<String> lookups = texts("select card_id || lookup from card_pan order by 1");
        String oldKey = texts("select id from data_key").getFirst();

        Rotation killed = process().panKeys().begin();
        assertThat(killed.resumed()).isFalse();
        assertThat(killed.left()).isEqualTo(CARDS);
        PanKeys first = process().panKeys();
        killed = first.move(first.begin(), 20);
        assertThat(killed.left()).isEqualTo(CARDS - 20);
        assertThat(numbers()).isEqualTo(before);

        PanKeys second = process().panKeys();
        Rotation rotation = second.begin();
        assertThat(rotation.resumed()).isTrue();
        assertThat(rotation.dataKey()).isEqualTo(killed.dataKey()).isNotEqualTo(oldKey);
        assertThat(rotation.left()).isEqualTo(CARDS - 20);
        assertThat(second.end(rotation)).isEqualTo(CARDS - 20);
        assertThat(texts("select id from data_key")).contains(oldKey);
        while (rotation.left() > 0) {
            rotation = second.move(rotation, 7);
        }
        assertThat(second.move(rotation, 7)).isEqualTo(rotation);
        assertThat(second.end(rotation)).isZero();

        assertThat(texts("select distinct data_key from card_pan"))
                .containsExactly(rotation.dataKey());
        assertThat(texts("select id from data_key")).containsExactly(rotation.dataKey());
        assertThat(numbers()).isEqualTo(before);
        assertThat(texts("select card_id || lookup from card_pan order by 1")).isEqualTo(lookups);
    }

    @Test
    void aProductThatRunsSealsWithTheNewKeyAtOnceAndReadsBoth() {
        CardId old = issue();
        PanKeys rotating = process().panKeys();
        Rotation rotation = begun(rotating);

        CardId fresh = issue();

        assertThat(texts("select data_key from card_pan where card_id = '" + fresh.value() + "'"))
                .containsExactly(rotation.dataKey());
        assertThat(opens(old)).isTrue();
        assertThat(opens(fresh)).isTrue();
        while (rotation.left() > 0) {
            rotation = rotating.move(rotation, 1_000);
        }
        assertThat(rotating.end(rotation)).isZero();
        assertThat(opens(old)).isTrue();
        assertThat(opens(issue())).isTrue();
    }

    private static Rotation begun(PanKeys keys) {
        var unused = keys.begin();
        return keys.resume();
    }

    @Test
    void aRotationThatIsDoneIsFollowedByAnother() {
        PanKeys rotating = process().panKeys();
        String first = rotating.move(begun(rotating), 1_000).dataKey();

        assertThat(rotating.begin().dataKey()).isNotEqualTo(first);
    }

    @Test
    void aCardInTheMakingIsWaitedFor() throws Exception {
        PanKeys rotating = process().panKeys();
        CountDownLatch issued = new CountDownLatch(1);
        CountDownLatch commit = new CountDownLatch(1);
        try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
            Future<CardId> making =
                    threads.submit(
                            () ->
                                    product.database()
                                            .atomically(
                                                    handle -> {
                                                        CardId card = issue();
                                                        issued.countDown();
                                                        await(commit);
                                                        return card;
                                                    }));
            await(issued);
            Future<Rotation> beginning = threads.submit(rotating::begin);
            Patience.until(() -> making.isDone() || someoneWaits());
            assertThat(beginning).isNotDone();
            commit.countDown();

            assertThat(beginning.get().left()).isEqualTo(CARDS + 1);
            assertThat(opens(making.get())).isTrue();
        }
    }

    @Test
    void theComponentsOfAPinKeyMakeTheKeyAndAreShownOnce() {
        Book live = new Book(sandbox.account(), Mode.LIVE);

        PinKeyHandover.Component first = show(live, 1);
        PinKeyHandover.Component second = show(live, 2);

        PinKey key = product.pins().keyOf(live);
        PinKey joined = pinKey(first).xor(pinKey(second));
        assertThat(joined.hex()).isEqualTo(key.hex());
        assertThat(first.value()).isNotEqualTo(second.value()).isNotEqualTo(key.hex());
        assertThat(first.keyCheckValue()).isEqualTo(key.checkValue());
        assertThat(first.checkValue()).isEqualTo(pinKey(first).checkValue());
        assertThat(first.toString()).doesNotContain(first.value());

        assertThat(show(live, 1).value()).isNull();
        assertThat(show(live, 2).value()).isNull();
        assertThat(texts("select number::text from pin_key_component where wrapped is not null"))
                .isEmpty();
    }

    @Test
    void aRenewedPinKeyHasComponentsOfItsOwn() {
        Book live = new Book(sandbox.account(), Mode.LIVE);
        PinKeyHandover.Component old = show(live, 1);

        PinKey made = product.pinKeyHandover().renew(live);

        assertThat(made.checkValue()).isNotEqualTo(old.keyCheckValue());
        assertThat(pinKey(show(live, 1)).xor(pinKey(show(live, 2))).hex()).isEqualTo(made.hex());
    }

    @Test
    void aNewWrappingKeyLeavesEverythingReadableAlsoToAProductThatRuns() {
        Map<CardId, Pan> before = numbers();
        Book live = new Book(sandbox.account(), Mode.LIVE);
        PinKeyHandover.Component first = show(live, 1);
        PinKey key = product.pins().keyOf(live);

        KeyProvider otherProcess =
                Pkcs12Keys.open(directory.resolve("keys.p12"), "test".toCharArray(), random);
        Reconcile renewing =
                Reconcile.open(POSTGRES.dataSource(), CLOCK, new RandomIds(), otherProcess, random);
        assertThat(renewing.wrappingKeys().renew()).hasToString("kek-2");

        assertThat(
                        texts(
                                """
                                select wrapped_by from data_key
                                union select wrapped_by from pin_key
                                union select wrapped_by from pin_key_component where wrapped is not null
                                """))
                .containsExactly("kek-2");
        assertThat(numbers()).isEqualTo(before);
        assertThat(opens(issue())).isTrue();
        PinKeyHandover.Component second = show(live, 2);
        assertThat(pinKey(first).xor(pinKey(second)).hex()).isEqualTo(key.hex());
    }

    private PinKeyHandover.Component show(Book book, int number) {
        return product.pinKeyHandover().show(book, number);
    }

    private static PinKey pinKey(PinKeyHandover.Component component) {
        return PinKey.parse(component.value()).orElseThrow();
    }

    private Reconcile process() {
        return Reconcile.open(POSTGRES.dataSource(), CLOCK, new RandomIds(), keys, random);
    }

    private CardId issue() {
        return product.cardIssuing()
                .create(
                        sandbox,
                        new NewCard(
                                customer,
                                null,
                                CardType.VIRTUAL,
                                "EUR",
                                null,
                                SpendingLimits.NONE,
                                Map.of()))
                .id();
    }

    /** The card numbers that a reader with the database and the keys would see now. */
    private Map<CardId, Pan> numbers() {
        VaultStore store = new VaultStore();
        PanVault vault = new PanVault(keys, random);
        return jdbi.withHandle(
                handle -> {
                    vault.take(store.dataKeys(handle));
                    Map<CardId, Pan> numbers = new HashMap<>();
                    for (String id : texts("select card_id::text from card_pan")) {
                        CardId card = new CardId(UUID.fromString(id));
                        numbers.put(card, vault.open(card, store.pan(handle, card)));
                    }
                    return numbers;
                });
    }

    /** True when the product that runs reads a number: it makes a PIN block of it. */
    private boolean opens(CardId card) {
        product.pins().keyOf(sandbox);
        return product.pins()
                .encrypt(sandbox, card, Pin.parse("1234").orElseThrow())
                .matches("[0-9A-F]{32}");
    }

    private List<String> texts(String sql) {
        return jdbi.withHandle(handle -> handle.createQuery(sql).mapTo(String.class).list());
    }

    private boolean someoneWaits() {
        return !texts("select 1::text from pg_locks where locktype = 'advisory' and not granted")
                .isEmpty();
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
