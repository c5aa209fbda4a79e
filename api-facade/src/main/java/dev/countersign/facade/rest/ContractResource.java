package dev.countersign.facade.rest;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.springframework.core.io.ClassPathResource;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** The contracts as they are written, for all callers, with or without a key. */
@RestController
class ContractResource {

    private static final MediaType YAML = MediaType.parseMediaType("application/yaml");

    private final Contract operations = Contract.read("openapi.yaml");
    private final Contract testHelpers = Contract.read("test-helpers.yaml");

    @GetMapping("/v1/openapi.yaml")
    ResponseEntity<String> yaml() {
        return operations.asYaml();
    }

    @GetMapping("/v1/openapi.json")
    ResponseEntity<String> json() {
        return operations.asJson();
    }

    @GetMapping("/sandbox/v1/test_helpers/openapi.yaml")
    ResponseEntity<String> testHelpersYaml() {
        return testHelpers.asYaml();
    }

    @GetMapping("/sandbox/v1/test_helpers/openapi.json")
    ResponseEntity<String> testHelpersJson() {
        return testHelpers.asJson();
    }

    /** One OpenAPI document, in both of its forms. */
    private record Contract(String yaml, String json) {

        static Contract read(String name) {
            try {
                String yaml =
                        new ClassPathResource("openapi/" + name)
                                .getContentAsString(StandardCharsets.UTF_8);
                return new Contract(yaml, JsonMapper.shared().writeValueAsString(tree(yaml)));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private static Object tree(String yaml) {
            return new YAMLMapper().readTree(yaml);
        }

        ResponseEntity<String> asYaml() {
            return ResponseEntity.ok().contentType(YAML).body(yaml);
        }

        ResponseEntity<String> asJson() {
            return ResponseEntity.ok().contentType(MediaType.APPLICATION_JSON).body(json);
        }
    }
}
