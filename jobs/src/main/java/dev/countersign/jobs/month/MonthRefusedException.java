package dev.countersign.jobs.month;

/** A month cannot be closed now; the sentence says why. */
public final class MonthRefusedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    MonthRefusedException(String sentence) {
        super(sentence);
    }
}
