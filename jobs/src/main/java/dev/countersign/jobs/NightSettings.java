package dev.countersign.jobs;

import java.nio.file.Path;

/**
 * How a night is cut into pieces.
 *
 * @param workers ranges that are worked on at the same time
 * @param recordsPerRange clearing records that one range of cards has about
 * @param recordsPerChunk clearing records that one database transaction posts about
 * @param reports where reports are kept
 */
public record NightSettings(int workers, int recordsPerRange, int recordsPerChunk, Path reports) {

    public NightSettings {
        if (workers < 1 || recordsPerRange < 1 || recordsPerChunk < 1) {
            throw new IllegalArgumentException("a night is cut into pieces of at least one");
        }
    }

    /** For a machine of two cores. */
    public static NightSettings with(Path reports) {
        return new NightSettings(2, 20_000, 2_000, reports);
    }
}
