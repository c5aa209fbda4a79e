package dev.countersign.facade.rest.error;

import java.util.Locale;

/** Why a request is refused, with its HTTP status and the type that the specification gives it. */
public enum ErrorCode {
    QUERY_INVALID(400, "invalid_request"),
    LIMIT_INVALID(400, "invalid_request"),
    CURSOR_INVALID(400, "invalid_request"),
    VERSION_UNSUPPORTED(400, "invalid_request"),
    API_KEY_MISSING(401, "authentication_error"),
    API_KEY_INVALID(401, "authentication_error"),
    API_KEY_WRONG_MODE(401, "authentication_error"),
    SCOPE_MISSING(403, "permission_error"),
    RESOURCE_MISSING(404, "not_found"),
    ROUTE_UNKNOWN(404, "not_found"),
    METHOD_NOT_ALLOWED(405, "invalid_request"),
    INTERNAL_ERROR(500, "api_error"),
    TEMPORARILY_UNAVAILABLE(503, "api_error");

    private final int status;
    private final String type;

    ErrorCode(int status, String type) {
        this.status = status;
        this.type = type;
    }

    public int status() {
        return status;
    }

    public String type() {
        return type;
    }

    /** The code as it stands in the body. */
    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }
}
