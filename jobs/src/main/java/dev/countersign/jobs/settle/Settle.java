package dev.countersign.jobs.settle;

import dev.countersign.jobs.night.Chunk;
import dev.countersign.jobs.night.Night;
import dev.countersign.jobs.night.Range;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** x. */
public final class Settle implements Chunk {
    private final int recordsPerChunk;

    public Settle(int recordsPerChunk) {
        this.recordsPerChunk = recordsPerChunk;
    }

    @Override
    public Done next(Handle handle, Night night, Range range, @Nullable String after) {
        return Done.finished(recordsPerChunk, 0);
    }
}
