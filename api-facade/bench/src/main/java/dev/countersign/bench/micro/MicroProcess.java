package dev.countersign.bench.micro;

import java.util.List;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/**
 * Runs the microbenchmarks in this process, which was started for them alone: what JMH would fork
 * cannot be found inside a packaged jar.
 */
public final class MicroProcess {

    private MicroProcess() {}

    /** Runs them and prints JMH's own table, allocation included. */
    public static void run(List<String> arguments) throws RunnerException {
        var unused =
                new Runner(
                                new OptionsBuilder()
                                        .include(
                                                arguments.isEmpty()
                                                        ? PureParts.class.getName()
                                                        : arguments.getFirst())
                                        .forks(0)
                                        .addProfiler(GCProfiler.class)
                                        .build())
                        .run();
    }
}
