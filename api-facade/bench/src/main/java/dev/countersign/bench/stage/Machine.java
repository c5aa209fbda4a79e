package dev.countersign.bench.stage;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.kafka.common.utils.AppInfoParser;

/** Description, in sentences, of where and with what a run was made. */
public final class Machine {

    private static final long GIB = 1L << 30;

    private Machine() {}

    /**
     * Describes what a reader has to know to compare, before anything runs.
     *
     * @param directory where the servers write
     */
    public static List<String> description(Path directory) {
        return List.of(
                String.format(
                        Locale.ROOT,
                        "machine: %s, %d processors, %s, %s",
                        processor(),
                        Runtime.getRuntime().availableProcessors(),
                        memory(),
                        System.getProperty("os.name") + " " + System.getProperty("os.version")),
                String.format(
                        Locale.ROOT,
                        "load of the minute before the run: %.1f (a busy machine makes rates worthless; ratios hold better)",
                        ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage()),
                "disk: %s".formatted(disk(directory)),
                "java: %s %s"
                        .formatted(
                                System.getProperty("java.vm.name"),
                                System.getProperty("java.runtime.version")),
                "kafka: "
                        + AppInfoParser.getVersion()
                        + ", one node, flushed as by default but where told");
    }

    /** The same with what only the servers know. */
    public static List<String> with(List<String> before, String postgres, boolean cpuKnown) {
        List<String> all = new ArrayList<>(before);
        all.add("postgres: " + postgres);
        if (!cpuKnown) {
            all.add("processor time: not told on this system");
        }
        return all;
    }

    private static String processor() {
        try {
            return Files.readAllLines(Path.of("/proc/cpuinfo")).stream()
                    .filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse(System.getProperty("os.arch"));
        } catch (IOException e) {
            return System.getProperty("os.arch");
        }
    }

    private static String memory() {
        return ManagementFactory.getOperatingSystemMXBean()
                        instanceof com.sun.management.OperatingSystemMXBean system
                ? String.format(
                        Locale.ROOT,
                        "%d GiB",
                        Math.round((double) system.getTotalMemorySize() / GIB))
                : "memory unknown";
    }

    private static String disk(Path directory) {
        try {
            FileStore store = Files.getFileStore(directory);
            return String.format(
                    Locale.ROOT, "%s, %d GiB free", store.type(), store.getUsableSpace() / GIB);
        } catch (IOException e) {
            return "unknown";
        }
    }
}
