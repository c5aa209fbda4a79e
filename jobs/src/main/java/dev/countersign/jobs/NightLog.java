package dev.countersign.jobs;

import dev.countersign.jobs.remote.PartitionReleasedException;
import dev.countersign.reconcile.service.FatalErrors;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;
import org.slf4j.event.Level;
import org.springframework.batch.core.ExitStatus;
import org.springframework.batch.core.job.JobExecution;
import org.springframework.batch.core.job.JobExecutionException;
import org.springframework.batch.core.job.parameters.JobParameters;
import org.springframework.batch.core.listener.JobExecutionListener;
import org.springframework.batch.core.listener.StepExecutionListener;
import org.springframework.batch.core.step.StepExecution;
import org.springframework.core.NestedExceptionUtils;

/**
 * A line for each step of a night, and whatever is logged while a night runs says of which run,
 * date and step it is.
 */
final class NightLog implements JobExecutionListener, StepExecutionListener {

    private static final Logger log = LoggerFactory.getLogger(NightLog.class);
    private static final String RUN = "run_id";
    private static final String DATE = "business_date";
    private static final String MODE = "mode";
    private static final String STEP = "step";

    private final Map<Long, Long> begunNanos = new ConcurrentHashMap<>();

    @Override
    public void beforeJob(JobExecution execution) {
        name(execution.getJobParameters());
        log.info("night begins");
    }

    @Override
    public void afterJob(JobExecution execution) {
        log.info(
                "night ends: status={} ms={}",
                execution.getStatus(),
                millis(execution.getStartTime(), execution.getEndTime()));
        forget();
    }

    /** A worker of a step has a thread of its own. */
    @Override
    public void beforeStep(StepExecution step) {
        name(step.getJobParameters());
        MDC.put(STEP, step.getStepName());
        begunNanos.put(step.getId(), System.nanoTime());
    }

    @Override
    public @Nullable ExitStatus afterStep(StepExecution step) {
        Long begun = begunNanos.remove(step.getId());
        boolean ofOneRange = step.getStepName().contains(":");
        log.atLevel(ofOneRange ? Level.DEBUG : Level.INFO)
                .log(
                        "step ends: status={} read={} written={} skipped={} ms={}",
                        step.getStatus(),
                        step.getReadCount(),
                        step.getWriteCount(),
                        step.getFilterCount(),
                        begun == null ? 0 : (System.nanoTime() - begun) / 1_000_000);
        step.getFailureExceptions().forEach(NightLog::logFailure);
        MDC.remove(STEP);
        if (ofOneRange) {
            forget();
        }
        return null;
    }

    /**
     * Logs a failure. If the database has gone, or a disk is full, there is nothing to look for in
     * the program. The pool's report of a lost session has no state.
     */
    private static void logFailure(Throwable failure) {
        Throwable root = NestedExceptionUtils.getMostSpecificCause(failure);
        if (root instanceof VirtualMachineError || root instanceof LinkageError) {
            Error unused = FatalErrors.escalate((Error) root);
        }
        if (root instanceof JobExecutionException || root instanceof PartitionReleasedException) {
            return; // an operator asked for it, the process ends, or a range of the step said why
        }
        boolean unreachable =
                root instanceof IOException
                        || (root instanceof SQLException sql
                                && (sql.getSQLState() == null
                                        || sql.getSQLState().startsWith("08")));
        if (unreachable) {
            log.warn("step failed: {}", root.getMessage());
        } else {
            log.warn("step failed", failure);
        }
    }

    private static void name(JobParameters parameters) {
        MDC.put(RUN, String.valueOf(parameters.getLong(ChunkTasklet.NIGHT)));
        MDC.put(DATE, parameters.getString("business_date"));
        MDC.put(MODE, parameters.getString(NightRunner.MODE));
    }

    private static void forget() {
        MDC.remove(RUN);
        MDC.remove(DATE);
        MDC.remove(MODE);
    }

    private static long millis(@Nullable LocalDateTime from, @Nullable LocalDateTime to) {
        return from == null || to == null ? 0 : Duration.between(from, to).toMillis();
    }
}
