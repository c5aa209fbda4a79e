package dev.countersign.facade.error;

import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.springframework.boot.webmvc.error.ErrorController;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * The answers to requests that the web server itself refuses, as an error like all others.
 *
 * @param requestIds gives ids to requests that have none yet
 * @param headers sets those that every response has
 */
@RestController
public record ErrorPage(Supplier<String> requestIds, Consumer<BiConsumer<String, String>> headers)
        implements ErrorController {

    @RequestMapping("/error")
    ResponseEntity<ErrorJson> error(HttpServletRequest request, HttpServletResponse response) {
        headers.accept(
                (name, value) -> {
                    if (!response.containsHeader(name)) {
                        response.setHeader(name, value);
                    }
                });
        Object status = request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE);
        String id =
                request.getAttribute(ErrorResponses.REQUEST_ID) instanceof String given
                        ? given
                        : requestIds.get();
        HttpRefusal refusal =
                HttpRefusal.ofServer(
                        status instanceof Integer code ? code : 404, request.getMethod());
        return ResponseEntity.status(refusal.status())
                .contentType(MediaType.APPLICATION_JSON)
                .header(ErrorResponses.REQUEST_ID, id)
                .header(ErrorResponses.API_VERSION, ErrorResponses.VERSION)
                .body(refusal.json(id));
    }
}
