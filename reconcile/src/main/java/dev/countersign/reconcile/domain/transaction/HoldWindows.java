package dev.countersign.reconcile.domain.transaction;

import dev.countersign.reconcile.domain.feed.CardActivity;
import dev.countersign.reconcile.domain.feed.Channel;
import dev.countersign.reconcile.domain.feed.Flags;
import dev.countersign.reconcile.domain.feed.Network;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * For how many days a merchant may still present what was approved. Networks change these numbers
 * and tell only their members, so an issuer sets what its own rules say. A hold keeps the days that
 * it was placed with, unless an increment counts it anew.
 *
 * @param days by case, after the day of the approval
 */
public record HoldWindows(Map<HoldCase, Integer> days) {

    /**
     * The case that decides how long a hold lasts. Where several fit, the one further down counts.
     */
    public enum HoldCase {
        /** Visa, of a merchant who has the card before them or charges without the cardholder. */
        VISA,
        /** Visa, where a cardholder pays at a distance. */
        VISA_ONLINE,
        /** Mastercard, where the amount is final. */
        MASTERCARD,
        /** Estimated or extended, on either network: lodging, cruises, rentals. */
        PREAUTHORIZED,
        /** Buses and trains, on either network. */
        TRANSIT,
        /** A fuel pump that serves by itself, on either network. */
        FUEL_PUMP;

        /** Returns the name of the case as the settings write it. */
        String setting() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /** The age up to which an authorization is matched; a longer window would wait for nothing. */
    public static final int DAYS_MAX = (int) OriginalReference.REACH.toDays();

    /** The published part of the networks' rules: DOMAIN.md 3.4. */
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

    /**
     * Windows of every case.
     *
     * @throws IllegalArgumentException when a case is missing, or its days are not 1 to {@link
     *     #DAYS_MAX}, or what is preauthorized with Mastercard is held no longer than what is
     *     final; its message names the case as a setting does
     */
    public HoldWindows {
        days = Map.copyOf(days);
        for (HoldCase each : HoldCase.values()) {
            int found = days.getOrDefault(each, 0);
            if (found < 1 || found > DAYS_MAX) {
                throw new IllegalArgumentException(each.setting() + " must be 1 to " + DAYS_MAX);
            }
        }
        if (days.getOrDefault(HoldCase.PREAUTHORIZED, 0)
                <= days.getOrDefault(HoldCase.MASTERCARD, 0)) {
            throw new IllegalArgumentException(
                    HoldCase.PREAUTHORIZED.setting()
                            + " must be more than "
                            + HoldCase.MASTERCARD.setting());
        }
    }

    /** The same, changed for the cases that are named. */
    public HoldWindows with(Map<HoldCase, Integer> changed) {
        Map<HoldCase, Integer> all = new EnumMap<>(days);
        all.putAll(changed);
        return new HoldWindows(all);
    }

    /** For how many days after its approval a case is held. */
    public int daysOf(HoldCase of) {
        return Objects.requireNonNull(days.get(of));
    }

    /** The last day of a hold, without the days of grace. */
    public LocalDate until(Network network, CardActivity activity, Instant approvedAt) {
        return dayOf(approvedAt).plusDays(daysOf(caseOf(network, activity)));
    }

    /**
     * The last day of a hold after an increment. Mastercard counts a preauthorization anew from
     * each of its increments, for as long as it can be matched; with Visa, and for any other hold,
     * an increment leaves it. What was preauthorized is known by its being held for longer than
     * what is final; after the days of the latter were lowered, so is what was placed before.
     */
    public @Nullable LocalDate after(Transaction original, Instant incrementedAt) {
        LocalDate until = original.hold().until();
        if (until == null || !countsAnew(original, until)) {
            return until;
        }
        LocalDate anew = dayOf(incrementedAt).plusDays(daysOf(HoldCase.PREAUTHORIZED));
        LocalDate last = dayOf(original.createdAt()).plusDays(DAYS_MAX);
        return Collections.max(List.of(until, anew.isBefore(last) ? anew : last));
    }

    private boolean countsAnew(Transaction original, LocalDate until) {
        HoldCase plain = caseOf(original.network(), original.claim().merchant().mcc());
        return plain == HoldCase.MASTERCARD
                && until.isAfter(dayOf(original.createdAt()).plusDays(daysOf(plain)));
    }

    private static LocalDate dayOf(Instant at) {
        return LocalDate.ofInstant(at, ZoneOffset.UTC);
    }

    private static HoldCase caseOf(Network network, CardActivity activity) {
        HoldCase plain = caseOf(network, activity.claim().merchant().mcc());
        Flags flags = activity.flags();
        if (plain == HoldCase.FUEL_PUMP || plain == HoldCase.TRANSIT) {
            return plain;
        }
        if (flags.estimated() || flags.extendedAuth()) {
            return HoldCase.PREAUTHORIZED;
        }
        return plain == HoldCase.VISA
                        && activity.claim().channel() == Channel.ONLINE
                        && !flags.mit()
                ? HoldCase.VISA_ONLINE
                : plain;
    }

    /** Returns the case that follows from the network and the merchant alone. */
    private static HoldCase caseOf(Network network, @Nullable String mcc) {
        if (PUMP_MCC.equals(mcc)) {
            return HoldCase.FUEL_PUMP;
        }
        if (mcc != null && TRANSIT_MCCS.contains(mcc)) {
            return HoldCase.TRANSIT;
        }
        return network == Network.MASTERCARD ? HoldCase.MASTERCARD : HoldCase.VISA;
    }
}
