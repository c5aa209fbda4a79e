package dev.countersign.facade.launch.health;

import org.springframework.boot.actuate.endpoint.ApiVersion;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.WebServerNamespace;
import org.springframework.boot.health.actuate.endpoint.HealthDescriptor;
import org.springframework.boot.health.actuate.endpoint.HealthEndpointWebExtension;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/**
 * Health on the port of the interface, where it is asked for by who shares out its requests; the
 * management port has it, too.
 */
@RestController
public record HealthResource(HealthEndpointWebExtension health) {

    @GetMapping("/actuator/health")
    ResponseEntity<HealthDescriptor> all() {
        return answer();
    }

    /** One group or component; 404 where there is none of the name. */
    @GetMapping("/actuator/health/{part}")
    ResponseEntity<HealthDescriptor> part(@PathVariable String part) {
        return answer(part);
    }

    private ResponseEntity<HealthDescriptor> answer(String... path) {
        WebEndpointResponse<HealthDescriptor> answer =
                health.health(ApiVersion.V3, WebServerNamespace.SERVER, SecurityContext.NONE, path);
        return ResponseEntity.status(answer.getStatus())
                .contentType(MediaType.APPLICATION_JSON)
                .body(answer.getBody());
    }
}
