package dev.countersign.reconcile.service.feed.cache;

import dev.countersign.reconcile.domain.authorization.CardPosition;
import dev.countersign.reconcile.domain.authorization.SpendUsage;
import dev.countersign.reconcile.domain.card.CardFacts;
import dev.countersign.reconcile.domain.card.CardRules;
import dev.countersign.reconcile.domain.card.CardSecurity;
import dev.countersign.reconcile.domain.card.SpendingLimits;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.id.CustomerId;
import dev.countersign.reconcile.domain.id.FundingId;
import dev.countersign.reconcile.domain.transaction.CardHistory;
import dev.countersign.reconcile.domain.wallet.CardTokens;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Cards between their messages, each in a few words of one long array: a quarter of what it weighs
 * as objects, and nothing that a garbage collector has to follow, so that a million of them fit
 * beside the stream. What is the same for many cards, as their controls are, is kept once; limits,
 * which many issuers set card by card, are among the words. A card that does not fit the form, as
 * one for which something came early, is not taken.
 *
 * <p>When it is full, the card that leaves is one that nobody asked for since the last time round;
 * when there are too many sets of rules, one of those that has a set for itself.
 */
final class PackedCards {

    // What the words of a card hold.
    private static final int CUSTOMER = 0;

    /** Word with what exemptions, and what contactless payments came to. */
    private static final int EXEMPT_MINOR = 2;

    private static final int SUMS = 3;
    private static final int PERIODS = 7;

    /**
     * Word with the number of periods of a card and whether they are up to date, and the number of
     * what the card has in common with others.
     */
    private static final int COMMON = 9;

    /**
     * Word with the counts of exemptions and of contactless payments of a card, a quarter of it
     * each, and the number of what few cards have: 0 for all others.
     */
    private static final int EXEMPT_COUNT = 10;

    private static final int COUNT_MAX = Short.MAX_VALUE;

    /** Words with the lineage of a card, and its version; {@link #ALONE} for one that has none. */
    private static final int LINEAGE = 11;

    private static final int LINEAGE_VERSION = 13;
    private static final long ALONE = -1;

    /**
     * Words with the limits, each {@link #NO_LIMIT} where there is none, and with their version.
     */
    private static final int LIMITS = 14;

    private static final int RULES_VERSION = 17;
    private static final long NO_LIMIT = -1;

    private static final int WORDS = 18;

    /** Two days, and the months they are in. */
    private static final int PERIODS_MAX = PERIODS - SUMS;

    /** Beside the number of periods: nothing is spent after them. */
    private static final int UP_TO_DATE = 1 << 8;

    /** Enough to find one nine times in ten where one card in four has a set for itself. */
    private static final int PROBES_MAX = 8;

    private final int max;
    private final UuidIndex places = new UuidIndex(WORDS);
    private final BitSet asked = new BitSet();

    /** Places of cards of which nothing holds any more but what they spent. */
    private final BitSet outdated = new BitSet();

    private final InternPool<SharedCardFacts> common;
    private final InternPool<PayerAndTokens> payers;

    private int hand;

    /**
     * None yet.
     *
     * @param max how many cards it takes
     * @param commonMax how many different sets of rules, and what else cards have in common
     */
    PackedCards(int max, int commonMax) {
        this.max = max;
        this.common = new InternPool<>(commonMax);
        this.payers = new InternPool<>(max + 1);
    }

    int size() {
        return places.size();
    }

    /** Returns how many more cards can come, whatever their rules are, before others leave. */
    int room() {
        return Math.min(max - places.size(), common.room());
    }

    boolean holds(CardId card) {
        int place = places.find(card.value());
        return place >= 0 && !outdated.get(place);
    }

    @Nullable CardHistory get(CardId card) {
        int place = places.find(card.value());
        if (place < 0 || outdated.get(place)) {
            return null;
        }
        asked.set(place);
        return unpack(card, places.block(place), places.wordsAt(place));
    }

    /**
     * Takes a card as it is now, and says whether it could: one that it cannot take is gone. It
     * cannot where the card does not fit the form, or has one set of rules too many and none was
     * found that can leave with its own.
     */
    boolean put(CardHistory history) {
        UUID card = history.position().facts().id().value();
        if (!fits(history)) {
            remove(card);
            return false;
        }
        int place = placeFor(card, SharedCardFacts.of(history.position()));
        if (place < 0) {
            return false;
        }
        asked.set(place);
        outdated.clear(place);
        takePayer(place, PayerAndTokens.of(history.position().facts()));
        pack(history, places.block(place), places.wordsAt(place));
        return true;
    }

