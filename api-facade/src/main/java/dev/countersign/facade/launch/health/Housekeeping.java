package dev.countersign.facade.launch.health;

import dev.countersign.reconcile.Console;
import dev.countersign.reconcile.service.IdempotentResponses;
import dev.countersign.reconcile.service.access.ApiKeys;
import dev.countersign.reconcile.service.issuing.BulkCardChanges;
import dev.countersign.reconcile.service.issuing.TokenExpiry;
import java.util.function.IntUnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Background work for what the REST interface and the console leave behind and have no time for in
 * a request. It deletes answers whose idempotency keys no longer count, writes down when API keys
 * were used, deletes sessions that are over and logins that failed long ago, removes wallet tokens
 * that were never confirmed, and finishes changes of many cards that a process left half-way.
 */
public record Housekeeping(
        IdempotentResponses answers,
        BulkCardChanges sweeps,
        TokenExpiry tokens,
        ApiKeys keys,
        Console console) {

    private static final int ROWS_PER_TRANSACTION = 1_000;
    private static final int TRANSACTIONS_MAX = 100;

    private static final Logger log = LoggerFactory.getLogger(Housekeeping.class);

    /** Does what there is to do, in small transactions; gives how many answers went. */
    public int tidy() {
        sweeps.finish();
        keys.keepUses();
        console.sessions().forget();
        console.attempts().forget();
        int unconfirmed = repeat(tokens::remove);
        if (unconfirmed > 0) {
            log.info(
                    "wallet tokens that no wallet confirmed in a day are removed: {}", unconfirmed);
        }
        int forgotten = repeat(answers::forget);
        if (forgotten > 0) {
            log.info("idempotency keys older than a day are forgotten: {}", forgotten);
        }
        return forgotten;
    }

    private static int repeat(IntUnaryOperator rows) {
        int all = 0;
        for (int i = 0; i < TRANSACTIONS_MAX; i++) {
            int some = rows.applyAsInt(ROWS_PER_TRANSACTION);
            all += some;
            if (some < ROWS_PER_TRANSACTION) {
                break;
            }
        }
        return all;
    }
}
