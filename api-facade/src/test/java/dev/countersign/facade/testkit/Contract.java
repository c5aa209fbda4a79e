package dev.countersign.facade.testkit;

import com.atlassian.oai.validator.OpenApiInteractionValidator;
import com.atlassian.oai.validator.model.Request;
import com.atlassian.oai.validator.model.SimpleResponse;
import com.atlassian.oai.validator.report.ValidationReport;
import java.net.http.HttpResponse;

/**
 * Holds every response of the tests against the published contract: its status, its headers and its
 * body.
 */
final class Contract {

    private static final OpenApiInteractionValidator INTERFACE = validator("/openapi/openapi.yaml");
    private static final OpenApiInteractionValidator TEST_HELPERS =
            validator("/openapi/test-helpers.yaml");

    private Contract() {}

    private static OpenApiInteractionValidator validator(String document) {
        return OpenApiInteractionValidator.createFor(document).withBasePathOverride("/").build();
    }

    /** Refuses a response that the contract does not know. */
    static void check(String method, String path, HttpResponse<String> response) {
        String plain = path.replaceFirst("\\?.*", "");
        if (outside(response)) {
            return;
        }
        SimpleResponse.Builder answer = new SimpleResponse.Builder(response.statusCode());
        response.headers().map().forEach(answer::withHeader);
        if (!response.body().isEmpty()) {
            answer.withBody(response.body());
        }
        OpenApiInteractionValidator contract =
                plain.startsWith("/test_helpers/") ? TEST_HELPERS : INTERFACE;
        ValidationReport report =
                contract.validateResponse(plain, Request.Method.valueOf(method), answer.build());
        if (report.hasErrors()) {
            throw new AssertionError(
                    "%s %s answered what the contract does not say: %s %s\n%s"
                            .formatted(
                                    method,
                                    path,
                                    response.statusCode(),
                                    response.body(),
                                    report.getMessages()));
        }
    }

    /** A path or a method that the contract does not have is told so. */
    private static boolean outside(HttpResponse<String> response) {
        return response.statusCode() == 405
                || response.body().contains("\"code\":\"route_unknown\"");
    }
}
