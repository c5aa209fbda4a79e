package dev.countersign.facade.rest.error;

import dev.countersign.reconcile.domain.ErrorCode;
import dev.countersign.reconcile.domain.Refused;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jdbi.v3.core.JdbiException;
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
import tools.jackson.databind.json.JsonMapper;

/** The one place where a refusal becomes a response. */
@RestControllerAdvice
public class ErrorResponses {

    /** The header that every response carries already, with the id that its error repeats. */
    public static final String REQUEST_ID = "Request-Id";

    /** The header that names the version of the interface on every response. */
    public static final String API_VERSION = "Api-Version";

    /** The version of the interface. */
    public static final String VERSION = "2026-10";

    private static final Logger log = LoggerFactory.getLogger(ErrorResponses.class);

    @ExceptionHandler
    ResponseEntity<ErrorJson> refused(Refused refused, HttpServletResponse response) {
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
    ResponseEntity<ErrorJson> tooLarge(BodyTooLarge e, HttpServletResponse response) {
        return respond(HttpRefusal.BODY_TOO_LARGE, HttpHeaders.EMPTY, response);
    }

    @ExceptionHandler
    ResponseEntity<ErrorJson> database(JdbiException e, HttpServletResponse response) {
        if (!PassingTrouble.is(e)) {
            return unexpected(e, response);
        }
        log.warn("the database does not answer: {}", e.getMessage());
        return respond(
                HttpRefusal.of(ErrorCode.TEMPORARILY_UNAVAILABLE), HttpHeaders.EMPTY, response);
    }

    @ExceptionHandler
    ResponseEntity<ErrorJson> tooLate(TooLate e, HttpServletResponse response) {
        return respond(HttpRefusal.TOO_LATE, HttpHeaders.EMPTY, response);
    }

    @ExceptionHandler
    ResponseEntity<ErrorJson> unexpected(Exception e, HttpServletResponse response) {
        log.error("request failed", e);
        return respond(HttpRefusal.of(ErrorCode.INTERNAL_ERROR), HttpHeaders.EMPTY, response);
    }

    private static ResponseEntity<ErrorJson> respond(
            HttpRefusal refusal, HttpHeaders headers, HttpServletResponse response) {
        return ResponseEntity.status(refusal.status())
                .headers(headers)
                .contentType(MediaType.APPLICATION_JSON)
                .body(refusal.json(requestId(response)));
    }

    /** Writes a refusal where no resource was reached. */
    public static void write(Refused refused, HttpServletResponse response) throws IOException {
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
