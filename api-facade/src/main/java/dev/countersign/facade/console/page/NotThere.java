package dev.countersign.facade.console.page;

/** A page about something that is not there. */
public final class NotThere extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public NotThere(String sentence) {
        super(sentence, null, false, false);
    }
}
