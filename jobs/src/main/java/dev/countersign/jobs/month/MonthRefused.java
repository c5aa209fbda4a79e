package dev.countersign.jobs.month;

/** A month cannot be closed now; the sentence says why. */
public final class MonthRefused extends RuntimeException {

    private static final long serialVersionUID = 1L;

    MonthRefused(String sentence) {
        super(sentence);
    }
}
