package dev.countersign.reconcile.domain.transaction;

import dev.countersign.reconcile.domain.feed.CardActivity;
import dev.countersign.reconcile.domain.feed.Channel;
import dev.countersign.reconcile.domain.feed.Flags;
import dev.countersign.reconcile.domain.feed.Network;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * For how many days a merchant may still present what was approved. Networks change these numbers
 * and tell only their members, so an issuer sets what its own rules say; a hold keeps the days that
 * it was placed with.
 *
 * @param days by case, after the day of the approval
 */
public record HoldWindows(Map<HoldCase, Integer> days) {

    /** What tells how long a hold lasts; the first that fits, from the last to the first. */
    public enum HoldCase {
        /** Visa, of a merchant who has the card before them or acts by himself. */
        VISA,
        /** Visa, where a cardholder pays at a distance. */
        VISA_ONLINE,
        MASTERCARD,
        /** Estimated or extended, on either network: lodging, cruises, rentals. */
        PREAUTHORIZED,
        TRANSIT,
        FUEL_PUMP
    }

    /**
     * How long a purchase can be matched at all; a hold that lasts longer would wait for nothing.
     */
    public static final int DAYS_MAX = 120;

    public static final HoldWindows DEFAULT =
            new HoldWindows(
                    Map.of(
                            HoldCase.VISA, 5,
                            HoldCase.VISA_ONLINE, 10,
                            HoldCase.MASTERCARD, 7,
                            HoldCase.PREAUTHORIZED, 30,
                            HoldCase.TRANSIT, 7,
                            HoldCase.FUEL_PUMP, 3));

    private static final String PUMP_MCC = "5542";
    private static final Set<String> TRANSIT_MCCS = Set.of("4111", "4112", "4131");

    public HoldWindows {
        days = Map.copyOf(days);
    }

    /** The same, changed for the cases that are named. */
    public HoldWindows with(Map<HoldCase, Integer> changed) {
        Map<HoldCase, Integer> all = new EnumMap<>(days);
        all.putAll(changed);
        return new HoldWindows(all);
    }

    /** The last day of a hold, without the days of grace. */
    LocalDate until(Network network, CardActivity activity, Instant approvedAt) {
        return dayOf(approvedAt).plusDays(daysOf(caseOf(network, activity)));
    }

    /**
     * The last day of a hold after an increment. Mastercard counts a preauthorization anew from
     * each of its increments; with Visa, and for any other hold, an increment leaves it. What was
     * preauthorized is known by how long it is held.
     */
    @Nullable LocalDate after(Transaction original, Instant incrementedAt) {
        LocalDate until = original.holdUntil();
        if (until == null || original.network() != Network.MASTERCARD) {
            return until;
        }
        int preauthorized = daysOf(HoldCase.PREAUTHORIZED);
        if (until.isBefore(dayOf(original.createdAt()).plusDays(preauthorized))) {
            return until;
        }
        LocalDate anew = dayOf(incrementedAt).plusDays(preauthorized);
        return anew.isAfter(until) ? anew : until;
    }

    private int daysOf(HoldCase found) {
        return days.getOrDefault(found, 0);
    }

    private static LocalDate dayOf(Instant at) {
        return LocalDate.ofInstant(at, ZoneOffset.UTC);
    }

    private static HoldCase caseOf(Network network, CardActivity activity) {
        String mcc = activity.merchant().mcc();
        Flags flags = activity.flags();
        if (PUMP_MCC.equals(mcc)) {
            return HoldCase.FUEL_PUMP;
        }
        if (mcc != null && TRANSIT_MCCS.contains(mcc)) {
            return HoldCase.TRANSIT;
        }
        if (flags.estimated() || flags.extendedAuth()) {
            return HoldCase.PREAUTHORIZED;
        }
        if (network == Network.MASTERCARD) {
            return HoldCase.MASTERCARD;
        }
        return activity.channel() == Channel.ONLINE && !flags.mit()
                ? HoldCase.VISA_ONLINE
                : HoldCase.VISA;
    }
}
