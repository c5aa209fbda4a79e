package dev.countersign.facade.rest.error;

import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;
import org.springframework.boot.webmvc.error.ErrorController;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** What the web server refuses by itself, once the request has an id. */
@RestController
public class ErrorPage implements ErrorController {

    @RequestMapping("/error")
    ResponseEntity<ErrorJson> error(HttpServletRequest request) {
        Object status = request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE);
        String id = String.valueOf(request.getAttribute(ErrorResponses.REQUEST_ID));
        HttpRefusal refusal =
                HttpRefusal.ofServer(
                        status instanceof Integer code ? code : 404, request.getMethod());
        return ResponseEntity.status(refusal.status())
                .contentType(MediaType.APPLICATION_JSON)
                .header(ErrorResponses.REQUEST_ID, id)
                .body(refusal.json(id));
    }
}
