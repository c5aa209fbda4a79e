package dev.countersign.bench.stage;

/** A measurement that cannot go on; the message is a sentence for whoever asked for it. */
public final class StageFailure extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public StageFailure(String sentence) {
        super(sentence);
    }

    public StageFailure(String sentence, Throwable cause) {
        super(sentence, cause);
    }
}
