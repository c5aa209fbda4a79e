package dev.countersign.facade.launch;

/**
 * The first class that is loaded. It is compiled for older versions of Java than the rest, so that
 * a version too old for the product is told so in a sentence.
 */
public final class Start {

    private static final int JAVA_MIN = 21;
    private static final String PRODUCT = "dev.countersign.facade.launch.Main";

    private Start() {}

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
        Class.forName(PRODUCT).getMethod("main", String[].class).invoke(null, (Object) arguments);
    }
}
