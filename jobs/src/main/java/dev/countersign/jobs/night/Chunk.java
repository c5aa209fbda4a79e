package dev.countersign.jobs.night;

import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** The next chunk of a step's work. It runs in one database transaction with its progress. */
@FunctionalInterface
public interface Chunk {

    /**
     * Takes what no other night may hold meanwhile, before anything is read: what is read
     * afterwards is read as it is once the others are done.
     */
    default void takeTurn(Handle handle) {}

    /**
     * Does the next chunk.
     *
     * @param after where the chunk before ended, null at the beginning
     * @throws ChunkConflictException when the stream changed a row meanwhile; the chunk is then
     *     tried again
     */
    ChunkResult next(Handle handle, Night night, Range range, @Nullable String after);

    /**
     * The result of a chunk.
     *
     * @param position where the next begins; null when nothing is left
     * @param read rows looked at
     * @param written rows that changed something
     * @param skipped rows that had to stay as they are
     */
    record ChunkResult(@Nullable String position, long read, long written, long skipped) {

        /** The last chunk. */
        public static ChunkResult finished(long read, long written) {
            return new ChunkResult(null, read, written, 0);
        }
    }

    /** Another writer changed what this chunk had read. */
    final class ChunkConflictException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        public ChunkConflictException(String what) {
            super(what);
        }
    }
}
