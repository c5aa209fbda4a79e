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
import org.jdbi.v3.core.locator.ClasspathSqlLocator;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * Finds the funding accounts that clearings or payments of the bank took below zero. Both are
 * posted whatever is there: the money has moved. A decision of ours holds nothing that is not
 * there, so that an account below zero is there by what moved. What the network approved in our
 * stead is held all the same, and moves nothing until it clears: it does not count. The break
 * stands, and follows the amount, until there is money again.
 */
public final class FundsBelowZero implements Chunk {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final String LOOK =
            ClasspathSqlLocator.create().locate(FundsBelowZero.class, "positions");

    private final BreakStore breaks = new BreakStore();

    /**
     * An account as the date leaves it.
     *
     * @param heldMinor all its holds
     * @param heldByNetworkMinor those that advices of the network decided
     */
    private record AccountPosition(
            UUID account,
            String currency,
            BigInteger balanceMinor,
            BigInteger heldMinor,
            BigInteger heldByNetworkMinor) {

        /**
         * The amount that is there for what we decided ourselves; below zero, the amount missing.
         */
        BigInteger leftMinor() {
            return balanceMinor.subtract(heldMinor).add(heldByNetworkMinor);
        }

        boolean belowZero() {
            return leftMinor().signum() < 0;
        }
    }

    @Override
    public ChunkResult next(Handle handle, Night night, Range range, @Nullable String after) {
        List<AccountPosition> looked =
                handle.createQuery(LOOK)
                        .bind("mode", night.mode().wire())
                        .mapTo(AccountPosition.class)
                        .list();
        for (AccountPosition position : looked) {
            breaks.keepOrResolve(
                    handle,
                    totalsBreak(night, position),
                    position.belowZero(),
                    "the account is not below zero any more",
                    night.closingInstant());
        }
        return ChunkResult.finished(
                looked.size(), looked.stream().filter(AccountPosition::belowZero).count());
    }

    private static TotalsBreak totalsBreak(Night night, AccountPosition position) {
        return night.found(
                BreakType.FUNDS_NEGATIVE,
                position.account(),
                position.leftMinor(),
                position.currency(),
                JSON.createObjectNode()
                        .put("funding_account", new FundingId(position.account()).toString())
                        .put("balance", position.balanceMinor())
                        .put("held", position.heldMinor())
                        .put("held_by_network", position.heldByNetworkMinor()));
    }
}
