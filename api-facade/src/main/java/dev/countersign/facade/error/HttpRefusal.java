package dev.countersign.facade.error;

import dev.countersign.reconcile.domain.ErrorCode;
import dev.countersign.reconcile.domain.RequestRefusedException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A refusal in the terms of HTTP: the one place that knows which status and type a code has.
 *
 * @param code null for what HTTP itself refuses, a method or a size
 */
public record HttpRefusal(
        int status, String type, @Nullable String code, String message, @Nullable String param) {

    /** The methods that some path or other takes. */
    static final List<String> METHODS =
            List.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS");

    private static final String INVALID_REQUEST = "invalid_request";

    public static final HttpRefusal BODY_TOO_LARGE = invalid(413, "The body is larger than 1 MB.");

    static final HttpRefusal MISDIRECTED =
            invalid(421, "This server is not known by that name: see countersign.http.hosts.");

    public static final HttpRefusal TOO_LATE =
            new HttpRefusal(
                    504,
                    "api_error",
                    ErrorCode.TEMPORARILY_UNAVAILABLE.wire(),
                    "The effect was not visible in time; it may still come.",
                    null);

    private static HttpRefusal invalid(int status, String message) {
        return new HttpRefusal(status, INVALID_REQUEST, null, message, null);
    }

    static HttpRefusal of(RequestRefusedException refused) {
        ErrorCode code = refused.code();
        return new HttpRefusal(
                status(code),
                type(code),
                code.wire(),
                String.valueOf(refused.getMessage()),
                refused.param());
    }

    static HttpRefusal of(ErrorCode code) {
        return of(new RequestRefusedException(code));
    }

    static HttpRefusal methodNotAllowed(String method) {
        return invalid(405, "This path does not take the method " + method + ".");
    }

    /**
     * Returns the answer of the web server itself, before a resource is reached or after it is
     * left. What the server does not implement, a method, a transfer encoding or a version, is the
     * fault of the request and none of ours.
     */
    static HttpRefusal ofServer(int status, @Nullable String method) {
        return switch (status) {
            case 404 -> of(ErrorCode.ROUTE_UNKNOWN);
            case 405 -> methodNotAllowed(String.valueOf(method));
            case 501 ->
                    METHODS.contains(method)
                            ? unread(400)
                            : methodNotAllowed(String.valueOf(method));
            case 505 -> unread(400);
            case 413 -> BODY_TOO_LARGE;
            default -> status < 500 ? unread(status) : of(ErrorCode.INTERNAL_ERROR);
        };
    }

    private static HttpRefusal unread(int status) {
        return invalid(status, "The request is not HTTP that this server reads.");
    }

    ErrorJson json(String requestId) {
        return new ErrorJson(new ErrorJson.Details(type, code, message, param, requestId));
    }

    private static int status(ErrorCode code) {
        return switch (code.kind()) {
            case MALFORMED -> 400;
            case UNAUTHENTICATED -> 401;
            case FORBIDDEN -> 403;
            case MISSING -> 404;
            case CONFLICT -> 409;
            case INVALID -> 422;
            case LIMITED -> 429;
            case FAILED -> 500;
            case UNAVAILABLE -> 503;
        };
    }

    /** A card that is not active is an invalid request, as the specification shows. */
    private static String type(ErrorCode code) {
        if (code == ErrorCode.CARD_NOT_ACTIVE) {
            return INVALID_REQUEST;
        }
        return switch (code.kind()) {
            case MALFORMED, INVALID -> INVALID_REQUEST;
            case UNAUTHENTICATED -> "authentication_error";
            case FORBIDDEN -> "permission_error";
            case MISSING -> "not_found";
            case CONFLICT -> "conflict";
            case LIMITED -> "rate_limit";
            case FAILED, UNAVAILABLE -> "api_error";
        };
    }
}
