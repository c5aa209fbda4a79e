package dev.countersign.facade.console.page;

/** A page about something that is not there. */
public final class PageNotFoundException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public PageNotFoundException(String sentence) {
        super(sentence, null, false, false);
    }

    /** For an id that names nothing. */
    public static PageNotFoundException of(String kind, Object id) {
        return new PageNotFoundException("There is no " + kind + " " + id + ".");
    }
}
