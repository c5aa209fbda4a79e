package dev.countersign.reconcile.service.issuing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.countersign.reconcile.Reconcile;
import dev.countersign.reconcile.domain.ErrorCode;
import dev.countersign.reconcile.domain.RequestRefusedException;
import dev.countersign.reconcile.domain.account.Book;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.card.AuthorizationControls;
import dev.countersign.reconcile.domain.card.Card;
import dev.countersign.reconcile.domain.card.SpendingLimits;
import dev.countersign.reconcile.service.JdbiSetup;
import dev.countersign.reconcile.service.RandomIds;
import dev.countersign.reconcile.service.issuing.SandboxCards.IssuedCard;
import dev.countersign.reconcile.service.issuing.SandboxCards.RequestedCard;
import dev.countersign.reconcile.store.issuing.VaultStore;
import dev.countersign.reconcile.testkit.PostgresExtension;
import dev.countersign.reconcile.vault.PanVault;
import dev.countersign.reconcile.vault.key.Pkcs12Keys;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Many cards at once, by the rules of one. */
class SandboxCardsIT {

    @RegisterExtension static final PostgresExtension POSTGRES = new PostgresExtension();

    private static final InstantSource CLOCK =
            InstantSource.fixed(Instant.parse("2026-11-21T12:00:00Z"));

    @TempDir Path directory;

    private final SecureRandom random = new SecureRandom();
    private Jdbi jdbi;
    private Pkcs12Keys keys;
    private Reconcile product;
    private Book sandbox;

    @BeforeEach
    void open() {
        POSTGRES.empty();
        jdbi = JdbiSetup.over(POSTGRES.dataSource());
        keys = Pkcs12Keys.open(directory.resolve("keys.p12"), "test".toCharArray(), random);
        product = Reconcile.open(POSTGRES.dataSource(), CLOCK, new RandomIds(), keys, random);
        sandbox = new Book(product.accounts().create("A", true).id(), Mode.SANDBOX);
    }

    @Test
    void issuesWhatIsMissingAndFindsTheRestAgain() {
        List<IssuedCard> some = product.sandboxCards().issueMissing(wanted(0, 30), done -> {});
        List<Integer> reports = new ArrayList<>();

        List<IssuedCard> all = product.sandboxCards().issueMissing(wanted(0, 2_500), reports::add);

        assertThat(reports).containsExactly(1_000, 2_000, 2_500);
        assertThat(all)
                .hasSize(2_500)
                .doesNotHaveDuplicates()
                .startsWith(some.toArray(IssuedCard[]::new));
        assertThat(product.sandboxCards().issueMissing(wanted(0, 2_500), done -> {}))
                .isEqualTo(all);
        assertThat(count("card")).isEqualTo(2_500);
        assertThat(count("customer")).isEqualTo(2_500);
        assertThat(count("card_rules")).isEqualTo(2_500);
        assertThat(count("card_security")).isEqualTo(2_500);
        assertThat(count("card_change where card_id in (select id from card)")).isEqualTo(2_500);
    }

    @Test
    void givesEachItsOwnNumberItsLimitsAndItsControls() {
        List<IssuedCard> issued = product.sandboxCards().issueMissing(wanted(0, 300), done -> {});

        VaultStore store = new VaultStore();
        PanVault vault = new PanVault(keys, random);
        jdbi.useHandle(
                handle -> {
                    vault.take(store.dataKeys(handle));
                    for (int number = 0; number < issued.size(); number += 50) {
                        IssuedCard one = issued.get(number);
                        Card card = product.cards().find(sandbox, one.id()).orElseThrow();
                        assertThat(vault.open(one.id(), store.pan(handle, one.id())).last4())
                                .isEqualTo(card.last4());
                        assertThat(card.rules().limits()).isEqualTo(limits(number));
                        assertThat(card.rules().controls()).isEqualTo(controls(number));
                        assertThat(card.expiry()).isEqualTo(one.expiry());
                    }
                });
        assertThat(count("(select distinct lookup from card_pan) numbers")).isEqualTo(300);
    }

    @Test
    void issuesNothingOfAProgramThatIssuesNone() {
        jdbi.useHandle(handle -> handle.execute("update program set status = 'inactive'"));

        assertThatThrownBy(() -> product.sandboxCards().issueMissing(wanted(0, 1), done -> {}))
                .isInstanceOfSatisfying(
                        RequestRefusedException.class,
                        refused ->
                                assertThat(refused.code()).isEqualTo(ErrorCode.PROGRAM_INACTIVE));
        assertThat(count("customer")).isZero();
    }

    private long count(String rows) {
        return jdbi.withHandle(
                handle ->
                        handle.createQuery("select count(*) from " + rows).mapTo(Long.class).one());
    }

    private static List<RequestedCard> wanted(int from, int to) {
        return IntStream.range(from, to)
                .mapToObj(
                        number ->
                                new RequestedCard(
                                        "wanted-" + number, limits(number), controls(number)))
                .toList();
    }

    private static SpendingLimits limits(int number) {
        return new SpendingLimits(1_000L + number % 3, null, 50_000L);
    }

    private static AuthorizationControls controls(int number) {
        return new AuthorizationControls(
                List.of(),
                List.of("7995", "7801"),
                List.of(),
                List.of(),
                true,
                number % 2 == 0,
                false);
    }
}
