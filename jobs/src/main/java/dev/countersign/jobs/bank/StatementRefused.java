package dev.countersign.jobs.bank;

/** A statement cannot be read, or contradicts an earlier one; nothing of it was taken. */
public final class StatementRefused extends RuntimeException {

    private static final long serialVersionUID = 1L;

    StatementRefused(String sentence) {
        super(sentence);
    }

    StatementRefused(String sentence, Throwable cause) {
        super(sentence, cause);
    }
}
