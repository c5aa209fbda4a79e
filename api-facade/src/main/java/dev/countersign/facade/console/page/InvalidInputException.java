package dev.countersign.facade.console.page;

import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;

/** Something that a form asked for and that may not be done now. */
public final class InvalidInputException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final HttpStatus status;

    public InvalidInputException(String sentence) {
        this(sentence, HttpStatus.CONFLICT);
    }

    /**
     * @param status {@code OK} where it is not done because that is what was asked for
     */
    InvalidInputException(String sentence, HttpStatus status) {
        super(sentence, null, false, false);
        this.status = status;
    }

    /** Refuses a form where something is wrong. */
    public static void refuse(boolean wrong, String sentence) {
        if (wrong) {
            throw new InvalidInputException(sentence);
        }
    }

    /** A value that a form has to have. */
    public static <T> T required(@Nullable T value, String sentence) {
        if (value == null) {
            throw new InvalidInputException(sentence);
        }
        return value;
    }

    HttpStatus status() {
        return status;
    }
}
