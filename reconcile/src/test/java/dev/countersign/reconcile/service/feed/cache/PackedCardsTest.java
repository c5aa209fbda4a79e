package dev.countersign.reconcile.service.feed.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.authorization.CardPosition;
import dev.countersign.reconcile.domain.authorization.SpendUsage;
import dev.countersign.reconcile.domain.card.AuthorizationControls;
import dev.countersign.reconcile.domain.card.CardFacts;
import dev.countersign.reconcile.domain.card.CardRules;
import dev.countersign.reconcile.domain.card.CardSecurity;
import dev.countersign.reconcile.domain.card.CardStatus;
import dev.countersign.reconcile.domain.card.ChallengePreference;
import dev.countersign.reconcile.domain.card.SpendingLimits;
import dev.countersign.reconcile.domain.card.Termination;
import dev.countersign.reconcile.domain.card.ThreeDsSettings;
import dev.countersign.reconcile.domain.id.AccountId;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.id.CustomerId;
import dev.countersign.reconcile.domain.id.FundingId;
import dev.countersign.reconcile.domain.id.WalletTokenId;
import dev.countersign.reconcile.domain.pin.PinState;
import dev.countersign.reconcile.domain.pin.PinStatus;
import dev.countersign.reconcile.domain.transaction.CardHistory;
import dev.countersign.reconcile.domain.wallet.CardTokens;
import dev.countersign.reconcile.domain.wallet.WalletTokenStatus;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Currency;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Cards between their messages: what comes out is what went in, and what was kept last. */
class PackedCardsTest {

    private static final int CARDS = 3_000;
    private static final int MANY = 1_000_000;
    private static final LocalDate DAY = LocalDate.parse("2026-11-21");

    private final long seed = System.nanoTime();
    private final Random random = new Random(seed);
    private final List<CardId> ids = new ArrayList<>();

    PackedCardsTest() {
        System.out.println("seed " + seed);
        for (int i = 0; i < CARDS; i++) {
            // Of one millisecond, as ids of a bulk are: they differ little.
            ids.add(new CardId(new UUID(0x019a_7000_0000_7000L, i)));
        }
    }

    @Test
    void comeOutAsTheyWentInHoweverTheyComeAndGo() {
        PackedCards packed = new PackedCards(2 * CARDS, MANY);
        Map<CardId, CardHistory> model = new HashMap<>();
        for (int step = 0; step < 50_000; step++) {
            CardId card = ids.get(random.nextInt(CARDS));
            if (random.nextInt(4) == 0) {
                packed.remove(card);
                model.remove(card);
            } else {
                CardHistory history = any(card);
                assertThat(packed.put(history)).isTrue();
                model.put(card, history);
            }
            CardId other = ids.get(random.nextInt(CARDS));
            assertThat(packed.holds(other)).isEqualTo(model.containsKey(other));
            assertThat(text(packed.get(other))).isEqualTo(text(model.get(other)));
            assertThat(packed.size()).isEqualTo(model.size());
        }
    }

    @Test
    void keepOnlyWhatTheySpentWhenOtherFactsOfThemChange() {
        PackedCards packed = new PackedCards(2 * CARDS, MANY);
        Map<CardId, CardHistory> outdated = new HashMap<>();
        Map<CardId, CardHistory> model = new HashMap<>();
        for (int step = 0; step < 50_000; step++) {
            CardId card = ids.get(random.nextInt(CARDS));
            CardHistory before = model.remove(card);
            switch (random.nextInt(5)) {
                case 0 -> {
                    packed.remove(card);
                    outdated.remove(card);
                }
                case 1 -> {
                    packed.outdate(card);
                    if (before != null && before.alone()) {
                        outdated.put(card, before);
                    }
                }
                default -> {
                    CardHistory history = any(card);
                    packed.put(history);
                    model.put(card, history);
                    outdated.remove(card);
                }
            }
            CardId other = ids.get(random.nextInt(CARDS));
            assertThat(packed.holds(other)).isEqualTo(model.containsKey(other));
            assertThat(text(packed.get(other))).isEqualTo(text(model.get(other)));
            CardHistory spent = outdated.get(other);
            assertThat(text(packed.usage(other)))
                    .isEqualTo(text(spent == null ? null : spent.position().usage()));
        }
    }

