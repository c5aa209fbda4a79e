package dev.countersign.ingest.feed.group;

import dev.countersign.reconcile.service.DatabaseOutage;
import java.net.SocketTimeoutException;
import java.time.Duration;

/**
 * Time for which the database has not answered an owner of the feed. An answer that did not come at
 * all was waited for long enough; a connection that is refused may be a server that starts again.
 */
public final class Silence {

    private static final Duration SHORT = Duration.ofSeconds(3);

    private boolean begun;
    private long beganNanos;

    /**
     * Takes note of trouble.
     *
     * @return true when the database does not answer, and has not for long
     */
    public boolean isLong(Throwable trouble) {
        boolean waited = false;
        boolean ofDatabase = false;
        for (Throwable cause = trouble; cause != null; cause = cause.getCause()) {
            waited |= cause instanceof SocketTimeoutException;
            ofDatabase |= DatabaseOutage.isIndicatedBy(cause);
        }
        if (!ofDatabase) {
            return false;
        }
        if (!begun) {
            begun = true;
            beganNanos = System.nanoTime();
        }
        return waited || System.nanoTime() - beganNanos >= SHORT.toNanos();
    }

    /** The database answered. */
    public void ends() {
        begun = false;
    }
}
