package dev.countersign.reconcile.domain;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A refused command, with what its caller reads. It changes nothing. */
public final class RequestRefusedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final ErrorCode code;
    private final @Nullable String param;
    private final @Nullable Duration retryAfter;

    /** Refuses for what the code says. */
    public RequestRefusedException(ErrorCode code) {
        this(code, code.meaning(), null);
    }

    public RequestRefusedException(ErrorCode code, String message) {
        this(code, message, null);
    }

    /**
     * Refuses a parameter.
     *
     * @param param its path, such as {@code shipping_address.country}
     */
    public RequestRefusedException(ErrorCode code, String message, @Nullable String param) {
        this(code, message, param, null);
    }

    private RequestRefusedException(
            ErrorCode code, String message, @Nullable String param, @Nullable Duration retryAfter) {
        super(message, null, false, false);
        this.code = code;
        this.param = param;
        this.retryAfter = retryAfter;
    }

    /** Refuses a parameter for what the code says. */
    public static RequestRefusedException at(ErrorCode code, String param) {
        return new RequestRefusedException(code, code.meaning(), param);
    }

    /** Refuses the value of a parameter with a sentence of its own. */
    public static RequestRefusedException invalid(String param, String sentence) {
        return new RequestRefusedException(ErrorCode.VALUE_INVALID, sentence, param);
    }

    /** Refuses for now: the same may be asked again after a while. */
    public static RequestRefusedException forNow(
            ErrorCode code, String message, Duration retryAfter) {
        return new RequestRefusedException(code, message, null, retryAfter);
    }

    public ErrorCode code() {
        return code;
    }

    public @Nullable String param() {
        return param;
    }

    /** Returns the time that the caller is asked to wait; null where it is not known. */
    public @Nullable Duration retryAfter() {
        return retryAfter;
    }
}
