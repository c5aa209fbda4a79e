package dev.countersign.reconcile.domain.transaction;

import dev.countersign.reconcile.domain.feed.CardActivity;
import dev.countersign.reconcile.domain.feed.Channel;
import dev.countersign.reconcile.domain.feed.Flags;
import dev.countersign.reconcile.domain.feed.Network;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Set;

/** For how many days a merchant may still present what was approved. */
final class HoldWindow {

    private static final String FUEL_PUMP = "5542";
    private static final Set<String> TRANSIT = Set.of("4111", "4112", "4131");

    private HoldWindow() {}

    static LocalDate until(Network network, CardActivity activity, Instant approvedAt) {
        return LocalDate.ofInstant(approvedAt, ZoneOffset.UTC).plusDays(days(network, activity));
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
            return 30;
        }
        if (network == Network.MASTERCARD) {
            return 7;
        }
        return activity.channel() == Channel.ONLINE && !flags.mit() ? 10 : 5;
    }
}
