package dev.countersign.reconcile.service.issuing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.countersign.reconcile.Reconcile;
import dev.countersign.reconcile.domain.ErrorCode;
import dev.countersign.reconcile.domain.RequestRefusedException;
import dev.countersign.reconcile.domain.account.Book;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.card.CardType;
import dev.countersign.reconcile.domain.card.SpendingLimits;
import dev.countersign.reconcile.domain.customer.Customer;
import dev.countersign.reconcile.domain.customer.CustomerType;
import dev.countersign.reconcile.domain.feed.evidence.PinEvidence;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.service.JdbiSetup;
import dev.countersign.reconcile.service.RandomIds;
import dev.countersign.reconcile.service.access.ApiKeys.Caller;
import dev.countersign.reconcile.service.issuing.CardIssuing.NewCard;
import dev.countersign.reconcile.service.issuing.Customers.NewCustomer;
import dev.countersign.reconcile.testkit.PostgresExtension;
import dev.countersign.reconcile.vault.Pin;
import dev.countersign.reconcile.vault.key.Pkcs12Keys;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Limits on invalid PIN blocks, each of which may be a guess at a card number. */
class PinBlockLimitIT {

    @RegisterExtension static final PostgresExtension POSTGRES = new PostgresExtension();

    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");

    @TempDir Path directory;

    private Instant now = NOON;
    private Reconcile book;
    private Book sandbox;
    private String customer;
    private Caller key;

    @BeforeEach
    void openTheBook() {
        POSTGRES.empty();
        SecureRandom random = new SecureRandom();
        book =
                Reconcile.open(
                        POSTGRES.dataSource(),
                        () -> now,
                        new RandomIds(),
                        Pkcs12Keys.open(
                                directory.resolve("keys.p12"), "test".toCharArray(), random),
                        random);
        sandbox = new Book(book.accounts().create("A", true).id(), Mode.SANDBOX);
        book.pins().keyOf(sandbox);
        customer =
                book.customers()
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
        key = caller("key_000000000001");
    }

    @Test
    void isFiveOfACardAndThenNoneForAMinuteAlsoByAnotherKeyAndAlsoTheRightOne() {
        CardId card = card();
        for (int i = 0; i < 5; i++) {
            assertThat(wrong(key, card)).isEqualTo(ErrorCode.PIN_BLOCK_INVALID);
        }

        RequestRefusedException refused = refusal(caller("key_000000000002"), card, right(card));

        assertThat(refused.code()).isEqualTo(ErrorCode.TOO_MANY_REQUESTS);
        assertThat(refused.retryAfter()).isEqualTo(Duration.ofMinutes(1));
        now = now.plusSeconds(59);
        assertThat(refusal(key, card, right(card)).retryAfter()).isEqualTo(Duration.ofSeconds(1));
        now = now.plusSeconds(1);
        assertThat(wrong(key, card)).isEqualTo(ErrorCode.PIN_BLOCK_INVALID);
        assertThat(refusal(key, card, right(card)).retryAfter()).isEqualTo(Duration.ofMinutes(2));
    }

    @Test
    void isFiveOfAKeyOnWhicheverCards() {
        for (int i = 0; i < 5; i++) {
            assertThat(wrong(key, card())).isEqualTo(ErrorCode.PIN_BLOCK_INVALID);
        }
        CardId next = card();

        assertThat(wrong(key, next)).isEqualTo(ErrorCode.TOO_MANY_REQUESTS);
        assertThat(wrong(caller("key_000000000002"), next)).isEqualTo(ErrorCode.PIN_BLOCK_INVALID);
    }

    @Test
    void beginsAgainWithAValidBlockOfTheCardButNotForTheKey() {
        CardId one = card();
        CardId other = card();
        for (int i = 0; i < 4; i++) {
            assertThat(wrong(key, one)).isEqualTo(ErrorCode.PIN_BLOCK_INVALID);
        }
        book.pins().read(key, other, right(other)).wipe();
        assertThat(inRow()).containsEntry(one.toString(), 4).containsEntry(key.keyId(), 4);

        book.pins().read(caller("key_000000000002"), one, right(one)).wipe();

        assertThat(inRow()).doesNotContainKey(one.toString()).containsEntry(key.keyId(), 4);
        assertThat(wrong(key, one)).isEqualTo(ErrorCode.PIN_BLOCK_INVALID);
        assertThat(wrong(key, other)).isEqualTo(ErrorCode.TOO_MANY_REQUESTS);
    }

    @Test
    void countsAlikeWhateverIsWrongWithABlock() {
        CardId card = card();
        for (String block : List.of("", "1234", "z".repeat(32), "0".repeat(32), right(card()))) {
            assertThat(refusal(key, card, block).code()).isEqualTo(ErrorCode.PIN_BLOCK_INVALID);
        }

        assertThat(wrong(key, card)).isEqualTo(ErrorCode.TOO_MANY_REQUESTS);
    }

