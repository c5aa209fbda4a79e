package dev.countersign.facade.error;

import dev.countersign.reconcile.domain.ErrorCode;
import dev.countersign.reconcile.domain.RequestRefusedException;
import dev.countersign.reconcile.service.Outages;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.HttpRequestMethodNotSupportedException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.servlet.resource.NoResourceFoundException;
import org.springframework.web.util.DisconnectedClientHelper;
import tools.jackson.databind.json.JsonMapper;

/**
 * The one place where a refusal becomes a response.
 *
 * @param outages notified of servers that do not answer
 */
@RestControllerAdvice
public record ErrorResponses(Outages outages) {

    /** The header that every response carries already, with the id that its error repeats. */
    public static final String REQUEST_ID = "Request-Id";

    /** The header that names the version of the interface on every response. */
    public static final String API_VERSION = "Api-Version";

    /** The version of the interface. */
    public static final String VERSION = "2026-10";

    private static final Logger log = LoggerFactory.getLogger(ErrorResponses.class);

    private static final int UNAVAILABLE = 503;

    /**
     * Seconds after which a caller may try again. A server that is away for a moment is there again
     * in a second.
     */
    private static final String RETRY_AFTER_SECONDS = "1";

    @ExceptionHandler
    ResponseEntity<ErrorJson> refused(
            RequestRefusedException refused, HttpServletResponse response) {
        log.debug("refused code={} param={}", refused.code().wire(), refused.param());
        HttpHeaders headers = new HttpHeaders();
        if (refused.retryAfter() != null) {
            headers.set(HttpHeaders.RETRY_AFTER, seconds(refused.retryAfter()));
        }
        return respond(HttpRefusal.of(refused), headers, response);
    }

    /** Whole seconds, never too few and at least one. */
    private static String seconds(Duration wait) {
        return String.valueOf(Math.max(1, wait.plusNanos(999_999_999).toSeconds()));
    }

    @ExceptionHandler
    ResponseEntity<ErrorJson> unknownRoute(
            NoResourceFoundException e, HttpServletResponse response) {
        return respond(HttpRefusal.of(ErrorCode.ROUTE_UNKNOWN), HttpHeaders.EMPTY, response);
    }

    @ExceptionHandler
    ResponseEntity<ErrorJson> wrongMethod(
            HttpRequestMethodNotSupportedException e, HttpServletResponse response) {
        return respond(HttpRefusal.methodNotAllowed(e.getMethod()), e.getHeaders(), response);
    }

    @ExceptionHandler
    ResponseEntity<ErrorJson> refused(HttpRefusedException e, HttpServletResponse response) {
        return respond(e.refusal(), HttpHeaders.EMPTY, response);
    }

    /** Null where the caller is gone. */
    @ExceptionHandler
    @Nullable ResponseEntity<ErrorJson> unexpected(Exception e, HttpServletResponse response) {
        if (TransientErrors.is(e)) {
            if (!outages.noticed(e)) {
                log.info("temporarily unavailable: {}", TransientErrors.reason(e));
            }
            return respond(
                    HttpRefusal.of(ErrorCode.TEMPORARILY_UNAVAILABLE), HttpHeaders.EMPTY, response);
        }
        if (DisconnectedClientHelper.isClientDisconnectedException(e)) {
            log.debug("a caller has gone: {}", e.getMessage());
            return null;
        }
        log.error("request failed", e);
        return respond(HttpRefusal.of(ErrorCode.INTERNAL_ERROR), HttpHeaders.EMPTY, response);
    }

    private static ResponseEntity<ErrorJson> respond(
            HttpRefusal refusal, HttpHeaders headers, HttpServletResponse response) {
        return ResponseEntity.status(refusal.status())
                .headers(headers)
                .headers(retry(refusal.status()))
                .contentType(MediaType.APPLICATION_JSON)
                .body(refusal.json(requestId(response)));
    }

    private static HttpHeaders retry(int status) {
        HttpHeaders headers = new HttpHeaders();
        if (status == UNAVAILABLE) {
            headers.set(HttpHeaders.RETRY_AFTER, RETRY_AFTER_SECONDS);
        }
        return headers;
    }

    /** Writes a refusal where no resource was reached. */
    public static void write(RequestRefusedException refused, HttpServletResponse response)
            throws IOException {
        write(HttpRefusal.of(refused), response);
    }

    /** Refuses a request for a host that is not served here. */
    public static void writeMisdirected(HttpServletResponse response) throws IOException {
        write(HttpRefusal.MISDIRECTED, response);
    }

    private static void write(HttpRefusal refusal, HttpServletResponse response)
            throws IOException {
        if (refusal.status() == HttpStatus.UNAUTHORIZED.value()) {
            response.setHeader(HttpHeaders.WWW_AUTHENTICATE, "Bearer");
        }
        response.setStatus(refusal.status());
        retry(refusal.status())
                .forEach((name, values) -> response.setHeader(name, values.getFirst()));
        response.setContentType(MediaType.APPLICATION_JSON_VALUE);
        response.getOutputStream()
                .write(
                        JsonMapper.shared()
                                .writeValueAsString(refusal.json(requestId(response)))
                                .getBytes(StandardCharsets.UTF_8));
    }

    private static String requestId(HttpServletResponse response) {
        return String.valueOf(response.getHeader(REQUEST_ID));
    }
}
