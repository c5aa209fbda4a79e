package dev.countersign.jobs;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.reducing;

import dev.countersign.reconcile.roles.DatabaseRoles;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The plans of the statements of a session, as {@code auto_explain} reports them to it. */
final class MessagesInCutPlans {

    private static final JsonMapper JSON = JsonMapper.shared();

    private static final List<String> TELL =
            List.of(
                    "load 'auto_explain'",
                    "set auto_explain.log_min_duration = 0",
                    "set auto_explain.log_analyze = on",
                    "set auto_explain.log_timing = off",
                    "set auto_explain.log_format = 'json'",
                    "set auto_explain.log_level = 'notice'",
                    "set role " + DatabaseRoles.APPLICATION);

    private static final List<String> LEFT_BEHIND =
            List.of(
                    "Rows Removed by Filter",
                    "Rows Removed by Join Filter",
                    "Rows Removed by Index Recheck");

    private static final int ROWS_TOLD_PER_BLOCK = 10;

    private final Queue<JsonNode> plans = new ConcurrentLinkedQueue<>();

    /**
     * A step of the plan of a statement.
     *
     * @param path of the step: what it is, and what it is within
     * @param rows that it gave or left behind, each time that it was gone through
     */
    record Step(String statement, String path, double rows) {}

    /** The same data source, whose statements are told of. */
    DataSource told(DataSource real) {
        return NightSurroundings.proxy(
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
        return NightSurroundings.proxy(
                Connection.class,
                real,
                (method, call) -> {
                    boolean ends = method.getName().equals("close");
                    if (ends && !real.isClosed()) {
                        takeFrom(real);
                    }
                    Object given = call.run();
                    if (method.getName().equals("commit")) {
                        takeFrom(real);
                    }
                    return given instanceof Statement statement
                            ? told(statement, method.getReturnType())
                            : given;
                });
    }

    /** The last statement of a transaction is reported when the transaction ends. */
    private void takeFrom(Connection real) throws SQLException {
        take(real.getWarnings());
        real.clearWarnings();
    }

    private <T> T told(Statement real, Class<T> type) {
        return NightSurroundings.proxy(
                type,
                type.cast(real),
                (method, call) -> {
                    boolean begins = method.getName().startsWith("execute");
                    boolean ends = method.getName().equals("close");
                    if ((begins || ends) && !real.isClosed()) {
                        take(real.getWarnings());
                        real.clearWarnings();
                    }
                    return call.run();
                });
    }

    private void take(@Nullable SQLWarning first) {
        for (SQLWarning warning = first; warning != null; warning = warning.getNextWarning()) {
            String message = String.valueOf(warning.getMessage());
            int plan = message.indexOf("plan:");
            if (message.startsWith("duration:") && plan >= 0) {
                plans.add(JSON.readTree(message.substring(plan + "plan:".length())));
            }
        }
    }

    /** All steps of all statements, those first that went through the most rows. */
    List<Step> steps() {
        return plans.stream()
                .flatMap(plan -> steps(plan.get("Query Text").asString(), "", plan.get("Plan")))
                .collect(
                        groupingBy(
                                step -> List.of(step.statement(), step.path()),
                                reducing(
                                        (one, again) ->
                                                new Step(
                                                        one.statement(),
                                                        one.path(),
                                                        one.rows() + again.rows()))))
                .values()
                .stream()
                .flatMap(Optional::stream)
                .sorted(Comparator.comparingDouble(Step::rows).reversed())
                .toList();
    }

    private static Stream<Step> steps(String statement, String within, JsonNode node) {
        String path = within + "/" + node.get("Node Type").asString();
        double rows = node.path("Actual Rows").asDouble(0);
        for (String left : LEFT_BEHIND) {
            rows += node.path(left).asDouble(0);
        }
        if (node.get("Node Type").asString().equals("Bitmap Index Scan")) {
            // A summary of blocks tells ten for each block.
            rows /= ROWS_TOLD_PER_BLOCK;
        }
        Step step = new Step(statement, path, rows * node.path("Actual Loops").asDouble(0));
        return Stream.concat(
                Stream.of(step),
                node.path("Plans").valueStream().flatMap(inner -> steps(statement, path, inner)));
    }
}