    @Test
    void countsNothingOfACardWhosePinCannotBeSet() {
        CardId card = card();
        book.cards().terminate(sandbox, card);
        for (int i = 0; i < 7; i++) {
            assertThat(wrong(key, card)).isEqualTo(ErrorCode.CARD_NOT_ACTIVE);
        }

        assertThat(inRow()).isEmpty();
    }

    @Test
    void isFiveForTriesAtTheSameTimeToo() throws Exception {
        CardId card = card();
        String block = right(card());
        int callers = 8;
        CyclicBarrier together = new CyclicBarrier(callers);
        List<Future<List<ErrorCode>>> answers = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(callers)) {
            for (int i = 0; i < callers; i++) {
                Caller caller = caller("key_00000000001" + i);
                Callable<List<ErrorCode>> tries =
                        () -> {
                            together.await();
                            List<ErrorCode> codes = new ArrayList<>();
                            for (int n = 0; n < 5; n++) {
                                codes.add(refusal(caller, card, block).code());
                            }
                            return codes;
                        };
                answers.add(threads.submit(tries));
            }
        }
        List<ErrorCode> codes = new ArrayList<>();
        for (Future<List<ErrorCode>> answer : answers) {
            codes.addAll(answer.get());
        }

        assertThat(codes.stream().collect(Collectors.groupingBy(c -> c, Collectors.counting())))
                .containsOnly(
                        Map.entry(ErrorCode.PIN_BLOCK_INVALID, 5L),
                        Map.entry(ErrorCode.TOO_MANY_REQUESTS, 35L));
    }

    @Test
    void isTheSameForPinsThatCardholdersEnter() {
        CardId card = card();
        Pin pin = Pin.parse("4071").orElseThrow();
        book.pins().set(sandbox, card, pin);
        for (int i = 0; i < 5; i++) {
            assertThat(book.pins().check(key, card, right(card()))).isEqualTo(PinEvidence.ERROR);
        }

        assertThatExceptionOfType(RequestRefusedException.class)
                .isThrownBy(() -> book.pins().check(key, card, right(card)))
                .satisfies(
                        refused ->
                                assertThat(refused.code()).isEqualTo(ErrorCode.TOO_MANY_REQUESTS));
        now = now.plus(Duration.ofMinutes(1));
        assertThat(book.pins().check(key, card, right(card))).isEqualTo(PinEvidence.MATCH);
    }

    @Test
    void leavesAnEntryOfTheAuditTrailForEachThatWasLookedAt() {
        CardId card = card();
        for (int i = 0; i < 7; i++) {
            wrong(key, card);
        }

        assertThat(
                        POSTGRES.texts(
                                "select actor || ' ' || action || ' ' || subject || ' ' || remark"
                                        + " from audit_inbox order by id"))
                .hasSize(5)
                .first()
                .isEqualTo(
                        key.keyId()
                                + " pin.blocks_refused "
                                + card
                                + " in a row: 1 of the card, 1 of the key");
    }

    // ---- steps

    private Caller caller(String keyId) {
        return new Caller(keyId, sandbox, Set.of("pins:write"));
    }

    private ErrorCode wrong(Caller caller, CardId card) {
        return refusal(caller, card, right(card())).code();
    }

    private RequestRefusedException refusal(Caller caller, CardId card, String block) {
        RequestRefusedException refused =
                catchThrowableOfType(
                        RequestRefusedException.class,
                        () -> book.pins().read(caller, card, block).wipe());
        assertThat(refused).isNotNull();
        return refused;
    }

    private String right(CardId card) {
        Pin pin = Pin.parse("4071").orElseThrow();
        try {
            return book.pins().encrypt(sandbox, card, pin);
        } finally {
            pin.wipe();
        }
    }

    private Map<String, Integer> inRow() {
        return JdbiSetup.over(POSTGRES.dataSource())
                .withHandle(
                        handle ->
                                handle
                                        .createQuery(
                                                "select subject, consecutive from pin_block_failure"
                                                        + " where consecutive > 0")
                                        .map(
                                                (row, context) ->
                                                        Map.entry(
                                                                row.getString("subject"),
                                                                row.getInt("consecutive")))
                                        .stream()
                                        .collect(
                                                Collectors.toMap(
                                                        Map.Entry::getKey, Map.Entry::getValue)));
    }

    private CardId card() {
        return book.cardIssuing()
                .create(
                        sandbox,
                        new NewCard(
                                customer,
                                null,
                                CardType.PHYSICAL,
                                "EUR",
                                null,
                                SpendingLimits.NONE,
                                Map.of()))
                .id();
    }
}
