package dev.countersign.reconcile.service.issuing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.tuple;

import dev.countersign.reconcile.Administration;
import dev.countersign.reconcile.domain.ErrorCode;
import dev.countersign.reconcile.domain.RequestRefusedException;
import dev.countersign.reconcile.domain.account.Account;
import dev.countersign.reconcile.domain.account.ApiKey;
import dev.countersign.reconcile.domain.account.Book;
import dev.countersign.reconcile.domain.account.KeyedRequest;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.card.CardType;
import dev.countersign.reconcile.domain.feed.Network;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.id.CustomerId;
import dev.countersign.reconcile.domain.id.ProgramId;
import dev.countersign.reconcile.domain.program.Program;
import dev.countersign.reconcile.domain.transaction.Decision;
import dev.countersign.reconcile.domain.transaction.post.MessagePosting;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.service.IdempotentResponses;
import dev.countersign.reconcile.service.IdempotentResponses.Creation;
import dev.countersign.reconcile.service.IdempotentResponses.Reply;
import dev.countersign.reconcile.service.JdbiSetup;
import dev.countersign.reconcile.service.RandomIds;
import dev.countersign.reconcile.service.access.ApiKeys;
import dev.countersign.reconcile.service.access.ApiKeys.Caller;
import dev.countersign.reconcile.service.access.ApiKeys.CreatedKey;
import dev.countersign.reconcile.service.access.ApiKeys.NewKey;
import dev.countersign.reconcile.service.feed.FeedPosting;
import dev.countersign.reconcile.service.feed.FeedStores;
import dev.countersign.reconcile.service.issuing.Programs.Change;
import dev.countersign.reconcile.service.issuing.Programs.NewProgram;
import dev.countersign.reconcile.store.issuing.IdempotencyStore;
import dev.countersign.reconcile.testkit.Feed;
import dev.countersign.reconcile.testkit.PostgresExtension;
import dev.countersign.reconcile.testkit.SeededBook;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Changes to the book by the command line, and how soon they count. */
class AdministrationIT {

    @RegisterExtension static final PostgresExtension POSTGRES = new PostgresExtension();

    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");

    private Instant now = NOON;
    private Jdbi jdbi;
    private Administration book;

    @BeforeEach
    void openTheBook() {
        POSTGRES.empty();
        now = NOON;
        jdbi = JdbiSetup.over(POSTGRES.dataSource());
        book = Administration.open(POSTGRES.dataSource(), () -> now, new RandomIds());
    }

    // ---- accounts and programs

    @Test
    void anAccountBeginsWithTwoProgramsInEachMode() {
        Account account = account();

        assertThat(book.accounts().list()).containsExactly(account);
        for (Mode mode : Mode.values()) {
            assertThat(book.programs().all(new Book(account.id(), mode)))
                    .extracting(Program::name, Program::bin, Program::isDefault)
                    .containsExactlyInAnyOrder(
                            tuple("Visa", "400000", true), tuple("Mastercard", "222300", false));
        }
    }

    @Test
    void aNewDefaultTakesThePlaceOfTheOldOneOfItsBookAlone() {
        Book sandbox = new Book(account().id(), Mode.SANDBOX);
        Book live = new Book(sandbox.account(), Mode.LIVE);

        Program created = book.programs().create(sandbox, gold());

        assertThat(defaults(sandbox)).containsExactly("Gold");
        assertThat(defaults(live)).containsExactly("Visa");

        Program visa = named(sandbox, "Visa");
        update(sandbox, visa.id(), new Change(null, null, null, null, null, null, true));
        assertThat(defaults(sandbox)).containsExactly("Visa");

        update(sandbox, visa.id(), new Change(null, null, null, null, null, null, false));
        assertThat(defaults(sandbox)).isEmpty();
        assertThat(book.programs().bookOf(created.id())).contains(sandbox);
        assertThat(book.programs().find(live, created.id())).isEmpty();
    }

