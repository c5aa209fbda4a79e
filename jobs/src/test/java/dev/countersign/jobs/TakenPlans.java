package dev.countersign.jobs;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.Comparator;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import javax.sql.DataSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** How PostgreSQL went about each statement, as its {@code auto_explain} tells who asked. */
final class TakenPlans {

    private static final JsonMapper JSON = JsonMapper.shared();

    private static final List<String> TELL =
            List.of(
                    "load 'auto_explain'",
                    "set auto_explain.log_min_duration = 0",
                    "set auto_explain.log_analyze = on",
                    "set auto_explain.log_timing = off",
                    "set auto_explain.log_format = 'json'",
                    "set auto_explain.log_level = 'notice'");

    private static final List<String> LEFT_BEHIND =
            List.of("Rows Removed by Filter", "Rows Removed by Join Filter");

    private final Queue<JsonNode> plans = new ConcurrentLinkedQueue<>();

    /**
     * A step of a plan.
     *
     * @param rows that it gave or left behind, all its loops together
     */
    record Step(String statement, String node, double rows) {}

    /** The same data source, whose statements are told of. */
    DataSource told(DataSource real) {
        return Around.proxy(
                DataSource.class,
                real,
                (method, call) ->
                        call.run() instanceof Connection connection
                                ? told(connection)
                                : call.result());
    }

    private Connection told(Connection real) throws SQLException {
        try (Statement statement = real.createStatement()) {
            for (String tell : TELL) {
                statement.execute(tell);
            }
        }
        return Around.proxy(
                Connection.class,
                real,
                (method, call) ->
                        call.run() instanceof Statement statement
                                ? told(statement, method.getReturnType())
                                : call.result());
    }

    private <T> T told(Statement real, Class<T> type) {
        return Around.proxy(
                type,
                type.cast(real),
                (method, call) -> {
                    if (method.getName().equals("close") && !real.isClosed()) {
                        take(real);
                    }
                    return call.run();
                });
    }

    private void take(Statement statement) throws SQLException {
        for (SQLWarning told = statement.getWarnings();
                told != null;
                told = told.getNextWarning()) {
            String said = String.valueOf(told.getMessage());
            int plan = said.indexOf("plan:");
            if (said.startsWith("duration:") && plan >= 0) {
                plans.add(JSON.readTree(said.substring(plan + "plan:".length())));
            }
        }
    }

    /** All steps, those first that went through the most rows. */
    List<Step> steps() {
        return plans.stream()
                .flatMap(plan -> steps(plan.get("Query Text").asString(), plan.get("Plan")))
                .sorted(Comparator.comparingDouble(Step::rows).reversed())
                .toList();
    }

    private static Stream<Step> steps(String statement, JsonNode node) {
        double rows = node.path("Actual Rows").asDouble(0);
        for (String left : LEFT_BEHIND) {
            rows += node.path(left).asDouble(0);
        }
        Step step =
                new Step(
                        statement,
                        node.get("Node Type").asString(),
                        rows * node.path("Actual Loops").asDouble(0));
        return Stream.concat(
                Stream.of(step),
                node.path("Plans").valueStream().flatMap(inner -> steps(statement, inner)));
    }
}
