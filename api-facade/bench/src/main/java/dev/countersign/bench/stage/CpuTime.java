package dev.countersign.bench.stage;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Processor time that a process has taken so far, as Linux counts it: user and system time, in
 * hundredths of a second. On other systems every value is NaN, and the report says so.
 */
public final class CpuTime {

    private static final Path PROC = Path.of("/proc");
    private static final double NANOS_PER_TICK = 1e7;
    private static final int PARENT = 1;
    private static final int USER = 11;
    private static final int SYSTEM = 12;
    private static final int CHILDREN_USER = 13;
    private static final int CHILDREN_SYSTEM = 14;
    private static final Pattern RESIDENT = Pattern.compile("VmRSS:\\s+(\\d+) kB");

    private CpuTime() {}

    /** True where it can be told. */
    public static boolean known() {
        return Files.isReadable(PROC.resolve("self/stat"));
    }

    /** Of one process, in nanoseconds; 0 once it is gone. */
    public static double ofProcess(long pid) {
        return known() ? ticks(pid, USER, SYSTEM) * NANOS_PER_TICK : Double.NaN;
    }

    /**
     * Of a process and of those it started, ended ones too, in nanoseconds. Linux adds the time of
     * one that ends to its parent's: where one ended while they were looked at, they are looked at
     * again, or it would count twice or not at all.
     */
    public static double ofFamily(long pid) {
        if (!known()) {
            return Double.NaN;
        }
        long ended;
        long all;
        do {
            ended = ticks(pid, CHILDREN_USER, CHILDREN_SYSTEM);
            all = ticks(pid, USER, SYSTEM) + ended + ofLivingChildren(pid);
        } while (ended != ticks(pid, CHILDREN_USER, CHILDREN_SYSTEM));
        return all * NANOS_PER_TICK;
    }

    private static long ofLivingChildren(long pid) {
        String parent = Long.toString(pid);
        long ticks = 0;
        try (DirectoryStream<Path> all = Files.newDirectoryStream(PROC, "[0-9]*")) {
            for (Path each : all) {
                String[] other = fields(Long.parseLong(each.getFileName().toString()));
                if (other.length > 0 && other[PARENT].equals(parent)) {
                    ticks += sum(other, USER, SYSTEM);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("processes cannot be listed", e);
        }
        return ticks;
    }

    /** Memory of a process that is resident, in bytes. */
    public static double residentBytes(long pid) {
        try {
            Matcher found =
                    RESIDENT.matcher(
                            Files.readString(PROC.resolve(Long.toString(pid)).resolve("status")));
            return found.find() ? Long.parseLong(found.group(1)) * 1_024.0 : Double.NaN;
        } catch (IOException e) {
            return Double.NaN;
        }
    }

    private static long ticks(long pid, int... which) {
        String[] fields = fields(pid);
        return fields.length == 0 ? 0 : sum(fields, which);
    }

    private static long sum(String[] fields, int... which) {
        long sum = 0;
        for (int field : which) {
            sum += Long.parseLong(fields[field]);
        }
        return sum;
    }

    /**
     * Returns the fields that follow the name, which may hold anything; empty when the process is
     * gone.
     */
    private static String[] fields(long pid) {
        try {
            String stat = Files.readString(PROC.resolve(Long.toString(pid)).resolve("stat"));
            return stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
        } catch (IOException e) {
            return new String[0];
        }
    }
}
