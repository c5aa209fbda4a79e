package dev.countersign.facade.rest.error;

import dev.countersign.facade.security.RequestIds;
import jakarta.servlet.http.HttpServletRequest;
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

    private static final Logger log = LoggerFactory.getLogger(ErrorResponses.class);

    @ExceptionHandler
    ResponseEntity<ErrorJson> refused(Refused refused, HttpServletRequest request) {
        log.debug("refused code={} request_id={}", refused.code().code(), RequestIds.of(request));
        return respond(refused, request);
    }

    @ExceptionHandler
    ResponseEntity<ErrorJson> unknownRoute(NoResourceFoundException e, HttpServletRequest request) {
        return respond(
                new Refused(ErrorCode.ROUTE_UNKNOWN, "There is nothing at this path."), request);
    }

    @ExceptionHandler
    ResponseEntity<ErrorJson> wrongMethod(
            HttpRequestMethodNotSupportedException e, HttpServletRequest request) {
        Refused refused =
                new Refused(
                        ErrorCode.METHOD_NOT_ALLOWED,
                        "This path does not take the method " + e.getMethod() + ".");
        return ResponseEntity.status(refused.code().status())
                .headers(e.getHeaders())
                .contentType(MediaType.APPLICATION_JSON)
                .body(ErrorJson.of(refused, RequestIds.of(request)));
    }

    @ExceptionHandler
    ResponseEntity<ErrorJson> databaseDown(ConnectionException e, HttpServletRequest request) {
        return respond(
                new Refused(
                        ErrorCode.TEMPORARILY_UNAVAILABLE,
                        "The book cannot be reached now; try again."),
                request);
    }

    @ExceptionHandler
    ResponseEntity<ErrorJson> unexpected(Exception e, HttpServletRequest request) {
        log.error("request failed request_id={}", RequestIds.of(request), e);
        return respond(
                new Refused(ErrorCode.INTERNAL_ERROR, "Something went wrong on our side."),
                request);
    }

    private static ResponseEntity<ErrorJson> respond(Refused refused, HttpServletRequest request) {
        return ResponseEntity.status(refused.code().status())
                .contentType(MediaType.APPLICATION_JSON)
                .body(ErrorJson.of(refused, RequestIds.of(request)));
    }

    /** Writes a refusal where no resource was reached. */
    public static void write(
            Refused refused, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        response.setStatus(refused.code().status());
        response.setContentType(MediaType.APPLICATION_JSON_VALUE);
        response.getOutputStream()
                .write(
                        JsonMapper.shared()
                                .writeValueAsString(ErrorJson.of(refused, RequestIds.of(request)))
                                .getBytes(StandardCharsets.UTF_8));
    }
}
