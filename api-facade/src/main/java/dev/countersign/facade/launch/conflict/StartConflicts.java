package dev.countersign.facade.launch.conflict;

import dev.countersign.facade.local.DataDirectory;
import dev.countersign.reconcile.embedded.DirectoryLock;
import dev.countersign.reconcile.embedded.StartupRefusedException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Finds what a start would collide with. */
public final class StartConflicts {

    private static final String AND = " and ";

    private StartConflicts() {}

    /**
     * Refuses a start that cannot have what it asks for, with a line that can.
     *
     * @param ports that it listens on
     * @param owned directories that it has to have for itself
     * @param line that it was started with
     * @throws StartupRefusedException with all that is in the way
     */
    public static void refuse(
            List<ListeningPort> ports, DataDirectory directory, Set<Path> owned, StartLine line) {
        List<ListeningPort> taken = ports.stream().filter(ListeningPort::isTaken).toList();
        boolean inUse = owned.stream().anyMatch(DirectoryLock::isHeld);
        if (taken.isEmpty() && !inUse) {
            return;
        }
        StartLine other = line.with(freePorts(ports, inUse ? ports : taken));
        if (inUse) {
            // A product that works there listens on the same ports, or is about to.
            other = other.in(anotherDirectory(directory.path(), owned));
        }
        throw new StartupRefusedException(
                (inUse ? inUse(directory) : "")
                        + (taken.isEmpty() ? "" : taken(taken))
                        + (inUse ? "Stop that process" : "Stop what listens there")
                        + ", or start beside it with:\n  "
                        + other.text());
    }

    private static String inUse(DataDirectory directory) {
        return "The data directory " + directory.path() + " is in use by another process. ";
    }

    private static String taken(List<ListeningPort> taken) {
        String ports =
                taken.stream()
                        .map(port -> port.number() + " (" + port.purpose() + ")")
                        .collect(Collectors.joining(", "));
        int last = ports.lastIndexOf(", ");
        return taken.size() == 1
                ? "Port " + ports + " is taken. "
                : "Ports "
                        + ports.substring(0, last)
                        + AND
                        + ports.substring(last + 2)
                        + " are taken. ";
    }

    private static Map<String, Integer> freePorts(
            List<ListeningPort> ports, List<ListeningPort> replaced) {
        Set<Integer> others =
                ports.stream()
                        .map(ListeningPort::number)
                        .collect(Collectors.toCollection(HashSet::new));
        Map<String, Integer> free = new LinkedHashMap<>();
        for (ListeningPort port : replaced) {
            if (port.number() == 0) {
                continue;
            }
            int next = port.nextFree(others);
            others.add(next);
            free.put(port.setting(), next);
        }
        return free;
    }

    /** The first of {@code NAME-2}, {@code NAME-3} that nobody works in. */
    private static Path anotherDirectory(Path used, Set<Path> owned) {
        int number = 2;
        while (isInUse(used, numbered(used, number), owned)) {
            number++;
        }
        return numbered(used, number);
    }

    private static boolean isInUse(Path used, Path other, Set<Path> owned) {
        return owned.stream()
                .map(each -> other.resolve(used.relativize(each)))
                .anyMatch(DirectoryLock::isHeld);
    }

    private static Path numbered(Path path, int number) {
        return path.resolveSibling(path.getFileName() + "-" + number);
    }
}
