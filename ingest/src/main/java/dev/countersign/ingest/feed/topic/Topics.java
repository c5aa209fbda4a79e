package dev.countersign.ingest.feed.topic;

/** The topics that the outside relies on. */
public final class Topics {

    public static final String FEED = "issuing.feed.v1";
    public static final String DECISIONS = "issuing.decisions.v1";
    public static final String EVENTS = "issuing.events.v1";
    public static final String DEAD_LETTERS = "issuing.feed.dlt.v1";

    /** Checkpoints of the audit trail, in one partition and kept without limit. */
    public static final String AUDIT = "issuing.audit.v1";

    private Topics() {}
}
