package dev.countersign.jobs.bank;

/** A statement cannot be read, or contradicts an earlier one; nothing of it was taken. */
public final class StatementRefusedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    StatementRefusedException(String sentence) {
        super(sentence);
    }

    StatementRefusedException(String sentence, Throwable cause) {
        super(sentence, cause);
    }
}
