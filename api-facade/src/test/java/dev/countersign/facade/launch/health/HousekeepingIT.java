package dev.countersign.facade.launch.health;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.facade.local.BcryptPasswords;
import dev.countersign.reconcile.Administration;
import dev.countersign.reconcile.Console;
import dev.countersign.reconcile.domain.account.Book;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.operator.LoginLimits;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.service.IdempotentResponses;
import dev.countersign.reconcile.service.JdbiSetup;
import dev.countersign.reconcile.service.RandomIds;
import dev.countersign.reconcile.service.access.ApiKeys;
import dev.countersign.reconcile.service.access.ApiKeys.NewKey;
import dev.countersign.reconcile.service.issuing.BulkCardChanges;
import dev.countersign.reconcile.service.issuing.TokenExpiry;
import dev.countersign.reconcile.store.issuing.CardChangeStore;
import dev.countersign.reconcile.store.issuing.WalletTokenStore;
import dev.countersign.reconcile.testkit.PostgresExtension;
import dev.countersign.reconcile.testkit.SeededBook;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Background work of the API role. */
class HousekeepingIT {

    @RegisterExtension static final PostgresExtension POSTGRES = new PostgresExtension();

    private static final int OLD = 2_500;
    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");

    private Instant now = NOON;
    private final Administration book =
            Administration.open(POSTGRES.dataSource(), () -> now, new RandomIds());
    private final Console console =
            Console.open(
                    Database.over(POSTGRES.dataSource()),
                    new BcryptPasswords(4),
                    LoginLimits.of(5, 20),
                    () -> now);
    private final Housekeeping housekeeping =
            new Housekeeping(
                    book.answers(),
                    new BulkCardChanges(
                            Database.over(POSTGRES.dataSource()), new CardChangeStore()),
                    new TokenExpiry(
                            Database.over(POSTGRES.dataSource()),
                            new WalletTokenStore(1_000),
                            new CardChangeStore(),
                            () -> now),
                    book.apiKeys(),
                    console);

    @Test
    void forgetsAllThatIsOlderThanADayAndNothingElse() {
        answer("old", OLD, NOON);
        answer("young", 3, NOON.plusSeconds(1));

        assertThat(housekeeping.tidy()).isZero();
        now = NOON.plus(IdempotentResponses.KEY_LIFE);
        assertThat(housekeeping.tidy()).isEqualTo(OLD);
        assertThat(housekeeping.tidy()).isZero();
        now = now.plusSeconds(1);
        assertThat(housekeeping.tidy()).isEqualTo(3);
    }

    @Test
    void writesDownWhenKeysWereUsed() {
        Book live = new Book(book.accounts().create("A", false).id(), Mode.LIVE);
        String key = book.apiKeys().create(new NewKey(live, "used", ApiKeys.SCOPES, null)).text();
        assertThat(book.apiKeys().authenticate(key)).isPresent();

        assertThat(housekeeping.tidy()).isZero();

        assertThat(book.apiKeys().list())
                .filteredOn(each -> each.name().equals("used"))
                .singleElement()
                .satisfies(each -> assertThat(each.lastUsedAt()).isEqualTo(NOON));
    }

    @Test
    void removesWalletTokensThatNoWalletConfirmedInADay() {
        Jdbi jdbi = JdbiSetup.over(POSTGRES.dataSource());
        CardId card = new SeededBook(jdbi).card(null, null, null);
        jdbi.useHandle(
                handle ->
                        handle.execute(
                                """
                                insert into wallet_token (id, card_id, wallet, status, device_id,
                                                          created_at, updated_at)
                                select gen_random_uuid(), ?, 'apple_pay', status, status, ?, ?
                                  from unnest(array['pending', 'active', 'suspended']) status
                                """,
                                card.value(),
                                NOON.atOffset(ZoneOffset.UTC),
                                NOON.atOffset(ZoneOffset.UTC)));

        now = NOON.plus(TokenExpiry.CONFIRMED_WITHIN).minusMillis(1);
        housekeeping.tidy();
        assertThat(tokens(jdbi))
                .containsExactly("active active", "pending pending", "suspended suspended");

        now = NOON.plus(TokenExpiry.CONFIRMED_WITHIN);
        housekeeping.tidy();
        assertThat(tokens(jdbi))
                .containsExactly("active active", "pending removed", "suspended suspended");
    }

    private static List<String> tokens(Jdbi jdbi) {
        return jdbi.withHandle(
                handle ->
                        handle.createQuery(
                                        "select device_id || ' ' || status from wallet_token order by 1")
                                .mapTo(String.class)
                                .list());
    }

    private static void answer(String key, int times, Instant at) {
        JdbiSetup.over(POSTGRES.dataSource())
                .useHandle(
                        handle ->
                                handle.execute(
                                        """
                                        insert into idempotent_request (account_id, mode, method, path, key,
                                                                        body_sha256, status, response, created_at)
                                        select gen_random_uuid(), 'live', 'POST', '/cards', ? || number, '', 201, '{}', ?
                                          from generate_series(1, ?) number
                                        """,
                                        key,
                                        at.atOffset(ZoneOffset.UTC),
                                        times));
    }
}
