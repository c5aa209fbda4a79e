package dev.countersign.reconcile.service.feed;

import static dev.countersign.reconcile.testkit.domain.MessageExample.aRequest;
import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.reconcile.Reconcile;
import dev.countersign.reconcile.domain.account.Book;
import dev.countersign.reconcile.domain.id.WalletTokenId;
import dev.countersign.reconcile.domain.transaction.Decision;
import dev.countersign.reconcile.service.RandomIds;
import dev.countersign.reconcile.service.issuing.TokenExpiry;
import dev.countersign.reconcile.testkit.PostgresExtension;
import dev.countersign.reconcile.testkit.domain.MessageExample;
import dev.countersign.reconcile.vault.key.Pkcs12Keys;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Wallet tokens as decisions meet them: each message by what is in force when it is reached. */
class TokenDecisionIT {

    @RegisterExtension static final PostgresExtension POSTGRES = new PostgresExtension();

    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");
    private static final WalletTokenId TOKEN = new WalletTokenId(new UUID(7, 1));

    @TempDir Path directory;

    private PostedFeed posted;
    private Reconcile product;
    private Book book;
    private Instant now = NOON;
    private int requests;

    @BeforeEach
    void beginBook() {
        POSTGRES.empty();
        posted = new PostedFeed(POSTGRES.dataSource());
        SecureRandom random = new SecureRandom();
        product =
                Reconcile.open(
                        POSTGRES.dataSource(),
                        () -> now,
                        new RandomIds(),
                        Pkcs12Keys.open(
                                directory.resolve("keys.p12"), "test".toCharArray(), random),
                        random);
        book = posted.book.sandbox();
    }

    @Test
    void areMetAsCallersLeftThemByTheNextMessage() {
        provision("active");
        assertThat(answer()).isEqualTo("approved");

        product.cards().freeze(book, posted.card);
        assertThat(answer()).isEqualTo("card_frozen,token_suspended");
        product.cards().unfreeze(book, posted.card);
        assertThat(answer()).isEqualTo("approved");

        product.walletTokens().remove(book, posted.card, TOKEN.toString());
        assertThat(answer()).isEqualTo("token_removed");
        posted.restart();
        assertThat(answer()).isEqualTo("token_removed");
    }

    @Test
    void areNoneOfTheCardWhereTheyAreAnothers() {
        provision("active");
        var other = posted.book.card(null, null, null);
        posted.feed.add(other, aRequest().withToken(TOKEN));

        assertThat(posted.owner.post(posted.feed.batch()))
                .extracting(Decision::responseCode)
                .containsExactly("14");
        assertThat(posted.texts("select failed_checks from transaction"))
                .containsExactly("token_unknown");
    }

    @ParameterizedTest(name = "in batches of {0}")
    @ValueSource(ints = {1, 2, 5})
    void areMetAsWalletsLeftThemByTheNextMessageHoweverTheFeedIsCut(int size) {
        provision("pending");
        List<Decision> answers = new ArrayList<>();
        List<Runnable> messages =
                List.of(
                        () -> posted.feed.add(posted.card, request()),
                        () -> posted.feed.token(posted.card, TOKEN, "active", NOON.toString()),
                        () -> posted.feed.add(posted.card, request()),
                        () -> posted.feed.token(posted.card, TOKEN, "removed", NOON.toString()),
                        () -> posted.feed.add(posted.card, request()));
        for (int i = 0; i < messages.size(); i++) {
            messages.get(i).run();
            if ((i + 1) % size == 0) {
                answers.addAll(posted.owner.post(posted.feed.batch()));
            }
        }
        answers.addAll(posted.owner.post(posted.feed.batch()));

        assertThat(answers).extracting(Decision::responseCode).containsExactly("62", "00", "14");
    }

    @Test
    void areRemovedOnceWhereNoWalletConfirmsThemInADayAndTellOfIt() {
        provision("pending");
        assertThat(answer()).isEqualTo("token_pending");
        String changes = "select count(*)::text from card_change";

        now = NOON.plus(TokenExpiry.CONFIRMED_WITHIN);
        assertThat(product.tokenExpiry().remove(100)).isEqualTo(1);
        assertThat(posted.texts(changes)).containsExactly("1");
        assertThat(product.tokenExpiry().remove(100)).isZero();
        assertThat(posted.texts(changes)).containsExactly("1");

        assertThat(answer()).isEqualTo("token_removed");
    }

    private void provision(String status) {
        posted.jdbi.useHandle(
                handle ->
                        handle.execute(
                                """
                                insert into wallet_token (id, card_id, wallet, status, created_at,
                                                          updated_at)
                                values (?, ?, 'apple_pay', ?, ?, ?)
                                """,
                                TOKEN.value(),
                                posted.card.value(),
                                status,
                                NOON.atOffset(ZoneOffset.UTC),
                                NOON.atOffset(ZoneOffset.UTC)));
    }

    private MessageExample request() {
        requests++;
        return aRequest().ofLifecycle("T" + requests).withToken(TOKEN);
    }

    /** The outcome of one more request: the check that failed, or approved. */
    private String answer() {
        posted.postStubbornly(posted.batch(request()));
        return posted.texts(
                        """
                        select coalesce(nullif(failed_checks, ''), 'approved')
                          from transaction
                         where network_txn_id = 'T"""
                                + requests
                                + "'")
                .getFirst();
    }
}
