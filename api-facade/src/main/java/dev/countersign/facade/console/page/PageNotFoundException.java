package dev.countersign.facade.console.page;

/** A page about something that is not there. */
public final class PageNotFoundException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public PageNotFoundException(String sentence) {
        super(sentence, null, false, false);
    }
}