    @Test
    void stayAsManyAsThereIsRoomForAndThoseThatAreAskedForStayLongest() {
        PackedCards packed = new PackedCards(100, MANY);
        CardId wanted = ids.getFirst();
        packed.put(any(wanted));

        for (CardId card : ids.subList(1, CARDS)) {
            packed.put(any(card));
            assertThat(packed.get(wanted)).isNotNull();
            assertThat(packed.holds(card)).isTrue();
            assertThat(packed.size()).isLessThanOrEqualTo(100);
        }
    }

    @Test
    void areGoneWhenAllIsCleared() {
        PackedCards packed = new PackedCards(CARDS, MANY);
        ids.forEach(card -> packed.put(any(card)));

        packed.clear();

        assertThat(packed.size()).isZero();
        assertThat(ids).noneMatch(packed::holds);
        CardHistory again = any(ids.getFirst());
        assertThat(packed.put(again)).isTrue();
        assertThat(text(packed.get(ids.getFirst()))).isEqualTo(text(again));
    }

    @Test
    void keepTheRulesOfThoseThatAreThereHoweverOftenRulesChange() {
        int sets = 50;
        PackedCards packed = new PackedCards(CARDS, sets);
        Map<CardId, CardHistory> model = new HashMap<>();
        for (int step = 0; step < 50_000; step++) {
            CardId card = ids.get(random.nextInt(100));
            if (random.nextInt(4) == 0) {
                packed.remove(card);
                model.remove(card);
            } else {
                CardHistory history = any(card, 1 + step / 1_000);
                boolean taken = packed.put(history);
                assertThat(packed.holds(card)).isEqualTo(taken);
                model.put(card, history);
                model.keySet().removeIf(kept -> !packed.holds(kept)); // some left for it
            }
            assertThat(packed.size()).isEqualTo(model.size());
            assertThat(packed.room()).isEqualTo(sets - differentSets(model));
            CardId other = ids.get(random.nextInt(100));
            assertThat(text(packed.get(other))).isEqualTo(text(model.get(other)));
        }
    }

    @Test
    void areAllThereAfterTheRulesOfAllHaveChangedManyTimes() {
        PackedCards packed = new PackedCards(CARDS, CARDS);

        for (int version = 1; version <= 10; version++) {
            for (CardId card : ids) {
                assertThat(packed.put(any(card, version))).isTrue();
            }
        }

        assertThat(packed.size()).isEqualTo(CARDS);
    }

    @Test
    void areNotThoseWithOneSetOfRulesTooManyWhereNoneCanLeaveWithItsOwn() {
        PackedCards packed = new PackedCards(CARDS, 1);
        CardHistory first = any(ids.get(0), 1);
        packed.put(first);
        packed.put(first.withPosition(sameOf(first, ids.get(1))));

        assertThat(packed.put(any(ids.get(2), 2))).isFalse();

        assertThat(packed.holds(ids.get(2))).isFalse();
        assertThat(packed.size()).isEqualTo(2);
    }

    @Test
    void makeRoomForOneAnotherWhereTooManyHaveNothingInCommon() {
        PackedCards packed = new PackedCards(CARDS, 10);

        for (int i = 0; i < CARDS; i++) {
            CardHistory history = any(ids.get(i), 1 + i);
            assertThat(packed.put(history)).isTrue();
            assertThat(text(packed.get(ids.get(i)))).isEqualTo(text(history));
            assertThat(packed.size()).isLessThanOrEqualTo(10);
            assertThat(packed.room()).isBetween(0, 10);
        }
    }

    @Test
    void areNotThoseWithMorePeriodsThanTheFormHas() {
        PackedCards packed = new PackedCards(CARDS, MANY);
        CardId card = ids.getFirst();
        packed.put(any(card));
        CardHistory many = any(card);
        SpendUsage usage = SpendUsage.EMPTY;
        for (int day = 0; day < 5; day++) {
            usage = usage.withDay(DAY.plusDays(day), day);
        }

        assertThat(packed.put(many.withPosition(many.position().withUsage(usage)))).isFalse();
        assertThat(packed.holds(card)).isFalse();
    }

    private static int differentSets(Map<CardId, CardHistory> cards) {
        return (int)
                cards.values().stream()
                        .map(history -> SharedCardFacts.of(history.position()))
                        .distinct()
                        .count();
    }

