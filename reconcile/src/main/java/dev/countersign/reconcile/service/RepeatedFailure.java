package dev.countersign.reconcile.service;

import java.sql.SQLException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Trouble that background work meets again at each attempt, such as a lock that another session
 * holds. It is logged when it begins and when it is over, and not at the attempts between.
 */
public final class RepeatedFailure {

    private final Outages outages;
    private final Set<String> reported = ConcurrentHashMap.newKeySet();

    /** Leaves servers that do not answer to those who watch them. */
    public RepeatedFailure(Outages outages) {
        this.outages = outages;
    }

    /**
     * Takes note of an attempt that failed.
     *
     * @return true when the log needs a line: it is no outage, and no attempt since the last that
     *     went well failed in the same way
     */
    public boolean begins(Throwable trouble) {
        return !outages.noticed(trouble) && reported.add(kind(trouble));
    }

    /**
     * Takes note of an attempt that went well.
     *
     * @return true when the log needs a line, because it has one of the trouble
     */
    public boolean ends() {
        if (reported.isEmpty()) {
            return false;
        }
        reported.clear();
        return true;
    }

    /** Returns what two failures have in common whose messages may name different values. */
    private static String kind(Throwable trouble) {
        Throwable root = trouble;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        String state = root instanceof SQLException sql ? " " + sql.getSQLState() : "";
        return root.getClass().getName() + state;
    }
}
