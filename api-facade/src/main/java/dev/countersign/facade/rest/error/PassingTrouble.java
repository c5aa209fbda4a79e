package dev.countersign.facade.rest.error;

import java.sql.SQLException;
import org.jdbi.v3.core.ConnectionException;
import org.jdbi.v3.core.JdbiException;
import org.jspecify.annotations.Nullable;

/**
 * Tells trouble of the database that passes, so that the same request may be sent again, from a
 * fault of ours. A transaction that met it has changed nothing.
 */
final class PassingTrouble {

    private static final String LOCK_NOT_AVAILABLE = "55P03";

    private PassingTrouble() {}

    static boolean is(JdbiException failure) {
        return failure instanceof ConnectionException
                || (failure.getCause() instanceof SQLException cause && is(cause.getSQLState()));
    }

    /** By the classes of SQLSTATE that PostgreSQL has. */
    private static boolean is(@Nullable String state) {
        return switch (state == null ? "" : state.substring(0, 2)) {
            case "08" -> true; // the connection broke
            case "40" -> true; // two transactions were in each other's way
            case "53" -> true; // the server lacks memory, disk or connections
            case "57" -> true; // an operator stopped the server or the statement
            default -> LOCK_NOT_AVAILABLE.equals(state);
        };
    }
}