    void remove(CardId card) {
        remove(card.value());
    }

    /**
     * Takes a card as one of which nothing holds but what it spent. What a lineage spent may change
     * at any time: of its cards nothing is kept.
     */
    void outdate(CardId card) {
        int place = places.find(card.value());
        if (place < 0) {
            return;
        }
        if (places.block(place)[places.wordsAt(place) + LINEAGE_VERSION] == ALONE) {
            outdated.set(place);
        } else {
            remove(card);
        }
    }

    /** The spending of an outdated card; null for any other. */
    @Nullable SpendUsage usage(CardId card) {
        int place = places.find(card.value());
        return place >= 0 && outdated.get(place)
                ? unpackUsage(places.block(place), places.wordsAt(place))
                : null;
    }

    void clear() {
        places.clear();
        asked.clear();
        outdated.clear();
        common.clear();
        payers.clear();
        hand = 0;
    }

    // ---- room

    private static boolean fits(CardHistory history) {
        return history.atHand().isEmpty()
                && history.early().isEmpty()
                && history.position().fundsMinor() == null
                && fits(history.position().security())
                && history.position().usage().periods().length <= PERIODS_MAX;
    }

    /** The bounds of exemptions keep both small: no card that was decided by them exceeds these. */
    private static boolean fits(CardSecurity security) {
        return security.exemptCount() <= COUNT_MAX
                && security.tapCount() <= COUNT_MAX
                && security.exemptMinor() <= Integer.MAX_VALUE
                && security.tapMinor() <= Integer.MAX_VALUE;
    }

    /** The place of a card that has this in common with others; -1 where there is none for it. */
    private int placeFor(UUID card, SharedCardFacts shared) {
        int before = places.find(card);
        if (before >= 0) {
            if (common.get(commonAt(before)).equals(shared)) {
                return before;
            }
            remove(card);
        }
        if (places.size() >= max) {
            evictOne();
        }
        int number = common.take(shared);
        if (number == InternPool.NONE) {
            evictOneWithItsRules();
            number = common.take(shared);
        }
        if (number == InternPool.NONE) {
            return -1;
        }
        int place = places.add(card);
        writeHalf(places.block(place), places.wordsAt(place) + COMMON, 1, number);
        writeHalf(places.block(place), places.wordsAt(place) + EXEMPT_COUNT, 1, 0);
        return place;
    }

    private void remove(UUID card) {
        int found = places.find(card);
        if (found < 0) {
            return;
        }
        common.release(commonAt(found));
        takePayer(found, PayerAndTokens.NONE);
        int place = places.remove(card);
        int last = places.size();
        asked.set(place, asked.get(last));
        asked.clear(last);
        outdated.set(place, outdated.get(last));
        outdated.clear(last);
    }

    /** The number of what the card at a place has in common with others. */
    private int commonAt(int place) {
        return half(places.block(place), places.wordsAt(place) + COMMON, 1);
    }

    /** The account that pays for a card, and its wallet tokens, which few cards have. */
    private record PayerAndTokens(@Nullable FundingId funding, CardTokens tokens) {

        static final PayerAndTokens NONE = new PayerAndTokens(null, CardTokens.NONE);

        static PayerAndTokens of(CardFacts facts) {
            return facts.funding() == null && facts.tokens().equals(CardTokens.NONE)
                    ? NONE
                    : new PayerAndTokens(facts.funding(), facts.tokens());
        }
    }

    private PayerAndTokens payerAt(long[] words, int at) {
        int number = half(words, at + EXEMPT_COUNT, 1);
        return number == 0 ? PayerAndTokens.NONE : payers.get(number - 1);
    }

    private void takePayer(int place, PayerAndTokens facts) {
        long[] words = places.block(place);
        int at = places.wordsAt(place);
        if (payerAt(words, at).equals(facts)) {
            return;
        }
        int before = half(words, at + EXEMPT_COUNT, 1);
        int now = facts.equals(PayerAndTokens.NONE) ? 0 : payers.take(facts) + 1;
        if (before > 0) {
            payers.release(before - 1);
        }
        writeHalf(words, at + EXEMPT_COUNT, 1, now);
    }

    private void evictOne() {
        remove(places.at(leaving()));
    }

    /** One that shares its rules would leave in vain: they would stay for the sake of the rest. */
    private void evictOneWithItsRules() {
        for (int look = 0; look < PROBES_MAX; look++) {
            int place = leaving();
            if (common.holders(commonAt(place)) == 1) {
                remove(places.at(place));
                return;
            }
        }
    }

