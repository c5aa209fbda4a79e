package dev.countersign.reconcile.domain.transaction;

import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The hold of a transaction as messages moved it, and what they say of it in the merchant's
 * currency; its amounts in the card's are {@link Amounts}.
 *
 * @param increments approved ones in the order they were sent, each counted on its own day
 * @param merchantMinor what is authorized in the merchant's currency since messages moved it; null
 *     where none did, or none tells by how much
 * @param merchantCleared what cleared in the merchant's currency; null where nothing did, where it
 *     is what was asked for, or where a record does not tell
 * @param replacementStatedAt when the last reversal was sent that said what remains: what was sent
 *     before it is in what remains, and moves the hold no more
 * @param until the last day without the days of grace; null when nothing is held
 */
public record Hold(
        List<Increment> increments,
        @Nullable Long merchantMinor,
        @Nullable Long merchantCleared,
        @Nullable Instant replacementStatedAt,
        @Nullable LocalDate until) {

    public static final Hold NONE = until(null);

    /** An increment of the hold. It counts on the day it was made. */
    public record Increment(UUID messageId, long minor, Instant at) {}

    /** A hold that nothing has moved yet. */
    public static Hold until(@Nullable LocalDate day) {
        return new Hold(List.of(), null, null, null, day);
    }

    /** The sum of the increments. */
    public long added() {
        return sum(increments);
    }

    /** The sum of the increments that were sent later than this. */
    public long addedAfter(Instant sent) {
        return sum(increments.stream().filter(part -> part.at().isAfter(sent)).toList());
    }

    /** True when what is sent then is in what a reversal said remains. */
    public boolean saysRemainderAfter(Instant sent) {
        return replacementStatedAt != null && sent.isBefore(replacementStatedAt);
    }

    public Hold with(List<Increment> changed) {
        return new Hold(changed, merchantMinor, merchantCleared, replacementStatedAt, until);
    }

    /** Of what the night settles without a record: it has no window. */
    Hold withoutWindow() {
        return new Hold(increments, merchantMinor, merchantCleared, replacementStatedAt, null);
    }

    /** With what is authorized in the merchant's currency; null where nobody can tell. */
    Hold withMerchantMinor(@Nullable Long changed) {
        return new Hold(increments, changed, merchantCleared, replacementStatedAt, until);
    }

    /** With what cleared in the merchant's currency; null where nobody can tell. */
    Hold withMerchantCleared(@Nullable Long changed) {
        return new Hold(increments, merchantMinor, changed, replacementStatedAt, until);
    }

    /** With the word of a reversal, sent then, of what remains. */
    Hold withReplacementStatedAt(Instant sent) {
        return new Hold(increments, merchantMinor, merchantCleared, sent, until);
    }

    /** With an increment at its place in time, and held anew where its network says so. */
    Hold plus(Increment increment, @Nullable Long merchants, @Nullable LocalDate changedUntil) {
        List<Increment> more = new ArrayList<>(increments);
        int place = more.size();
        while (place > 0 && more.get(place - 1).at().isAfter(increment.at())) {
            place--;
        }
        more.add(place, increment);
        return new Hold(
                List.copyOf(more), merchants, merchantCleared, replacementStatedAt, changedUntil);
    }

    /** Less what was given back: the latest increment gives first. */
    Hold less(long released) {
        return less(released, part -> true);
    }

    /**
     * Less what was given back then; what was added later gives when all else has.
     *
     * @param own what is held beside the increments
     */
    Hold less(long released, long own, Instant sent) {
        Hold kept = less(released, part -> !part.at().isAfter(sent));
        long rest = released - (added() - kept.added()) - own;
        return kept.less(rest, part -> part.at().isAfter(sent));
    }

    private Hold less(long released, Predicate<Increment> from) {
        long gone = released;
        if (gone <= 0 || increments.isEmpty()) {
            return this;
        }
        List<Increment> kept = new ArrayList<>(increments);
        for (int i = kept.size() - 1; i >= 0 && gone > 0; i--) {
            Increment last = kept.get(i);
            if (from.test(last)) {
                long part = Math.min(gone, last.minor());
                kept.set(i, new Increment(last.messageId(), last.minor() - part, last.at()));
                gone -= part;
            }
        }
        return with(List.copyOf(kept));
    }

    private static long sum(List<Increment> increments) {
        return increments.stream().mapToLong(Increment::minor).reduce(0, Amounts::saturated);
    }
}
