package dev.countersign.bench.micro;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.runner.NoBenchmarksException;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/**
 * Runs the microbenchmarks in this process, which was started for them alone: what JMH would fork
 * cannot be found inside a packaged jar.
 */
public final class MicroProcess {

    private static final int USAGE_ERROR = 2;

    private MicroProcess() {}

    /**
     * Runs them and prints JMH's own table, allocation included.
     *
     * @param arguments empty for all of them, or a part of the names of those that are wanted
     */
    public static void run(List<String> arguments) throws RunnerException {
        if (arguments.size() > 1) {
            refuse("'bench micro' takes one NAME and no options, not " + arguments);
        }
        String wanted = arguments.isEmpty() ? PureParts.class.getName() : arguments.getFirst();
        try {
            var unused =
                    new Runner(
                                    new OptionsBuilder()
                                            .include(Pattern.quote(wanted))
                                            .forks(0)
                                            .addProfiler(GCProfiler.class)
                                            .build())
                            .run();
        } catch (NoBenchmarksException e) {
            refuse("No microbenchmark has '%s' in its name".formatted(wanted));
        }
    }

    private static void refuse(String why) {
        System.err.printf("%s: there are %s. 'bench micro' runs all of them.%n", why, names());
        System.exit(USAGE_ERROR);
    }

    private static String names() {
        return Arrays.stream(PureParts.class.getDeclaredMethods())
                .filter(method -> method.isAnnotationPresent(Benchmark.class))
                .map(Method::getName)
                .sorted()
                .collect(Collectors.joining(", "));
    }
}
