package dev.countersign.reconcile.embedded;

import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The mask of this process for new files, which Java has no word for. A launcher sets it with
 * {@code umask 077}; where nobody did, the C library is asked to, which Java 22 and newer can.
 */
public final class FileMask {

    private static final int OTHERS = 077;
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final String LINE = "Umask:";

    private FileMask() {}

    /**
     * Keeps others from what this process writes from now on, also in libraries that say nothing of
     * permissions.
     *
     * @return false if that cannot be done here: the directory that all of it is in has to be
     *     closed
     */
    public static boolean restrictToOwner() {
        return isSet() || set();
    }

    private static boolean isSet() {
        if (!Files.isReadable(STATUS)) {
            return false;
        }
        try (Stream<String> lines = Files.lines(STATUS)) {
            return lines.filter(line -> line.startsWith(LINE))
                    .map(line -> Integer.parseInt(line.substring(LINE.length()).strip(), 8))
                    .anyMatch(mask -> (mask & OTHERS) == OTHERS);
        } catch (IOException | NumberFormatException e) {
            return false;
        }
    }

    /** By reflection: the language level is older than what is called. */
    private static boolean set() {
        try {
            Class<?> linkerType = foreign("Linker");
            Class<?> descriptorType = foreign("FunctionDescriptor");
            Class<?> layoutType = foreign("MemoryLayout");
            Class<?> optionType = foreign("Linker$Option");
            Object linker = linkerType.getMethod("nativeLinker").invoke(null);
            Object library = linkerType.getMethod("defaultLookup").invoke(linker);
            Optional<?> function =
                    (Optional<?>)
                            foreign("SymbolLookup")
                                    .getMethod("find", String.class)
                                    .invoke(library, "umask");
            if (function.isEmpty()) {
                return false;
            }
            Object number = foreign("ValueLayout").getField("JAVA_INT").get(null);
            Object parameters = Array.newInstance(layoutType, 1);
            Array.set(parameters, 0, number);
            Object descriptor =
                    descriptorType
                            .getMethod("of", layoutType, layoutType.arrayType())
                            .invoke(null, number, parameters);
            Method downcall =
                    linkerType.getMethod(
                            "downcallHandle",
                            foreign("MemorySegment"),
                            descriptorType,
                            optionType.arrayType());
            var umask =
                    (MethodHandle)
                            downcall.invoke(
                                    linker,
                                    function.get(),
                                    descriptor,
                                    Array.newInstance(optionType, 0));
            Object unused = umask.invokeWithArguments(OTHERS);
            return true;
        } catch (ReflectiveOperationException | LinkageError | RuntimeException e) {
            return false; // an older Java, or one that forbids it
        } catch (Throwable e) {
            throw new IllegalStateException("umask takes every number", e);
        }
    }

    private static Class<?> foreign(String name) throws ClassNotFoundException {
        return Class.forName("java.lang.foreign." + name);
    }
}
