package dev.countersign.bench.stage;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The two packaged programs of a run.
 *
 * @param bench the benchmark with its peers
 * @param product what is measured, as it is shipped, or as it was prepared
 * @param productJvm options of its JVM: those that the launcher starts it with
 */
public record Jars(Path bench, Path product, List<String> productJvm) {

    /** As {@code lean} in the launcher, which a prepared product starts with. */
    private static final List<String> LEAN =
            List.of(
                    "-XX:+IgnoreUnrecognizedVMOptions",
                    "-XX:+UseCompactObjectHeaders",
                    "-XX:TrimNativeHeapInterval=5000");

    /** As the launcher names them, or where the build leaves them. */
    public static Jars find() {
        Path bench = Path.of(System.getProperty("java.class.path", "")).toAbsolutePath();
        String named = System.getProperty("countersign.jar", "");
        Path product =
                named.isEmpty()
                        ? bench.resolveSibling("../../target/countersign.jar").normalize()
                        : Path.of(named).toAbsolutePath();
        if (!bench.toString().endsWith(".jar") || !Files.isRegularFile(product)) {
            throw new StageFailed(
                    "The benchmark measures the packaged product, and there is no "
                            + product
                            + ": run mvn -q -Pbench -DskipTests package first.");
        }
        String prepared = System.getProperty("countersign.jvm", "");
        return new Jars(bench, product, prepared.isEmpty() ? List.of() : List.of(prepared));
    }

    /**
     * Options of the JVMs of peers and floors: what any JVM can have that a prepared product has.
     */
    public List<String> peerJvm() {
        return productJvm.isEmpty() ? List.of() : LEAN;
    }

    /**
     * Describes the JVM settings that the contestants have in common, and those that only the
     * product has.
     */
    public String jvmSettings() {
        return "every contestant is one of its own, with 1 GB of heap"
                + (productJvm.isEmpty()
                        ? ""
                        : " and, where the JVM has them, compact object headers and a native heap"
                                + " that is trimmed; the product as countersign prepare leaves it,"
                                + " with an AOT cache, a C2 compiler that begins later, and a"
                                + " collector that may take a fifth of the time, keeps at most two"
                                + " fifths of the heap for what is new, and begins to mark at 65 %, which no"
                                + " peer has");
    }
}
