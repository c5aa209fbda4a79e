package dev.countersign.facade.launch;

/**
 * The first class that is loaded. It is compiled for older versions of Java than the rest, so that
 * a version too old for the product gets a sentence that says so.
 */
public final class Start {

    private static final int JAVA_MIN = 21;
    private static final String PRODUCT = "dev.countersign.facade.launch.Main";

    /**
     * Requests run on virtual threads, which a carrier runs until they wait. With more carriers
     * than processors, the operating system shares the time between those that compute for long.
     * Before Java 24 a thread that waits for a body keeps its carrier, and others are started.
     */
    private static final String CARRIERS = "jdk.virtualThreadScheduler.parallelism";

    private static final String CARRIERS_MAX = "jdk.virtualThreadScheduler.maxPoolSize";
    private static final String CARRIERS_WHILE_PINNED = "4096";

    private Start() {}

    private static int carriers() {
        return Math.max(16, 2 * Runtime.getRuntime().availableProcessors());
    }

    /** Hands over to the product. */
    public static void main(String[] arguments) throws ReflectiveOperationException {
        int version = Runtime.version().feature();
        if (version < JAVA_MIN) {
            System.err.println(
                    "Countersign needs Java "
                            + JAVA_MIN
                            + " or newer and was started with Java "
                            + version
                            + ": use api-facade/bin/countersign, which looks for one, or set"
                            + " JAVA_HOME.");
            System.exit(1);
        }
        System.getProperties().putIfAbsent(CARRIERS, String.valueOf(carriers()));
        System.getProperties().putIfAbsent(CARRIERS_MAX, CARRIERS_WHILE_PINNED);
        Class.forName(PRODUCT).getMethod("main", String[].class).invoke(null, (Object) arguments);
    }
}