    @Test
    void aProgramThatIsNotSoundChangesNothing() {
        Book sandbox = new Book(account().id(), Mode.SANDBOX);
        Program visa = named(sandbox, "Visa");

        assertThatExceptionOfType(RequestRefusedException.class)
                .isThrownBy(
                        () ->
                                update(
                                        sandbox,
                                        visa.id(),
                                        new Change(
                                                "Blue", null, List.of(), null, null, null, null)));
        assertThatExceptionOfType(RequestRefusedException.class)
                .isThrownBy(
                        () ->
                                update(
                                        sandbox,
                                        new ProgramId(new UUID(1, 1)),
                                        new Change("Blue", null, null, null, null, null, null)));

        assertThat(named(sandbox, "Visa")).isEqualTo(visa);
    }

    // ---- what decisions look at

    @Test
    void aProgramsStatusCountsFromTheNextMessageOfItsCards() {
        FeedingOwner feeding = new FeedingOwner();
        assertThat(feeding.approves()).isTrue();

        update(
                feeding.sandbox(),
                feeding.program(),
                new Change(null, false, null, null, null, null, null));
        assertThat(feeding.approves()).isFalse();

        update(
                feeding.sandbox(),
                feeding.program(),
                new Change(null, true, null, null, null, null, null));
        assertThat(feeding.approves()).isTrue();
    }

    @Test
    void whatDecisionsDoNotLookAtLeavesTheCardsAlone() {
        FeedingOwner feeding = new FeedingOwner();

        update(
                feeding.sandbox(),
                feeding.program(),
                new Change("Blue", null, List.of(CardType.VIRTUAL), null, null, null, false));

        assertThat(count("select count(*) from card_change")).isZero();
    }

    @Test
    void strongAuthenticationCountsFromTheNextMessageOfItsCards() {
        FeedingOwner feeding = new FeedingOwner();
        assertThat(feeding.scaEnforced()).isFalse();

        update(
                feeding.sandbox(),
                feeding.program(),
                new Change(null, null, null, null, null, true, null));

        assertThat(feeding.scaEnforced()).isTrue();
        assertThat(count("select count(*) from card_change")).isEqualTo(1);
    }

    @Test
    void aCustomersStatusCountsFromTheNextMessageOfItsCards() {
        FeedingOwner feeding = new FeedingOwner();
        CustomerId customer = feeding.customer();
        assertThat(book.customers().bookOf(customer)).contains(feeding.sandbox());
        assertThat(feeding.approves()).isTrue();

        setActive(feeding.sandbox(), customer, false);
        assertThat(feeding.approves()).isFalse();

        setActive(feeding.sandbox(), customer, true);
        assertThat(feeding.approves()).isTrue();
    }

    // ---- keys

    @Test
    void aKeyLetsInUntilItIsRevoked() {
        CreatedKey created = key(List.of("cards:read"), null);

        assertThat(authenticate(created))
                .get()
                .satisfies(
                        caller -> {
                            assertThat(caller.keyId()).isEqualTo(created.key().id());
                            assertThat(caller.scopes()).containsExactly("cards:read");
                        });

        now = NOON.plusSeconds(60);
        ApiKey revoked = revoke(created);
        assertThat(revoked.revokedAt()).isEqualTo(now);
        assertThat(authenticate(created)).isEmpty();

        now = NOON.plusSeconds(120);
        assertThat(revoke(created)).isEqualTo(revoked);
    }

    @Test
    void aKeyEndsAtTheInstantThatWasSaid() {
        CreatedKey created = key(ApiKeys.SCOPES, NOON.plusSeconds(10));

        now = NOON.plusSeconds(10).minusMillis(1);
        assertThat(authenticate(created)).isPresent();
        now = NOON.plusSeconds(10);
        assertThat(authenticate(created)).isEmpty();
    }

