package dev.countersign.facade.error;

/** A refusal in terms of HTTP alone: a size, or a wait that takes too long. */
public final class HttpRefusedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient HttpRefusal refusal;

    public HttpRefusedException(HttpRefusal refusal) {
        super(refusal.message(), null, false, false);
        this.refusal = refusal;
    }

    HttpRefusal refusal() {
        return refusal;
    }
}
