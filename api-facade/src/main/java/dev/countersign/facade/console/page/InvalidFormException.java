package dev.countersign.facade.console.page;

/** A form with a text that no page could show, or one that is too long. */
public final class InvalidFormException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public InvalidFormException(String sentence) {
        super(sentence, null, false, false);
    }
}
