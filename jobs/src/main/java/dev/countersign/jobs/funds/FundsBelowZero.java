package dev.countersign.jobs.funds;

import dev.countersign.jobs.night.Chunk;
import dev.countersign.jobs.night.Night;
import dev.countersign.jobs.night.Range;
import dev.countersign.reconcile.domain.breaks.BreakType;
import dev.countersign.reconcile.domain.breaks.TotalsBreak;
import dev.countersign.reconcile.domain.id.FundingId;
import dev.countersign.reconcile.store.breaks.BreakStore;
import java.math.BigInteger;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * Finds the funding accounts that clearings or payments of the bank took below zero. Both are
 * posted whatever is there: the money has moved. A decision holds nothing that is not there, so
 * that an account below zero is there by what moved. The break stands, and follows the amount,
 * until there is money again.
 */
public final class FundsBelowZero implements Chunk {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final BreakStore breaks = new BreakStore();

    private record Standing(UUID account, String currency, BigInteger availableMinor) {

        boolean belowZero() {
            return availableMinor.signum() < 0;
        }
    }

    /** Accounts below zero, and those of which a break says that they are. */
    private static final String LOOK =
            """
            select id, currency, balance_minor - held_minor as available
              from funding_account
             where mode = :mode
               and (balance_minor < held_minor
                    or id in (select subject
                                from break
                               where type = 'FUNDS_NEGATIVE'
                                 and mode = :mode
                                 and state in ('open', 'investigating')))
             order by id
            """;

    @Override
    public Done next(Handle handle, Night night, Range range, @Nullable String after) {
        List<Standing> looked =
                handle.createQuery(LOOK)
                        .bind("mode", night.mode().wire())
                        .map(
                                (row, context) ->
                                        new Standing(
                                                row.getObject("id", UUID.class),
                                                row.getString("currency"),
                                                row.getBigDecimal("available").toBigIntegerExact()))
                        .list();
        for (Standing standing : looked) {
            breaks.keepOrResolve(
                    handle,
                    difference(night, standing),
                    standing.belowZero(),
                    "the account is not below zero any more",
                    night.closingInstant());
        }
        return Done.finished(looked.size(), looked.stream().filter(Standing::belowZero).count());
    }

    private static TotalsBreak difference(Night night, Standing standing) {
        return new TotalsBreak(
                BreakType.FUNDS_NEGATIVE,
                standing.account(),
                night.mode(),
                night.businessDate(),
                null,
                standing.availableMinor(),
                standing.currency(),
                JSON.createObjectNode()
                        .put("funding_account", new FundingId(standing.account()).toString())
                        .put("available", standing.availableMinor())
                        .toString());
    }
}
