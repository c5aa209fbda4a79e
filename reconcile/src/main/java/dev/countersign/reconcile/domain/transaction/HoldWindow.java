package dev.countersign.reconcile.domain.transaction;

import dev.countersign.reconcile.domain.feed.CardActivity;
import dev.countersign.reconcile.domain.feed.Channel;
import dev.countersign.reconcile.domain.feed.Flags;
import dev.countersign.reconcile.domain.feed.Network;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** For how many days a merchant may still present what was approved. */
final class HoldWindow {

    private static final String FUEL_PUMP = "5542";
    private static final int PREAUTHORIZED_DAYS = 30;
    private static final Set<String> TRANSIT = Set.of("4111", "4112", "4131");

    private HoldWindow() {}

    static LocalDate until(Network network, CardActivity activity, Instant approvedAt) {
        return LocalDate.ofInstant(approvedAt, ZoneOffset.UTC).plusDays(days(network, activity));
    }

    /**
     * The last day of a hold after an increment. Mastercard counts a preauthorization anew from
     * each of its increments; with Visa, and for any other hold, an increment leaves it.
     */
    static @Nullable LocalDate after(Transaction original, Instant incrementedAt) {
        LocalDate until = original.holdUntil();
        if (until == null || original.network() != Network.MASTERCARD) {
            return until;
        }
        LocalDate approved = LocalDate.ofInstant(original.createdAt(), ZoneOffset.UTC);
        if (until.isBefore(approved.plusDays(PREAUTHORIZED_DAYS))) {
            return until;
        }
        LocalDate anew =
                LocalDate.ofInstant(incrementedAt, ZoneOffset.UTC).plusDays(PREAUTHORIZED_DAYS);
        return anew.isAfter(until) ? anew : until;
    }

    private static int days(Network network, CardActivity activity) {
        String mcc = activity.merchant().mcc();
        Flags flags = activity.flags();
        if (FUEL_PUMP.equals(mcc)) {
            return 3;
        }
        if (mcc != null && TRANSIT.contains(mcc)) {
            return 7;
        }
        if (flags.estimated() || flags.extendedAuth()) {
            return PREAUTHORIZED_DAYS;
        }
        if (network == Network.MASTERCARD) {
            return 7;
        }
        return activity.channel() == Channel.ONLINE && !flags.mit() ? 10 : 5;
    }
}
