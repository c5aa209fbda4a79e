package dev.countersign.facade.rest;

import static org.assertj.core.api.Assertions.assertThat;

import com.atlassian.oai.validator.OpenApiInteractionValidator;
import dev.countersign.facade.testkit.TestProduct;
import dev.countersign.reconcile.domain.ErrorCode;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** The published contract: complete, and what is there. */
class ContractIT {

    private static final TestProduct PRODUCT = TestProduct.running();
    private static final String OPERATIONS = "/v1/openapi.json";
    private static final String TEST_HELPERS = "/sandbox/v1/test_helpers/openapi.json";
    private static final Pattern LINK = Pattern.compile("(?:src|href)=\"([^\"]+)\"");

    private static final Set<ErrorCode> ONLY_OF_HELPERS =
            EnumSet.of(ErrorCode.FUNDING_ACCOUNT_EXISTS, ErrorCode.FUNDS_INSUFFICIENT);

    @Test
    void describesThe33OperationsOfVersion2026_10() throws Exception {
        JsonNode contract = document(OPERATIONS);

        assertThat(contract.at("/openapi").asString()).startsWith("3.0.");
        assertThat(contract.at("/info/version").asString()).isEqualTo("2026-10");
        assertThat(contract.findValuesAsString("operationId"))
                .containsExactlyInAnyOrder(
                        "listPrograms",
                        "getProgram",
                        "createCustomer",
                        "listCustomers",
                        "getCustomer",
                        "updateCustomer",
                        "createCard",
                        "listCards",
                        "getCard",
                        "updateCard",
                        "freezeCard",
                        "unfreezeCard",
                        "terminateCard",
                        "replaceCard",
                        "updateSpendingControls",
                        "getAuthorizationControls",
                        "updateAuthorizationControls",
                        "getThreeDSConfig",
                        "updateThreeDSConfig",
                        "listWalletTokens",
                        "provisionWalletToken",
                        "deleteWalletToken",
                        "createPhysicalCardOrder",
                        "getPhysicalCardOrder",
                        "cancelPhysicalCardOrder",
                        "getPinStatus",
                        "setPin",
                        "unblockPin",
                        "listTransactions",
                        "getTransaction",
                        "createDispute",
                        "listDisputes",
                        "getDispute");
    }

    @Test
    void isImplementedInBothModesAndNothingElseIs() throws Exception {
        Set<String> promised = operations(document(OPERATIONS), "/v1");
        promised.addAll(operations(document(OPERATIONS), "/sandbox/v1"));
        promised.addAll(operations(document(TEST_HELPERS), "/sandbox/v1"));

        assertThat(
                        PRODUCT.routes().stream()
                                .filter(route -> route.contains("/v1/"))
                                .filter(route -> !route.contains("/openapi.")))
                .containsExactlyInAnyOrderElementsOf(promised);
    }

    @Test
    void listsEveryErrorCode() throws Exception {
        JsonNode codes = document(OPERATIONS).at("/components/schemas/ErrorCode/enum");

        assertThat(codes.valueStream().map(JsonNode::asString))
                .containsExactlyInAnyOrderElementsOf(
                        Arrays.stream(ErrorCode.values())
                                .filter(code -> !ONLY_OF_HELPERS.contains(code))
                                .map(ErrorCode::wire)
                                .toList());
        assertThat(
                        document(TEST_HELPERS)
                                .at("/components/schemas/ErrorCode/enum")
                                .valueStream()
                                .map(JsonNode::asString))
                .containsAll(ONLY_OF_HELPERS.stream().map(ErrorCode::wire).toList());
    }

    @ParameterizedTest
    @ValueSource(strings = {"/v1/openapi", "/sandbox/v1/test_helpers/openapi"})
    void isServedAsYamlAndAsJsonWithoutAKey(String path) throws Exception {
        HttpResponse<String> yaml = PRODUCT.page(path + ".yaml");

        assertThat(yaml.statusCode()).isEqualTo(200);
        assertThat(yaml.headers().firstValue("Content-Type")).hasValue("application/yaml");
        assertThat(OpenApiInteractionValidator.createForInlineApiSpecification(yaml.body()).build())
                .as("the document can be read")
                .isNotNull();
        assertThat(document(path + ".json")).isEqualTo(new YAMLMapper().readTree(yaml.body()));
    }

    /** The document names no host: a page that is read tries requests where it came from. */
    @Test
    void namesItsServersRelativeToTheOneThatServesItTheSandboxFirst() throws Exception {
        assertThat(servers(OPERATIONS)).containsExactly("/sandbox/v1", "/v1");
        assertThat(servers(TEST_HELPERS)).containsExactly("/sandbox/v1");
    }

    private static List<String> servers(String path) throws Exception {
        return document(path)
                .at("/servers")
                .valueStream()
                .map(server -> server.at("/url").asString())
                .toList();
    }

    @Test
    void leadsFromTheRootToTheConsole() throws Exception {
        HttpResponse<String> root = PRODUCT.page("/");

        assertThat(root.statusCode()).isEqualTo(302);
        assertThat(root.headers().firstValue("Location").orElseThrow()).endsWith("/console");
    }

    @Test
    void isShownOnAPageThatNeedsNoOtherHost() throws Exception {
        HttpResponse<String> page = PRODUCT.page("/reference/index.html");

        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.body()).contains("reference.js");
        Matcher link = LINK.matcher(page.body());
        while (link.find()) {
            String target = link.group(1);
            if (!target.startsWith("data:")) {
                assertThat(target).doesNotContain("//");
                String path = target.startsWith("/") ? target : "/reference/" + target;
                assertThat(PRODUCT.page(path).statusCode()).as(path).isEqualTo(200);
            }
        }
        assertThat(PRODUCT.page("/reference").headers().firstValue("Location").orElseThrow())
                .endsWith("/reference/index.html");
    }

    private static Set<String> operations(JsonNode contract, String base) {
        return contract.at("/paths").properties().stream()
                .flatMap(
                        path ->
                                path.getValue().propertyNames().stream()
                                        .filter(name -> !name.equals("parameters"))
                                        .map(
                                                method ->
                                                        "%s %s%s"
                                                                .formatted(
                                                                        method.toUpperCase(
                                                                                Locale.ROOT),
                                                                        base,
                                                                        path.getKey())))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static JsonNode document(String path) throws IOException, InterruptedException {
        HttpResponse<String> json = PRODUCT.page(path);
        assertThat(json.statusCode()).isEqualTo(200);
        return JsonMapper.shared().readTree(json.body());
    }
}
