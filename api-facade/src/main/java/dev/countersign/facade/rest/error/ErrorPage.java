package dev.countersign.facade.rest.error;

import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;
import java.util.function.Supplier;
import org.springframework.boot.webmvc.error.ErrorController;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** What the web server refuses by itself, as an error like all others. */
@RestController
public class ErrorPage implements ErrorController {

    private final Supplier<String> requestIds;

    /**
     * Answers for a web server.
     *
     * @param requestIds gives ids to requests that have none yet
     */
    public ErrorPage(Supplier<String> requestIds) {
        this.requestIds = requestIds;
    }

    @RequestMapping("/error")
    ResponseEntity<ErrorJson> error(HttpServletRequest request) {
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
