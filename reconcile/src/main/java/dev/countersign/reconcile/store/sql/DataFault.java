package dev.countersign.reconcile.store.sql;

import java.sql.SQLException;
import java.time.DateTimeException;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

/**
 * A failure that lies in the data that was processed: it comes back however often the same is tried
 * again. One of a connection, a lock or a disk does not, and is waited for instead.
 */
public final class DataFault {

    /** Data exceptions, such as a number out of range, and violations of constraints. */
    private static final Pattern STATES = Pattern.compile("2[23]...");

    private static final String CHECK_VIOLATION = "23514";

    /** Longer runs of digits may be something that nobody may read. */
    private static final Pattern DIGITS = Pattern.compile("[0-9]{9,}");

    private static final int WORDS_MAX = 200;

    private DataFault() {}

    /**
     * Describes what is wrong with the data, without its content; empty where something else
     * failed.
     */
    public static Optional<String> of(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException sql) {
                return ofSql(sql);
            }
        }
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (isOfData(cause)) {
                return Optional.of(words(cause.getClass().getSimpleName(), cause.getMessage()));
            }
        }
        return Optional.empty();
    }

    private static Optional<String> ofSql(SQLException failure) {
        String state = failure.getSQLState();
        ServerErrorMessage message =
                failure instanceof PSQLException server ? server.getServerErrorMessage() : null;
        if (state == null || message == null || !STATES.matcher(state).matches()) {
            return Optional.empty();
        }
        if (state.equals(CHECK_VIOLATION) && message.getConstraint() == null) {
            return Optional.empty(); // a table lacks a partition: no fault of the row
        }
        return Optional.of(words("SQL state " + state, message.getMessage()));
    }

    private static boolean isOfData(Throwable failure) {
        return (failure instanceof ArithmeticException
                        || failure instanceof IllegalArgumentException
                        || failure instanceof IllegalStateException
                        || failure instanceof NullPointerException
                        || failure instanceof IndexOutOfBoundsException
                        || failure instanceof ClassCastException
                        || failure instanceof NoSuchElementException
                        || failure instanceof DateTimeException)
                && !(failure instanceof CancellationException);
    }

    private static String words(String kind, @Nullable String message) {
        String all = message == null ? kind : kind + ": " + message;
        String masked = DIGITS.matcher(all).replaceAll("…");
        return masked.length() <= WORDS_MAX ? masked : masked.substring(0, WORDS_MAX);
    }
}
