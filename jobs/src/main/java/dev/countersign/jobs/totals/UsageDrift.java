package dev.countersign.jobs.totals;

import dev.countersign.jobs.night.Night;
import dev.countersign.jobs.totals.Totals.CardDay;
import dev.countersign.reconcile.domain.breaks.BreakType;
import dev.countersign.reconcile.domain.breaks.TotalsBreak;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.id.NamedId;
import dev.countersign.reconcile.domain.id.TransactionId;
import dev.countersign.reconcile.store.breaks.BreakStore;
import java.math.BigInteger;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.locator.ClasspathSqlLocator;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Usage of limits, as decisions count it, against the messages: for each card and day that this
 * night totals. A day that differs is a break until it does not; a month is the sum of its days.
 * Work is in proportion to the days that something happened to.
 */
final class UsageDrift {

    private static final ClasspathSqlLocator SQL = ClasspathSqlLocator.create();
    private static final JsonMapper JSON = JsonMapper.builder().build();

    /** Records are dated about their authorization; few are looked at. */
    private static final int DAYS_BACK = 3;

    /**
     * Maximum number of days back for a second check. Usage that seems to differ is checked again
     * with every record that could have cleared it.
     */
    private static final int DAYS_BACK_MAX = 121;

    private final BreakStore breaks = new BreakStore();

    private record Drift(
            CardDay cardDay,
            String currency,
            BigInteger minor,
            BigInteger counted,
            BigInteger expected,
            @Nullable TransactionId first) {

        boolean differs() {
            return minor.signum() != 0;
        }

        static Drift read(ResultSet row) throws SQLException {
            String first = row.getString("transaction_id");
            return new Drift(
                    new CardDay(
                            row.getObject("card_id", UUID.class),
                            row.getObject("day", LocalDate.class)),
                    row.getString("currency"),
                    row.getBigDecimal("drift").toBigIntegerExact(),
                    row.getBigDecimal("counted").toBigIntegerExact(),
                    row.getBigDecimal("expected").toBigIntegerExact(),
                    first == null ? null : new TransactionId(UUID.fromString(first)));
        }
    }

    /** Checks a day of some cards, whose transactions were summed up in {@code card_day}. */
    void check(Handle handle, Night night, Totals.Cards cards) {
        List<UUID> suspects = suspects(handle, night, cards);
        if (suspects.isEmpty()) {
            return;
        }
        List<Drift> found = drifts(handle, night, cards.day(), suspects, DAYS_BACK);
        if (found.stream().anyMatch(Drift::differs)) {
            found = drifts(handle, night, cards.day(), suspects, DAYS_BACK_MAX);
        }
        for (Drift drift : found) {
            breaks.keepOrResolve(
                    handle,
                    totalsBreak(night, drift),
                    drift.differs(),
                    "usage is what the messages say",
                    night.closingInstant());
        }
    }

    /** The cards that have to be looked at transaction by transaction: on most days, few. */
    private static List<UUID> suspects(Handle handle, Night night, Totals.Cards cards) {
        return handle.createQuery(SQL.locate(UsageDrift.class, "suspect"))
                .bind("night", night.id())
                .bind("mode", night.mode().wire())
                .bind("day", cards.day())
                .bind("firstCard", cards.first())
                .bind("lastCard", cards.last())
                .bind("daysBack", DAYS_BACK)
                .mapTo(UUID.class)
                .list();
    }

    private static List<Drift> drifts(
            Handle handle, Night night, LocalDate day, List<UUID> cards, int daysBack) {
        return handle.createQuery(SQL.locate(UsageDrift.class, "drift"))
                .bind("mode", night.mode().wire())
                .bind("day", day)
                .bindArray("cards", UUID.class, cards)
                .bind("daysBack", daysBack)
                .map((row, context) -> Drift.read(row))
                .list();
    }

    private static TotalsBreak totalsBreak(Night night, Drift drift) {
        ObjectNode detail =
                JSON.createObjectNode()
                        .put("day", drift.cardDay().day().toString())
                        .put("from_transactions", drift.counted())
                        .put("from_messages", drift.expected());
        if (drift.first() != null) {
            detail.put("first_transaction_id", drift.first().toString());
        }
        return new TotalsBreak(
                BreakType.USAGE_DRIFT,
                NamedId.of("usage", drift.cardDay().card(), drift.cardDay().day()),
                night.mode(),
                night.businessDate(),
                new CardId(drift.cardDay().card()),
                drift.minor(),
                drift.currency(),
                detail.toString());
    }
}