    @Test
    void aKeyIsKeptAsAHashAndListedWithoutIt() {
        CreatedKey created = key(List.of("pins:write", "cards:read"), NOON.plusSeconds(10));

        assertThat(book.apiKeys().list())
                .singleElement()
                .satisfies(
                        key -> {
                            assertThat(key).isEqualTo(created.key());
                            assertThat(key.scopes()).containsExactly("cards:read", "pins:write");
                            assertThat(key.expiresAt()).isEqualTo(NOON.plusSeconds(10));
                        });
        assertThat(created.toString()).doesNotContain(created.text());
        assertThat(
                        count(
                                "select count(*) from api_key where api_key::text like '%"
                                        + created.text().substring(8)
                                        + "%'"))
                .isZero();
    }

    @Test
    void aKeyOfNoUseIsRefused() {
        for (List<String> scopes : List.of(List.<String>of(), List.of("cards:read", "all:of"))) {
            assertThatExceptionOfType(RequestRefusedException.class)
                    .isThrownBy(() -> key(scopes, null))
                    .withMessageContaining("disputes:write");
        }
        assertThatExceptionOfType(RequestRefusedException.class)
                .isThrownBy(() -> key(ApiKeys.SCOPES, NOON));
        assertThatExceptionOfType(RequestRefusedException.class)
                .isThrownBy(() -> book.apiKeys().revoke("key_none"));
    }

    @Test
    void theLastUseOfAKeyIsWrittenDownLater() {
        CreatedKey created = key(ApiKeys.SCOPES, null);
        assertThat(authenticate(created)).isPresent();
        now = NOON.plusSeconds(5);
        assertThat(authenticate(created)).isPresent();
        assertThat(book.apiKeys().list().getFirst().lastUsedAt()).isNull();

        book.apiKeys().keepUses();
        assertThat(book.apiKeys().list().getFirst().lastUsedAt()).isEqualTo(now);

        now = NOON;
        assertThat(authenticate(created)).isPresent();
        book.apiKeys().keepUses();
        assertThat(book.apiKeys().list().getFirst().lastUsedAt()).isEqualTo(NOON.plusSeconds(5));
    }

    // ---- idempotency keys

    @Test
    void anIdempotencyKeyOlderThanADayIsNewAlthoughItIsStillThere() {
        Book sandbox = new Book(account().id(), Mode.SANDBOX);
        assertThat(create(sandbox, "k", "first")).isEqualTo("first");
        now = NOON.plus(IdempotentResponses.KEY_LIFE).minusMillis(1);
        assertThat(create(sandbox, "k", "second")).isEqualTo("first");

        now = NOON.plus(IdempotentResponses.KEY_LIFE);

        assertThat(create(sandbox, "k", "second")).isEqualTo("second");
        assertThat(create(sandbox, "k", "third")).isEqualTo("second");
    }

    @Test
    void idempotencyKeysOlderThanADayAreDeletedAFewAtATime() {
        Book sandbox = new Book(account().id(), Mode.SANDBOX);
        for (int i = 0; i < 5; i++) {
            create(sandbox, "old" + i, "x");
        }
        now = NOON.plus(Duration.ofHours(1));
        create(sandbox, "young", "y");

        assertThat(book.answers().forget(100)).isZero();
        now = NOON.plus(IdempotentResponses.KEY_LIFE);
        assertThat(book.answers().forget(3)).isEqualTo(3);
        assertThat(book.answers().forget(3)).isEqualTo(2);
        assertThat(book.answers().forget(3)).isZero();

        assertThat(create(sandbox, "young", "z")).isEqualTo("y");
    }

    /**
     * The other one was done after this one had looked for an answer, and before it had the key.
     */
    @Test
    void oneOfTwoThatAskAtOnceGetsTheAnswerOfTheOther() {
        KeyedRequest request = request(new Book(account().id(), Mode.SANDBOX), "k");

        Reply reply =
                book.answers()
                        .answer(
                                new Creation<String>(request, made -> new Reply(201, made, false)),
                                handle -> {
                                    try (Handle other = jdbi.open()) {
                                        new IdempotencyStore()
                                                .upsert(other, request, 201, "first", NOON, NOON);
                                    }
                                    throw RequestRefusedException.at(
                                            ErrorCode.EXTERNAL_ID_IN_USE, "external_id");
                                });

        assertThat(reply).isEqualTo(new Reply(201, "first", true));
    }

