package dev.countersign.bench.stage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The two packaged programs of a run.
 *
 * @param bench the benchmark with its peers
 * @param product what is measured, as it is shipped, or as it was prepared
 * @param productJvm options of its JVM: those that the launcher starts it with
 * @param streamJvm options beside them where it decides a stream
 */
public record Jars(Path bench, Path product, List<String> productJvm, List<String> streamJvm) {

    /** The option that only the product has: the cache of its own classes. */
    private static final String CACHE = "-XX:AOTCache=";

    private static final String INGEST = "--roles=ingest";

    /** As the launcher names them, or where the build leaves them. */
    public static Jars find() {
        Path bench = Path.of(System.getProperty("java.class.path", "")).toAbsolutePath();
        String named = System.getProperty("countersign.jar", "");
        Path product =
                named.isEmpty()
                        ? bench.resolveSibling("../../target/countersign.jar").normalize()
                        : Path.of(named).toAbsolutePath();
        if (!bench.toString().endsWith(".jar") || !Files.isRegularFile(product)) {
            throw new StageFailure(
                    "The benchmark measures the packaged product, and there is no "
                            + product
                            + ": run mvn -q -Pbench -DskipTests package first.");
        }
        String prepared = System.getProperty("countersign.jvm", "");
        String stream = System.getProperty("countersign.jvm.stream", "");
        return new Jars(
                bench,
                product,
                prepared.isEmpty() ? List.of() : List.of(prepared),
                stream.isEmpty() ? List.of() : List.of(stream));
    }

    /** Options of the product's JVM where it is started with these arguments. */
    List<String> productJvm(List<String> arguments) {
        List<String> options = new ArrayList<>(productJvm);
        if (arguments.contains(INGEST)) {
            options.addAll(streamJvm);
        }
        return options;
    }

    /** Tells whether the product was prepared. */
    boolean prepared() {
        return !productJvm.isEmpty();
    }

    /** Options of the JVMs of peers and floors: the collector and the headers of the product. */
    List<String> peerJvm() {
        if (!prepared()) {
            return List.of();
        }
        try {
            return Files.readAllLines(Path.of(productJvm.getFirst().substring(1))).stream()
                    .map(option -> option.replace("\"", ""))
                    .filter(option -> !option.startsWith(CACHE))
                    .toList();
        } catch (IOException e) {
            throw new StageFailure("the options of the prepared product cannot be read", e);
        }
    }

    /**
     * Describes the JVM settings that the contestants have in common, and those that only the
     * product has.
     */
    public String jvmSettings() {
        return "every contestant is one of its own, with 1 GB of heap, Kafka Streams with what it needs"
                + (prepared()
                        ? "; all laid out as countersign prepare leaves the product, with an AOT"
                                + " cache and its collector and headers; only the product's stream has"
                                + " a C2 compiler that begins later"
                        : "; nothing was prepared, so all are slow at first");
    }
}
