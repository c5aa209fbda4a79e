package dev.countersign.reconcile.service.feed;

import dev.countersign.reconcile.domain.funding.AvailableFunds;
import dev.countersign.reconcile.domain.id.FundingId;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.store.funding.FundingStore;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The amount that each funding account had left when a batch was last recorded on it. Others move
 * accounts, too, so that this is no more than a good guess: what is decided on it is only recorded
 * where it turns out to have been enough.
 */
final class EstimatedFunds {

    /** As many accounts are some ten megabytes; they are read again when they are needed. */
    private static final int ACCOUNTS_MAX = 100_000;

    private final Database database;
    private final FundingStore accounts;
    private final Map<FundingId, Long> known = new ConcurrentHashMap<>();

    EstimatedFunds(Database database, FundingStore accounts) {
        this.database = database;
        this.accounts = accounts;
    }

    /** Takes note of what is left, as the database says. */
    void learn(Map<FundingId, Long> left) {
        if (known.size() > ACCOUNTS_MAX) {
            known.clear();
        }
        known.putAll(left);
    }

    void forget() {
        known.clear();
    }

    /**
     * Returns what these accounts have left, less what the batches in flight draw on them. One that
     * has landed meanwhile may be taken off twice: it is a guess.
     */
    Map<FundingId, Long> left(Collection<FundingId> wanted, Collection<DecidedBatch> inFlight) {
        List<FundingId> unknown = new ArrayList<>();
        Map<FundingId, Long> left = HashMap.newHashMap(wanted.size());
        for (FundingId account : wanted) {
            Long amount = known.get(account);
            if (amount == null) {
                unknown.add(account);
            } else {
                left.put(account, amount);
            }
        }
        if (!unknown.isEmpty()) {
            Map<FundingId, Long> read =
                    database.read(handle -> accounts.available(handle, unknown));
            learn(read);
            left.putAll(read);
        }
        for (DecidedBatch batch : inFlight) {
            batch.draws()
                    .forEach(
                            (account, draw) ->
                                    left.computeIfPresent(
                                            account,
                                            (id, amount) ->
                                                    AvailableFunds.less(amount, draw.heldMinor())));
        }
        return left;
    }
}
