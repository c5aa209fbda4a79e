package dev.countersign.jobs.settle;

import dev.countersign.jobs.night.Night;
import dev.countersign.jobs.night.Range;
import dev.countersign.reconcile.domain.clearing.ClearingOutcome.Disposition;
import dev.countersign.reconcile.domain.clearing.MatchLevel;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.store.CardChangeStore;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.locator.ClasspathSqlLocator;

/**
 * Settles in one statement what nine records in ten are: the one clearing of a purchase, for just
 * what is held. It writes what the fold would write, row for row, and leaves everything that it is
 * not sure about to it.
 */
final class SettlePlain {

    private static final String SQL =
            ClasspathSqlLocator.create().locate(SettlePlain.class, "settle");

    /** Sorts of a range stay in memory; looking up keys that lie together is cheap. */
    private static final List<String> PLAN =
            List.of(
                    "set local work_mem = '64MB'",
                    "set local random_page_cost = 1.1",
                    "set local jit = off");

    private final CardChangeStore cardChanges = new CardChangeStore();

    /** Settles the plain records of a range, and says how many they were. */
    int settle(Handle handle, Night night, Range range) {
        PLAN.forEach(handle::execute);
        List<CardId> cards =
                handle.createQuery(SQL)
                        .bind("night", night.id())
                        .bind("from", range.from())
                        .bind("to", range.to())
                        .bind("mode", night.mode().wire())
                        .bind("businessDate", night.businessDate())
                        .bind("outcome", Disposition.POSTED.wire())
                        .bind("level", MatchLevel.LIFECYCLE.number())
                        .bind("score", MatchLevel.LIFECYCLE.score())
                        .mapTo(UUID.class)
                        .map(CardId::new)
                        .list();
        if (!cards.isEmpty()) {
            cardChanges.insert(handle, cards);
        }
        return cards.size();
    }
}
