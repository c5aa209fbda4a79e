package dev.countersign.jobs.compare;

import dev.countersign.jobs.night.Night;
import dev.countersign.reconcile.domain.breaks.BreakClosing;
import dev.countersign.reconcile.domain.breaks.BreakClosing.LateAuthorization;
import dev.countersign.reconcile.domain.breaks.BreakType;
import dev.countersign.reconcile.domain.clearing.ClearingPolicy;
import dev.countersign.reconcile.domain.feed.Network;
import dev.countersign.reconcile.store.sql.Rows;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Currency;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.locator.ClasspathSqlLocator;

/** Authorizations that came after what cleared without them, beside the differences that made. */
final class LateAuthorizations {

    private static final String CAME =
            ClasspathSqlLocator.create().locate(LateAuthorizations.class, "arrived");

    private LateAuthorizations() {}

    static List<ClosingEvent> of(Handle handle, Night night, ClearingPolicy policy) {
        return handle.createQuery(CAME)
                .bind("mode", night.mode().wire())
                .bind("night", night.id())
                .bind("reach", policy.reachDays())
                .bindArray(
                        "types",
                        String.class,
                        BreakClosing.LATE_AUTHORIZATION_CLOSES.stream()
                                .map(BreakType::name)
                                .toList())
                .map((row, context) -> new ClosingEvent(OpenBreak.read(row), against(row, policy)))
                .list();
    }

    /**
     * In the merchant's currency where all is known in it, since rates move between the two; else
     * as billed, with the drift that is allowed to rates.
     */
    private static LateAuthorization against(ResultSet row, ClearingPolicy policy)
            throws SQLException {
        String billed = row.getString("currency");
        String merchants = row.getString("merchant_currency");
        String mcc = row.getString("merchant_mcc");
        Network network = Rows.wire(row, "network", Network.class);
        if (row.getBoolean("in_merchant_currency")) {
            return new LateAuthorization(
                    row.getBigDecimal("cleared_abroad_minor").toBigIntegerExact(),
                    policy.ceilings()
                            .against(
                                    row.getLong("authorized_abroad_minor"),
                                    Currency.getInstance(merchants),
                                    network,
                                    mcc));
        }
        long authorized = row.getLong("authorized_minor");
        long allowed = merchants.equals(billed) ? authorized : policy.withDrift(authorized);
        return new LateAuthorization(
                row.getBigDecimal("cleared_minor").toBigIntegerExact(),
                policy.ceilings().against(allowed, Currency.getInstance(billed), network, mcc));
    }
}