    /** Another card with all that can be in common. */
    private static CardPosition sameOf(CardHistory history, CardId card) {
        CardPosition position = history.position();
        CardFacts facts =
                SharedCardFacts.of(position)
                        .with(
                                card,
                                position.facts().customerId(),
                                card.value(),
                                position.facts().rules().version(),
                                position.facts().rules().limits(),
                                null,
                                CardTokens.NONE);
        return new CardPosition(facts, position.security(), position.usage(), null);
    }

    private CardHistory any(CardId card) {
        return any(card, 1 + random.nextInt(5));
    }

    private CardHistory any(CardId card, int rules) {
        SpendUsage usage = SpendUsage.EMPTY;
        for (int day = random.nextInt(4); day > 0; day--) {
            usage = usage.withDay(DAY.minusDays(day), random.nextLong(Long.MAX_VALUE));
        }
        usage = usage.withMonth(YearMonth.from(DAY), random.nextLong(Long.MAX_VALUE));
        return random.nextInt(4) == 0
                ? history(card, new UUID(7, random.nextInt(9)), usage, random.nextLong(3), rules)
                : history(card, card.value(), usage, null, rules);
    }

    private CardHistory history(
            CardId card, UUID lineage, SpendUsage usage, Long version, int rules) {
        CardFacts facts =
                new CardFacts(
                        card,
                        new AccountId(new UUID(1, random.nextInt(3))),
                        random.nextBoolean() ? Mode.LIVE : Mode.SANDBOX,
                        new CustomerId(new UUID(random.nextLong(), random.nextLong())),
                        lineage,
                        oneOf(List.of(CardStatus.ACTIVE, CardStatus.FROZEN)),
                        random.nextBoolean() ? null : Termination.LOST,
                        Currency.getInstance("EUR"),
                        YearMonth.of(2030, 1 + random.nextInt(3)),
                        random.nextBoolean(),
                        random.nextBoolean(),
                        random.nextBoolean(),
                        rules(rules),
                        random.nextInt(3) == 0
                                ? new FundingId(new UUID(2, random.nextInt(40)))
                                : null,
                        anyTokens());
        CardSecurity security =
                new CardSecurity(
                        new PinState(
                                oneOf(List.of(PinStatus.SET, PinStatus.BLOCKED, PinStatus.NOT_SET)),
                                random.nextInt(PinState.TRIES + 1)),
                        random.nextInt(Short.MAX_VALUE),
                        random.nextInt(Integer.MAX_VALUE),
                        random.nextInt(Short.MAX_VALUE),
                        random.nextInt(Integer.MAX_VALUE));
        return new CardHistory(
                new CardPosition(facts, security, usage, null), List.of(), List.of(), version);
    }

    private <T> T oneOf(List<T> values) {
        return values.get(random.nextInt(values.size()));
    }

    private CardRules rules(int version) {
        return new CardRules(
                version,
                new SpendingLimits(anyLimit(), anyLimit(), anyLimit()),
                new AuthorizationControls(
                        List.of(), List.of("" + version), List.of(), List.of(), true, true, true),
                new ThreeDsSettings(true, ChallengePreference.NO_PREFERENCE, List.of()));
    }

    private @Nullable Long anyLimit() {
        return oneOf(Arrays.asList(null, 0L, random.nextLong(Long.MAX_VALUE)));
    }

    private CardTokens anyTokens() {
        CardTokens tokens = CardTokens.NONE;
        for (int i = random.nextInt(8); i > 5; i--) {
            tokens =
                    tokens.with(
                            new WalletTokenId(new UUID(random.nextInt(9), i)),
                            oneOf(List.of(WalletTokenStatus.ACTIVE, WalletTokenStatus.REMOVED)));
        }
        return tokens;
    }

    private static String text(@Nullable SpendUsage usage) {
        return usage == null
                ? "none"
                : Arrays.toString(usage.periods()) + Arrays.toString(usage.sums());
    }

    /** All that a card is, for comparison: usage has no equality of its own. */
    private static String text(CardHistory history) {
        if (history == null) {
            return "none";
        }
        CardPosition position = history.position();
        return position.facts()
                + " "
                + position.security()
                + " "
                + text(position.usage())
                + history.atHand()
                + history.early()
                + history.lineageVersion();
    }
}