    private static KeyedRequest request(Book sandbox, String key) {
        return new KeyedRequest(sandbox, "POST", "/customers", key, "sha");
    }

    private String create(Book sandbox, String key, String answer) {
        KeyedRequest request = request(sandbox, key);
        return book.answers()
                .answer(
                        new Creation<String>(request, made -> new Reply(201, made, false)),
                        handle -> answer)
                .body();
    }

    private Account account() {
        return book.accounts().create("Acme", true);
    }

    private static NewProgram gold() {
        return new NewProgram(
                "Gold",
                Network.MASTERCARD,
                "55555555",
                List.of(CardType.VIRTUAL),
                List.of("EUR"),
                List.of(),
                true,
                false,
                true);
    }

    private void update(Book of, ProgramId program, Change change) {
        var unused = book.programs().update(of, program, change);
    }

    private void setActive(Book of, CustomerId customer, boolean active) {
        var unused = book.customers().setActive(of, customer, active);
    }

    private List<String> defaults(Book of) {
        return book.programs().all(of).stream()
                .filter(Program::isDefault)
                .map(Program::name)
                .toList();
    }

    private Program named(Book of, String name) {
        return book.programs().all(of).stream()
                .filter(program -> program.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private CreatedKey key(List<String> scopes, Instant expiresAt) {
        Book sandbox =
                new Book(
                        book.accounts().list().stream()
                                .map(Account::id)
                                .findFirst()
                                .orElseGet(() -> account().id()),
                        Mode.SANDBOX);
        return book.apiKeys().create(new NewKey(sandbox, "test", scopes, expiresAt));
    }

    private ApiKey revoke(CreatedKey created) {
        return book.apiKeys().revoke(created.key().id());
    }

    private Optional<Caller> authenticate(CreatedKey created) {
        return book.apiKeys().authenticate(created.text());
    }

    private long count(String sql) {
        return jdbi.withHandle(handle -> handle.createQuery(sql).mapTo(Long.class).one());
    }

    /** A card, and an owner of the feed that has it at hand. */
    private final class FeedingOwner {

        private final CardId card = new SeededBook(jdbi).card(null, null, null);
        private final Feed feed = new Feed();
        private final FeedStores stores =
                FeedStores.with(
                        (payload, at) -> {
                            throw new AssertionError("nothing is parked here: " + payload);
                        });
        private final Database database = new Database(jdbi);
        private final FeedPosting owner =
                new FeedPosting(database, stores, MessagePosting.DEFAULT, () -> now, 1_000);
        private int sent;

        FeedingOwner() {
            database.doAtomically(handle -> stores.feed().begin(handle, Feed.TOPIC, 0, 0));
        }

        boolean approves() {
            sent++;
            return owner
                    .post(feed.request(card, "ref" + sent, 100, "2026-11-21T10:00:00Z").batch())
                    .stream()
                    .allMatch(Decision::approved);
        }

        boolean scaEnforced() {
            return jdbi.withHandle(handle -> stores.positions().load(handle, List.of(card)))
                    .getFirst()
                    .position()
                    .facts()
                    .scaEnforced();
        }

        ProgramId program() {
            return new ProgramId(uuid("select program_id from card"));
        }

        CustomerId customer() {
            return new CustomerId(uuid("select customer_id from card"));
        }

        Book sandbox() {
            return book.programs().bookOf(program()).orElseThrow();
        }

        private UUID uuid(String sql) {
            return jdbi.withHandle(handle -> handle.createQuery(sql).mapTo(UUID.class).one());
        }
    }
}
