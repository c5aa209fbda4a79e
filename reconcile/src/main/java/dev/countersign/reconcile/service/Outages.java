package dev.countersign.reconcile.service;

/** Takes note of servers that do not answer, so that an outage is said once, not by everybody. */
public interface Outages {

    /** Leaves it to each who meets trouble to say so. */
    Outages UNREPORTED = trouble -> false;

    /**
     * Takes note of trouble that a caller met.
     *
     * @return true when it is an outage, which needs no line in the log by the caller
     */
    boolean noticed(Throwable trouble);
}
