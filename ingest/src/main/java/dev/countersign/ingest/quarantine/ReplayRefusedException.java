package dev.countersign.ingest.quarantine;

/** A message cannot be sent again now; the sentence says why. */
public final class ReplayRefusedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    ReplayRefusedException(String sentence) {
        super(sentence, null, false, false);
    }
}
