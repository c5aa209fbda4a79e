package dev.countersign.bench.stage;

/** A measurement that cannot go on; the message is a sentence for whoever asked for it. */
public final class StageFailed extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public StageFailed(String sentence) {
        super(sentence);
    }

    public StageFailed(String sentence, Throwable cause) {
        super(sentence, cause);
    }
}
