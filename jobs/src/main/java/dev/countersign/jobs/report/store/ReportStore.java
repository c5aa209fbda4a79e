package dev.countersign.jobs.report.store;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;

/**
 * The place where issued reports are kept. A file has a key, such as {@code
 * live/2026-11-20/funds.v1.csv}, and is there whole or not at all.
 */
public interface ReportStore {

    /**
     * Begins a file, for its writer alone. What earlier writers left of it is gone: one that died,
     * and one that stood still and puts it nowhere any more.
     *
     * @param writer number of its writer; that of a later one is higher
     * @return where it is written to
     */
    Path begin(String key, long writer) throws IOException;

    /** Puts a file that was begun and written to its end in its place, under any key. */
    void put(Path begun, String key) throws IOException;

    /** Tells whether a file is there. */
    boolean holds(String key) throws IOException;

    /**
     * Opens a file.
     *
     * @throws java.nio.file.NoSuchFileException when it is not there
     */
    InputStream open(String key) throws IOException;

    /** The place of a file, for people who look for it. */
    String place(String key);
}