    /** The next card that was not asked for since the hand came by. */
    private int leaving() {
        while (true) {
            hand = (hand + 1) % places.size();
            if (!asked.get(hand)) {
                return hand;
            }
            asked.clear(hand);
        }
    }

    // ---- the form

    private static void pack(CardHistory history, long[] words, int at) {
        CardPosition position = history.position();
        UUID customer = position.facts().customerId().value();
        words[at + CUSTOMER] = customer.getMostSignificantBits();
        words[at + CUSTOMER + 1] = customer.getLeastSignificantBits();
        CardSecurity security = position.security();
        writeHalf(words, at + EXEMPT_MINOR, 0, Math.toIntExact(security.exemptMinor()));
        writeHalf(words, at + EXEMPT_MINOR, 1, Math.toIntExact(security.tapMinor()));
        long[] periods = position.usage().periods();
        long[] sums = position.usage().sums();
        System.arraycopy(sums, 0, words, at + SUMS, sums.length);
        for (int i = 0; i < periods.length; i++) {
            writeHalf(words, at + PERIODS, i, Math.toIntExact(periods[i]));
        }
        writeHalf(
                words,
                at + COMMON,
                0,
                periods.length | (position.usage().upToDate() ? UP_TO_DATE : 0));
        writeHalf(
                words,
                at + EXEMPT_COUNT,
                0,
                security.exemptCount() | security.tapCount() << Short.SIZE);
        Long version = history.lineageVersion();
        words[at + LINEAGE_VERSION] = version == null ? ALONE : version;
        UUID lineage = position.facts().lineage();
        words[at + LINEAGE] = lineage.getMostSignificantBits();
        words[at + LINEAGE + 1] = lineage.getLeastSignificantBits();
        CardRules rules = position.facts().rules();
        words[at + LIMITS] = packed(rules.limits().singleTransaction());
        words[at + LIMITS + 1] = packed(rules.limits().daily());
        words[at + LIMITS + 2] = packed(rules.limits().monthly());
        words[at + RULES_VERSION] = rules.version();
    }

    private static long packed(@Nullable Long limit) {
        return limit == null ? NO_LIMIT : limit;
    }

    private static @Nullable Long limit(long packed) {
        return packed == NO_LIMIT ? null : packed;
    }

    private CardHistory unpack(CardId card, long[] words, int at) {
        SharedCardFacts shared = common.get(half(words, at + COMMON, 1));
        CustomerId customer =
                new CustomerId(new UUID(words[at + CUSTOMER], words[at + CUSTOMER + 1]));
        PayerAndTokens own = payerAt(words, at);
        int counts = half(words, at + EXEMPT_COUNT, 0);
        CardPosition position =
                new CardPosition(
                        shared.with(
                                card,
                                customer,
                                new UUID(words[at + LINEAGE], words[at + LINEAGE + 1]),
                                Math.toIntExact(words[at + RULES_VERSION]),
                                new SpendingLimits(
                                        limit(words[at + LIMITS]),
                                        limit(words[at + LIMITS + 1]),
                                        limit(words[at + LIMITS + 2])),
                                own.funding(),
                                own.tokens()),
                        new CardSecurity(
                                shared.pin(),
                                counts & COUNT_MAX,
                                half(words, at + EXEMPT_MINOR, 0),
                                counts >>> Short.SIZE,
                                half(words, at + EXEMPT_MINOR, 1)),
                        unpackUsage(words, at),
                        null);
        long version = words[at + LINEAGE_VERSION];
        return new CardHistory(position, List.of(), List.of(), version == ALONE ? null : version);
    }

    private static SpendUsage unpackUsage(long[] words, int at) {
        int usage = half(words, at + COMMON, 0);
        long[] periods = new long[usage & ~UP_TO_DATE];
        for (int i = 0; i < periods.length; i++) {
            periods[i] = half(words, at + PERIODS, i);
        }
        long[] sums = Arrays.copyOfRange(words, at + SUMS, at + SUMS + periods.length);
        return SpendUsage.of(periods, sums, (usage & UP_TO_DATE) != 0);
    }

    /** Half a word each: the first in the lower half of the first word. */
    private static void writeHalf(long[] words, int at, int number, int value) {
        int shift = number % 2 * Integer.SIZE;
        long cleared = words[at + number / 2] & ~(0xffff_ffffL << shift);
        words[at + number / 2] = cleared | ((value & 0xffff_ffffL) << shift);
    }

    private static int half(long[] words, int at, int number) {
        return (int) (words[at + number / 2] >>> (number % 2 * Integer.SIZE));
    }
}
