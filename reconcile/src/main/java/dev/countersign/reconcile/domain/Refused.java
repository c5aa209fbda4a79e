package dev.countersign.reconcile.domain;

import org.jspecify.annotations.Nullable;

/** A command that is refused, and what its caller is told. It changes nothing. */
public final class Refused extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final ErrorCode code;
    private final @Nullable String param;

    /** Refuses for what the code says. */
    public Refused(ErrorCode code) {
        this(code, code.meaning(), null);
    }

    public Refused(ErrorCode code, String message) {
        this(code, message, null);
    }

    /**
     * Refuses a parameter.
     *
     * @param param its path, such as {@code shipping_address.country}
     */
    public Refused(ErrorCode code, String message, @Nullable String param) {
        super(message, null, false, false);
        this.code = code;
        this.param = param;
    }

    public ErrorCode code() {
        return code;
    }

    public @Nullable String param() {
        return param;
    }
}
