package dev.countersign.jobs.report;

/** A report cannot be handed out; the sentence says why, and what to do. */
public final class ReportRefusedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    ReportRefusedException(String sentence) {
        super(sentence, null, false, false);
    }
}
