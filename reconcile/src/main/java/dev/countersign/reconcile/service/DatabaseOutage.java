package dev.countersign.reconcile.service;

import java.sql.SQLException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientConnectionException;
import org.jdbi.v3.core.ConnectionException;
import org.jdbi.v3.core.JdbiException;
import org.jspecify.annotations.Nullable;

/** A database that does not answer, as the failures of those who ask it tell. */
public final class DatabaseOutage {

    private DatabaseOutage() {}

    /** True when, by this exception alone, the database may not answer at all. */
    public static boolean isIndicatedBy(Throwable failure) {
        return switch (failure) {
            case ConnectionException noConnection -> true;
            case SQLTransientConnectionException ofPool -> true;
            case SQLRecoverableException ofDriver -> true;
            case SQLException sql -> breaks(sql.getSQLState(), sql.getMessage());
            default -> false;
        };
    }

    /** True for a failure of the database, or of a statement there, whatever its reason. */
    public static boolean isOfDatabase(Throwable failure) {
        return failure instanceof JdbiException;
    }

    /** The connection broke, or the server stops; the pool gives no state to what it closed. */
    private static boolean breaks(@Nullable String state, @Nullable String message) {
        return state == null
                ? "Connection is closed".equals(message)
                : state.startsWith("08") || state.startsWith("57P");
    }
}
