package dev.countersign.jobs;

import dev.countersign.jobs.night.Chunk;
import dev.countersign.jobs.night.ChunkPermit;
import dev.countersign.jobs.night.Night;
import dev.countersign.jobs.night.NightStore;
import dev.countersign.jobs.night.Range;
import dev.countersign.reconcile.store.feed.FeedLock;
import dev.countersign.reconcile.store.funding.FundingMovementStore;
import java.sql.SQLException;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.JdbiException;
import org.jspecify.annotations.Nullable;
import org.springframework.batch.core.scope.context.ChunkContext;
import org.springframework.batch.core.step.StepContribution;
import org.springframework.batch.core.step.StepExecution;
import org.springframework.batch.core.step.tasklet.Tasklet;
import org.springframework.batch.infrastructure.item.ExecutionContext;
import org.springframework.batch.infrastructure.repeat.RepeatStatus;

/**
 * Runs the chunks of a step, each in the transaction that Spring Batch opened for it, so that what
 * it did and where it stands are written together. Where the stream was faster with a row, the
 * chunk is undone to its beginning and tried again on what is there now.
 */
final class ChunkTasklet implements Tasklet {

    static final String NIGHT = "night";
    private static final String POSITION = "position";
    private static final char BEFORE_RANGE = ':';
    private static final int TRIES_MAX = 20;
    private static final String BEGINNING = "chunk";

    private static final String DEADLOCK = "40P01";
    private static final String LOCK_NOT_AVAILABLE = "55P03";

    /**
     * Settings for a chunk: what it sorts and joins stays in memory, and no statement is worth
     * compiling. A process that stops in the middle of it loses its session, and what it locked.
     */
    private static final String SETTINGS =
            """
            set local work_mem = '64MB';
            set local jit = off;
            set local idle_in_transaction_session_timeout = '15s'
            """;

    private final Jdbi jdbi;
    private final NightStore nights;
    private final ChunkPermit right;
    private final NightPace pace;
    private final Chunk chunk;
    private final FundingMovementStore funding = new FundingMovementStore();

    ChunkTasklet(Jdbi jdbi, NightStore nights, ChunkPermit right, NightPace pace, Chunk chunk) {
        this.jdbi = jdbi;
        this.nights = nights;
        this.right = right;
        this.pace = pace;
        this.chunk = chunk;
    }

    @Override
    public RepeatStatus execute(StepContribution contribution, ChunkContext context) {
        return pace.inTurn(() -> next(contribution));
    }

    private RepeatStatus next(StepContribution contribution) {
        StepExecution step = contribution.getStepExecution();
        if (right.isEnding()) {
            step.setTerminateOnly();
            return RepeatStatus.CONTINUABLE;
        }
        ExecutionContext memory = step.getExecutionContext();
        long id = night(step);
        Range range = range(step.getStepName());
        String after = memory.containsKey(POSITION) ? memory.getString(POSITION) : null;
        Chunk.ChunkResult done = jdbi.withHandle(handle -> next(handle, id, range, after));
        for (long i = 0; i < done.read(); i++) {
            contribution.incrementReadCount();
        }
        contribution.incrementWriteCount(done.written());
        contribution.incrementFilterCount(done.skipped());
        if (done.position() == null) {
            return RepeatStatus.FINISHED;
        }
        memory.putString(POSITION, done.position());
        return RepeatStatus.CONTINUABLE;
    }

    private Chunk.ChunkResult next(Handle handle, long id, Range range, @Nullable String after) {
        chunk.takeTurn(handle);
        handle.execute(SETTINGS);
        Night night = nights.load(handle, id);
        right.require(handle, night.mode());
        pace.look(handle);
        for (int tries = 1; ; tries++) {
            handle.savepoint(BEGINNING);
            try {
                Chunk.ChunkResult done = chunk.next(handle, night, range, after);
                funding.apply(handle);
                handle.releaseSavepoint(BEGINNING);
                return done;
            } catch (Chunk.ChunkConflictException | JdbiException e) {
                if (tries == TRIES_MAX || !worthAnotherTry(e)) {
                    throw e;
                }
                handle.rollbackToSavepoint(BEGINNING);
                if (is(LOCK_NOT_AVAILABLE, e)) {
                    // Whatever keeps the stream so busy: at its beginning a chunk can wait for it.
                    FeedLock.exclusive(handle);
                }
            }
        }
    }

    private static boolean worthAnotherTry(RuntimeException e) {
        return e instanceof Chunk.ChunkConflictException
                || is(DEADLOCK, e)
                || is(LOCK_NOT_AVAILABLE, e);
    }

    private static boolean is(String state, RuntimeException e) {
        return e.getCause() instanceof SQLException cause && state.equals(cause.getSQLState());
    }

    static long night(StepExecution step) {
        Long id = step.getJobParameters().getLong(NIGHT);
        if (id == null) {
            throw new IllegalStateException("the job runs no night");
        }
        return id;
    }

    /**
     * A worker goes by the name of its step: Spring Batch writes what partitions remember after the
     * partitions themselves, and one whose process died in between remembers nothing.
     */
    private static Range range(String step) {
        int before = step.indexOf(BEFORE_RANGE);
        return before < 0 ? Range.ALL : Range.named(step.substring(before + 1));
    }
}
