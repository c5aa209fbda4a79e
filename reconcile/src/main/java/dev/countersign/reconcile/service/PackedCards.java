package dev.countersign.reconcile.service;

import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.authorization.CardPosition;
import dev.countersign.reconcile.domain.authorization.SpendUsage;
import dev.countersign.reconcile.domain.card.CardFacts;
import dev.countersign.reconcile.domain.card.CardRules;
import dev.countersign.reconcile.domain.card.CardSecurity;
import dev.countersign.reconcile.domain.card.CardStatus;
import dev.countersign.reconcile.domain.card.Termination;
import dev.countersign.reconcile.domain.id.AccountId;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.id.CustomerId;
import dev.countersign.reconcile.domain.pin.PinState;
import dev.countersign.reconcile.domain.transaction.CardHistory;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Currency;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Cards between their messages, each in a few words of one long array: a quarter of what it weighs
 * as objects, and nothing that a garbage collector has to follow, so that a million of them fit
 * beside the stream. What is the same for many cards, as their rules are, is kept once. A card that
 * does not fit the form, as one for which something came early, is not taken.
 *
 * <p>When it is full, the card that leaves is one that nobody asked for since the last time round.
 */
final class PackedCards {

    // What the words of a card hold.
    private static final int CUSTOMER = 0;
    private static final int EXEMPT_MINOR = 2;
    private static final int SUMS = 3;
    private static final int PERIODS = 7;
    private static final int COMMON = 9;
    private static final int EXEMPT_COUNT = 10;
    private static final int WORDS = 11;

    /** Two days, and the months they are in. */
    private static final int PERIODS_MAX = PERIODS - SUMS;

    private final int max;
    private final int commonMax;
    private final Places places = new Places(WORDS);
    private final BitSet asked = new BitSet();
    private final List<Common> common = new ArrayList<>();
    private final Map<Common, Integer> commonNumbers = new HashMap<>();

    private int hand;

    /**
     * None yet.
     *
     * @param max how many cards it takes
     * @param commonMax how many different sets of rules, and what else cards have in common
     */
    PackedCards(int max, int commonMax) {
        this.max = max;
        this.commonMax = commonMax;
    }

    /** What cards have in common with others. */
    private record Common(
            AccountId accountId,
            Mode mode,
            CardStatus status,
            @Nullable Termination termination,
            Currency currency,
            YearMonth expiry,
            boolean customerActive,
            boolean programActive,
            boolean scaEnforced,
            CardRules rules,
            PinState pin) {

        static Common of(CardPosition position) {
            CardFacts facts = position.facts();
            return new Common(
                    facts.accountId(),
                    facts.mode(),
                    facts.status(),
                    facts.termination(),
                    facts.currency(),
                    facts.expiry(),
                    facts.customerActive(),
                    facts.programActive(),
                    facts.scaEnforced(),
                    facts.rules(),
                    position.security().pin());
        }

        CardFacts with(CardId card, CustomerId customer) {
            return new CardFacts(
                    card,
                    accountId,
                    mode,
                    customer,
                    card.value(),
                    status,
                    termination,
                    currency,
                    expiry,
                    customerActive,
                    programActive,
                    scaEnforced,
                    rules);
        }
    }

    int size() {
        return places.size();
    }

    /** How many more cards can come, whatever their rules are, before others leave. */
    int room() {
        return Math.min(max - places.size(), commonMax - common.size());
    }

    boolean holds(CardId card) {
        return places.find(card.value()) >= 0;
    }

    @Nullable CardHistory get(CardId card) {
        int place = places.find(card.value());
        if (place < 0) {
            return null;
        }
        asked.set(place);
        return unpack(card, places.block(place), places.wordsAt(place));
    }

    /** Takes a card as it is now, and says whether it could: one that it cannot take is gone. */
    boolean put(CardHistory history) {
        CardFacts facts = history.position().facts();
        CardId card = facts.id();
        boolean fits =
                history.atHand().isEmpty()
                        && history.early().isEmpty()
                        && history.lineageVersion() == null
                        && history.position().fundsMinor() == null
                        && facts.lineage().equals(card.value())
                        && history.position().usage().periods().length <= PERIODS_MAX;
        if (!fits) {
            remove(card);
            return false;
        }
        int place = places.find(card.value());
        int number = commonNumber(history.position(), place);
        if (place < 0 || places.size() == 0) { // where all began anew
            place = newPlace(card.value());
        }
        asked.set(place);
        pack(history.position(), number, places.block(place), places.wordsAt(place));
        return true;
    }

    void remove(CardId card) {
        int place = places.remove(card.value());
        if (place < 0) {
            return;
        }
        int last = places.size();
        asked.set(place, asked.get(last));
        asked.clear(last);
    }

    void clear() {
        places.clear();
        asked.clear();
        common.clear();
        commonNumbers.clear();
        hand = 0;
    }

    // ---- the form

    private static void pack(CardPosition position, int common, long[] words, int at) {
        UUID customer = position.facts().customerId().value();
        words[at + CUSTOMER] = customer.getMostSignificantBits();
        words[at + CUSTOMER + 1] = customer.getLeastSignificantBits();
        CardSecurity security = position.security();
        words[at + EXEMPT_MINOR] = security.exemptMinor();
        long[] periods = position.usage().periods();
        long[] sums = position.usage().sums();
        System.arraycopy(sums, 0, words, at + SUMS, sums.length);
        for (int i = 0; i < periods.length; i++) {
            writeHalf(words, at + PERIODS, i, Math.toIntExact(periods[i]));
        }
        words[at + COMMON] = ((long) common << 32) | periods.length;
        words[at + EXEMPT_COUNT] = security.exemptCount();
    }

    private CardHistory unpack(CardId card, long[] words, int at) {
        Common shared = common.get((int) (words[at + COMMON] >>> 32));
        CustomerId customer =
                new CustomerId(new UUID(words[at + CUSTOMER], words[at + CUSTOMER + 1]));
        long[] periods = new long[(int) words[at + COMMON]];
        for (int i = 0; i < periods.length; i++) {
            periods[i] = half(words, at + PERIODS, i);
        }
        long[] sums = Arrays.copyOfRange(words, at + SUMS, at + SUMS + periods.length);
        CardPosition position =
                new CardPosition(
                        shared.with(card, customer),
                        new CardSecurity(
                                shared.pin(),
                                (int) words[at + EXEMPT_COUNT],
                                words[at + EXEMPT_MINOR]),
                        SpendUsage.of(periods, sums),
                        null);
        return new CardHistory(position, List.of(), List.of(), null);
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

    /**
     * The number of what a card has in common with others. Where rules change, old ones are left
     * over; when there are too many, all begins anew.
     */
    private int commonNumber(CardPosition position, int place) {
        Common now = Common.of(position);
        if (place >= 0) {
            long word = places.block(place)[places.wordsAt(place) + COMMON];
            int before = (int) (word >>> 32);
            if (common.get(before).equals(now)) {
                return before;
            }
        }
        Integer known = commonNumbers.get(now);
        if (known != null) {
            return known;
        }
        if (common.size() >= commonMax) {
            clear();
        }
        common.add(now);
        commonNumbers.put(now, common.size() - 1);
        return common.size() - 1;
    }

    private int newPlace(UUID card) {
        if (places.size() >= max) {
            remove(new CardId(places.at(leaving())));
        }
        return places.add(card);
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
}
