package dev.countersign.reconcile.service;

import dev.countersign.reconcile.domain.operator.Operator;
import dev.countersign.reconcile.domain.operator.OperatorRole;
import dev.countersign.reconcile.store.OperatorStore;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/**
 * Judges whether one person may agree to what another asks for: both still work here in a role that
 * may, and neither gave the other the means to do so a short while ago. Somebody who is no operator
 * asks at a terminal; of them nothing is known but the name.
 */
public final class SecondPerson {

    /** How long two persons are not independent after one gave the other something. */
    public static final Duration INDEPENDENCE = Duration.ofHours(24);

    private final OperatorStore operators = new OperatorStore();
    private final Duration independence;
    private final InstantSource clock;

    /**
     * Judges by a period.
     *
     * @param independence how long a name, a role or a password that one gave the other counts
     */
    public SecondPerson(Duration independence, InstantSource clock) {
        this.independence = independence;
        this.clock = clock;
    }

    /**
     * Why the one may not agree to what the other asks for, as a sentence. Until the transaction
     * ends, neither of them is disabled or given another role.
     *
     * @param asksIn the role in which it is asked for
     * @param agreesIn the role in which it is agreed to
     */
    public Optional<String> objection(
            Handle handle,
            String asker,
            OperatorRole asksIn,
            String agreeing,
            OperatorRole agreesIn) {
        if (asker.strip().equalsIgnoreCase(agreeing.strip())) {
            return Optional.of("Somebody else has to agree to what you asked for.");
        }
        operators.share(handle, asker, agreeing);
        Operator first = operators.find(handle, asker).orElse(null);
        Operator second = operators.find(handle, agreeing).orElse(null);
        if (first != null && !may(first, asksIn)) {
            return Optional.of("Who asked for it may not do so any more: it is not asked for now.");
        }
        if (second != null && !may(second, agreesIn)) {
            return Optional.of("You may not agree to that any more.");
        }
        return operators.grantedBetween(
                        handle, asker, agreeing, clock.instant().minus(independence))
                ? Optional.of(
                        "One of you gave the other a name, a role or a password a short while ago:"
                                + " a third person has to agree.")
                : Optional.empty();
    }

    private static boolean may(Operator operator, OperatorRole needed) {
        return !operator.disabled() && operator.roles().include(needed);
    }
}
