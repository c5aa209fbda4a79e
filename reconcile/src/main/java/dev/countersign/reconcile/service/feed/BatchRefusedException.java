package dev.countersign.reconcile.service.feed;

/**
 * A decided batch could not be recorded, and nothing of it was. The owner drops the cards of what
 * is not recorded, looks where the feed stands and decides again.
 */
public final class BatchRefusedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final RefusalReason why;

    BatchRefusedException(RefusalReason why) {
        super(why.sentence);
        this.why = why;
    }

    public RefusalReason reason() {
        return why;
    }

    /** True where it says nothing about the cards that other batches had. */
    public boolean ofItsOwnCards() {
        return why == RefusalReason.CHANGED_MEANWHILE || why == RefusalReason.FUNDS_SPENT;
    }

    /** The reason for which a batch was refused. */
    public enum RefusalReason {
        /** Another process decides this partition now. */
        PARTITION_LOST("the partition was decided by another process"),
        /** A row that it writes, or what counts against a limit, changed after it was read. */
        CHANGED_MEANWHILE("a row changed after it was read"),
        /** A message of the batch was recorded before, though nobody remembered. */
        KNOWN_MESSAGE("a message of the batch was recorded before"),
        /** Another batch drew on a funding account that then had too little left. */
        FUNDS_SPENT("a funding account has less left than the batch draws on it");

        private final String sentence;

        RefusalReason(String sentence) {
            this.sentence = sentence;
        }
    }
}
