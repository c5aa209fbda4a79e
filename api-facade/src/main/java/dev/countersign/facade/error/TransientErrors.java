package dev.countersign.facade.error;

import dev.countersign.reconcile.service.DatabaseOutage;
import java.sql.SQLException;
import java.util.Objects;
import java.util.stream.Stream;
import org.apache.kafka.common.errors.RetriableException;
import org.jspecify.annotations.Nullable;
import org.springframework.core.NestedExceptionUtils;

/**
 * Tells trouble of the database or the broker that passes, so that the same request may be sent
 * again, from a fault of ours. A transaction that met it has changed nothing.
 */
public final class TransientErrors {

    private static final int CAUSES_MAX = 20;

    private TransientErrors() {}

    /** True when any of the causes is trouble that passes. */
    public static boolean is(Throwable failure) {
        return causes(failure).anyMatch(TransientErrors::passes);
    }

    /** A failure and its causes, however often one of them is its own. */
    public static Stream<Throwable> causes(Throwable failure) {
        return Stream.iterate(failure, Objects::nonNull, Throwable::getCause).limit(CAUSES_MAX);
    }

    /** Returns the server's own message. The messages around it may hold values of a statement. */
    public static String reason(Throwable failure) {
        Throwable root = NestedExceptionUtils.getMostSpecificCause(failure);
        return root.getMessage() == null ? root.getClass().getSimpleName() : root.getMessage();
    }

    private static boolean passes(Throwable cause) {
        return DatabaseOutage.isIndicatedBy(cause)
                || ofBroker(cause)
                || (cause instanceof SQLException sql && passes(sql.getSQLState()));
    }

    /** True when, by this exception alone, the broker may not answer. */
    public static boolean ofBroker(Throwable cause) {
        return cause instanceof RetriableException;
    }

    /** By the classes of SQLSTATE that PostgreSQL has. */
    private static boolean passes(@Nullable String state) {
        if (state == null || state.length() < 2) {
            return false;
        }
        return switch (state.substring(0, 2)) {
            case "40" -> true; // two transactions were in each other's way
            case "53" -> true; // the server lacks memory, disk or connections
            case "57" -> true; // an operator stopped the statement, or it took too long
            default ->
                    switch (state) {
                        case "25006" -> true; // a standby, until it is the one that writes
                        case "25P03", "25P04" -> true; // the transaction took too long
                        case "55P03" -> true; // another transaction keeps a row
                        default -> false;
                    };
        };
    }
}
