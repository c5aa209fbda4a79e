package dev.countersign.jobs.bank.camt;

/** A statement cannot be read, or contradicts an earlier one; nothing of it was taken. */
public final class StatementRefusedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public StatementRefusedException(String sentence) {
        super(sentence);
    }

    public StatementRefusedException(String sentence, Throwable cause) {
        super(sentence, cause);
    }

    /** The same of a file in an archive. */
    StatementRefusedException in(String file) {
        return new StatementRefusedException(file + ": " + getMessage(), this);
    }
}
