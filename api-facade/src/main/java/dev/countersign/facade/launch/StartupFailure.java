package dev.countersign.facade.launch;

import dev.countersign.reconcile.embedded.StartupRefused;
import dev.countersign.reconcile.vault.KeysRefused;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.web.server.PortInUseException;

/** Finds, in the causes of a failed start, the one that a person can do something about. */
final class StartupFailure {

    private static final String CONNECTION_FAILURES = "08";

    private StartupFailure() {}

    /** A {@link StartupRefused} where a cause is understood, the failure itself where none is. */
    static RuntimeException explain(RuntimeException failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            StartupRefused refused = understand(cause);
            if (refused != null) {
                return refused;
            }
        }
        return failure;
    }

    private static @Nullable StartupRefused understand(Throwable cause) {
        return switch (cause) {
            case StartupRefused refused -> refused;
            case KeysRefused keys -> new StartupRefused(keys.sentence(), keys);
            case PortInUseException taken ->
                    new StartupRefused(
                            "Port "
                                    + taken.getPort()
                                    + ", meant for the REST interface, is taken: stop what listens"
                                    + " there, or choose another port with --server.port.",
                            taken);
            case SQLException unreachable when isConnectionFailure(unreachable) ->
                    new StartupRefused(
                            "The database does not answer: check its address (spring.datasource.url,"
                                    + " or --database-url for a command) and that the server runs.",
                            unreachable);
            default -> null;
        };
    }

    private static boolean isConnectionFailure(SQLException failure) {
        String state = failure.getSQLState();
        return state != null && state.startsWith(CONNECTION_FAILURES);
    }
}
