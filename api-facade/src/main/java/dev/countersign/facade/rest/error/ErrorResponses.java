package dev.countersign.facade.rest.error;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jdbi.v3.core.ConnectionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
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

    private static final Logger log = LoggerFactory.getLogger(ErrorResponses.class);

    @ExceptionHandler
    ResponseEntity<ErrorJson> refused(Refused refused, HttpServletResponse response) {
        log.debug("refused code={}", refused.code().code());
        return respond(refused, response);
    }

    @ExceptionHandler
    ResponseEntity<ErrorJson> unknownRoute(
            NoResourceFoundException e, HttpServletResponse response) {
        return respond(
                new Refused(ErrorCode.ROUTE_UNKNOWN, "There is nothing at this path."), response);
    }

    @ExceptionHandler
    ResponseEntity<ErrorJson> wrongMethod(
            HttpRequestMethodNotSupportedException e, HttpServletResponse response) {
        Refused refused =
                new Refused(
                        ErrorCode.METHOD_NOT_ALLOWED,
                        "This path does not take the method " + e.getMethod() + ".");
        return ResponseEntity.status(refused.code().status())
                .headers(e.getHeaders())
                .contentType(MediaType.APPLICATION_JSON)
                .body(ErrorJson.of(refused, requestId(response)));
    }

    @ExceptionHandler
    ResponseEntity<ErrorJson> databaseDown(ConnectionException e, HttpServletResponse response) {
        return respond(
                new Refused(
                        ErrorCode.TEMPORARILY_UNAVAILABLE,
                        "The book cannot be reached now; try again."),
                response);
    }

    @ExceptionHandler
    ResponseEntity<ErrorJson> unexpected(Exception e, HttpServletResponse response) {
        log.error("request failed", e);
        return respond(
                new Refused(ErrorCode.INTERNAL_ERROR, "Something went wrong on our side."),
                response);
    }

    private static ResponseEntity<ErrorJson> respond(
            Refused refused, HttpServletResponse response) {
        return ResponseEntity.status(refused.code().status())
                .contentType(MediaType.APPLICATION_JSON)
                .body(ErrorJson.of(refused, requestId(response)));
    }

    /** Writes a refusal where no resource was reached. */
    public static void write(Refused refused, HttpServletResponse response) throws IOException {
        response.setStatus(refused.code().status());
        response.setContentType(MediaType.APPLICATION_JSON_VALUE);
        response.getOutputStream()
                .write(
                        JsonMapper.shared()
                                .writeValueAsString(ErrorJson.of(refused, requestId(response)))
                                .getBytes(StandardCharsets.UTF_8));
    }

    private static String requestId(HttpServletResponse response) {
        return String.valueOf(response.getHeader(REQUEST_ID));
    }
}
