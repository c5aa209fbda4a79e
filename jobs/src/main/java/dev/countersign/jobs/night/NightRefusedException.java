package dev.countersign.jobs.night;

/** A night that may not run now. */
public class NightRefusedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String sentence;

    public NightRefusedException(String sentence) {
        super(sentence, null, false, false);
        this.sentence = sentence;
    }

    /** Returns the sentence that says why it may not run, and what to do. */
    public String sentence() {
        return sentence;
    }
}
