package dev.countersign.facade.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.facade.testkit.TestProduct;
import dev.countersign.reconcile.domain.account.Mode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** The shipped dashboards and alerts name metrics that the product has, and no others. */
class DeployIT {

    private static final Path DEPLOY = Path.of("deploy");
    private static final Path RULES = DEPLOY.resolve("prometheus/countersign.rules.yaml");
    private static final Path DASHBOARD = DEPLOY.resolve("grafana/countersign.json");
    private static final Path RUNBOOKS = DEPLOY.resolve("runbooks");

    /** Said by whoever asks, not by the product. */
    private static final Set<String> OF_PROMETHEUS = Set.of("up");

    private static final Pattern LABELS =
            Pattern.compile(
                    "\\{[^}]*\\}|\\[[^\\]]*\\]|\\b(?:by|on)\\s*\\([^)]*\\)|\\boffset\\s+\\w+");
    private static final Pattern WORD = Pattern.compile("[a-zA-Z_]\\w*(?!\\w*\\s*\\()");
    private static final Set<String> OPERATORS = Set.of("and", "or", "unless");

    private static final TestProduct PRODUCT = TestProduct.running();

    @Test
    void namesOnlyMetricsThatTheProductSays() throws Exception {
        Set<String> said = said();
        Set<String> asked = new TreeSet<>();
        expressions().forEach(expression -> asked.addAll(metrics(expression)));

        assertThat(asked)
                .hasSizeGreaterThan(12)
                .contains("countersign_feed_lag", "countersign_night_due");
        asked.removeAll(OF_PROMETHEUS);
        assertThat(said).containsAll(asked);
    }

    @Test
    void hasAPageForEachAlertAndAnAlertForEachPage() throws IOException {
        List<String> alerts = new ArrayList<>();
        for (JsonNode alert : alerts()) {
            String name = alert.at("/alert").asString();
            alerts.add(name + ".md");
            assertThat(alert.at("/labels/severity").asString()).isIn("page", "ticket");
            assertThat(alert.at("/annotations/summary").asString()).endsWith(".");
            assertThat(alert.at("/annotations/runbook_url").asString())
                    .isEqualTo("runbooks/" + name + ".md");
            assertThat(Files.readString(RUNBOOKS.resolve(name + ".md")))
                    .startsWith("# " + name + "\n")
                    .contains("## Look", "## Do", "## Over when");
        }
        try (Stream<Path> pages = Files.list(RUNBOOKS)) {
            assertThat(pages.map(page -> page.getFileName().toString()))
                    .containsExactlyInAnyOrderElementsOf(alerts);
        }
    }

    @Test
    void findsTheMetricsOfAnExpression() {
        assertThat(
                        metrics(
                                "histogram_quantile(0.99, sum by (le) (rate(a_bucket[5m]))) > 0.5"
                                        + " and max by (mode) (b_open{severity=\"critical\"}) > 0"))
                .containsExactlyInAnyOrder("a_bucket", "b_open");
    }

    // ---- reading

    private static Set<String> metrics(String expression) {
        return WORD.matcher(LABELS.matcher(expression).replaceAll(" "))
                .results()
                .map(MatchResult::group)
                .filter(word -> !OPERATORS.contains(word))
                .collect(Collectors.toSet());
    }

    private static List<JsonNode> alerts() throws IOException {
        List<JsonNode> alerts = new ArrayList<>();
        for (JsonNode group : new YAMLMapper().readTree(Files.readString(RULES)).at("/groups")) {
            group.at("/rules").forEach(alerts::add);
        }
        return alerts;
    }

    private static List<String> expressions() throws IOException {
        List<String> expressions = new ArrayList<>();
        alerts().forEach(alert -> expressions.add(alert.at("/expr").asString()));
        JsonNode dashboard = JsonMapper.shared().readTree(Files.readString(DASHBOARD));
        for (JsonNode panel : dashboard.at("/panels")) {
            panel.at("/targets").forEach(target -> expressions.add(target.at("/expr").asString()));
        }
        return expressions;
    }

    /** Requests count from the first one on. */
    private static Set<String> said() throws Exception {
        PRODUCT.caller(Mode.SANDBOX).get("/programs");
        return PRODUCT.metrics()
                .lines()
                .filter(line -> !line.startsWith("#"))
                .map(line -> line.split("[{ ]", 2)[0])
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
