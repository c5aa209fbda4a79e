package dev.countersign.bench.race;

import dev.countersign.bench.course.Course;
import dev.countersign.bench.report.Figure;
import dev.countersign.bench.report.Line;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jdbi.v3.core.Jdbi;

/** The steps of the newest job of a database, as the framework keeps them. */
final class NightSteps {

    static final String SETTINGS =
            """
            job run nightly, as the launcher starts it: matches, settles, writes lines, ledger, \
            holds, totals, proofs and reports; the rate is that of its settling step, the \
            processor time that of the whole process and night""";

    private static final String STEPS =
            """
            select step_name as step,
                   sum(extract(epoch from end_time - start_time))::double precision as seconds
              from batch_step_execution
             where job_execution_id = (select max(job_execution_id) from batch_job_execution)
               and step_name not like '%:%'
             group by step_name
             order by min(start_time)
            """;

    private NightSteps() {}

    /** Adds a line for each step: the median of what it took in several nights. */
    static void report(Course course, String title, List<Map<String, Double>> nights) {
        for (String step : nights.getFirst().keySet()) {
            List<Double> seconds =
                    nights.stream().map(night -> night.getOrDefault(step, 0.0)).toList();
            course.report().add(Line.of(title + ", steps", step, Figure.median(seconds), "s"));
        }
    }

    /** Seconds that each took, in their order, its ranges within it. */
    static Map<String, Double> seconds(Jdbi jdbi) {
        return jdbi.withHandle(
                handle -> {
                    Map<String, Double> steps = new LinkedHashMap<>();
                    handle.createQuery(STEPS)
                            .map(
                                    (row, context) ->
                                            Map.entry(
                                                    row.getString("step"),
                                                    row.getDouble("seconds")))
                            .forEach(step -> steps.put(step.getKey(), step.getValue()));
                    return steps;
                });
    }
}
