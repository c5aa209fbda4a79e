package dev.countersign.facade.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.facade.testkit.TestProduct;
import dev.countersign.reconcile.domain.account.Mode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/** Answers that people can read, for whoever asks. */
class IndentedResponsesIT {

    private static final JsonMapper JSON = JsonMapper.shared();
    private static final String ASKED = "application/json; indent=2";

    private final TestProduct product = TestProduct.running();

    @Test
    void saysTheSameIndented() throws Exception {
        HttpResponse<String> compact = programs("application/json", product.key(Mode.SANDBOX));
        HttpResponse<String> indented = programs(ASKED, product.key(Mode.SANDBOX));

        assertThat(compact.body()).doesNotContain("\n");
        assertThat(indented.body()).startsWith("{\n  \"").endsWith("\n}\n");
        assertThat(JSON.readTree(indented.body())).isEqualTo(JSON.readTree(compact.body()));
        assertThat(indented.headers().firstValue("Content-Type"))
                .isEqualTo(compact.headers().firstValue("Content-Type"));
        assertThat(indented.headers().firstValueAsLong("Content-Length"))
                .hasValue(indented.body().length());
    }

    @Test
    void refusesIndented() throws Exception {
        HttpResponse<String> refused = programs(ASKED, "sk_test_none");

        assertThat(refused.statusCode()).isEqualTo(401);
        assertThat(refused.body()).startsWith("{\n  \"error\": {\n");
    }

    private HttpResponse<String> programs(String accept, String key)
            throws IOException, InterruptedException {
        HttpRequest request =
                HttpRequest.newBuilder(URI.create(product.address() + "/sandbox/v1/programs"))
                        .header("Authorization", "Bearer " + key)
                        .header("Accept", accept)
                        .build();
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(request, BodyHandlers.ofString());
        }
    }
}
