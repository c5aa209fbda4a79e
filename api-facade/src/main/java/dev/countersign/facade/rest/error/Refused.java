package dev.countersign.facade.rest.error;

import org.jspecify.annotations.Nullable;

/** A request that is refused, and what the caller is told. */
public final class Refused extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final ErrorCode code;
    private final @Nullable String param;

    public Refused(ErrorCode code, String message) {
        this(code, message, null);
    }

    /**
     * Refuses a parameter.
     *
     * @param param its name, such as {@code created_gte}
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
