package dev.countersign.facade.console.page;

/** Something that a form asked for and that may not be done now. */
public final class Declined extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public Declined(String sentence) {
        super(sentence, null, false, false);
    }
}
