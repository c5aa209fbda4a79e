package dev.countersign.jobs.night;

/** A night that may not run now; the message is a sentence that says why and what to do. */
public final class NightRefused extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public NightRefused(String sentence) {
        super(sentence);
    }
}
