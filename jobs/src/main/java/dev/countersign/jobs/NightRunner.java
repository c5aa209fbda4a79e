package dev.countersign.jobs;

import dev.countersign.jobs.compare.ProofFailedException;
import dev.countersign.jobs.night.Night;
import dev.countersign.jobs.night.NightLeases;
import dev.countersign.jobs.night.NightState;
import dev.countersign.jobs.night.NightStore;
import dev.countersign.jobs.remote.PartitionNotSentException;
import dev.countersign.reconcile.service.DatabaseOutage;
import dev.countersign.reconcile.store.breaks.BreakStore;
import java.nio.file.FileSystemException;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;
import org.springframework.batch.core.BatchStatus;
import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.job.JobExecution;
import org.springframework.batch.core.job.JobExecutionException;
import org.springframework.batch.core.job.parameters.JobParameters;
import org.springframework.batch.core.job.parameters.JobParametersBuilder;
import org.springframework.batch.core.launch.JobOperator;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.dao.OptimisticLockingFailureException;

/** Has the job run a night, from its beginning or from where it stood, and says how it ended. */
final class NightRunner {

    static final String MODE = "mode";
    private static final String ENDS = "its process ends; another goes on with it";
    private static final String CUT_OFF =
            "the database was away, and a process with the role jobs goes on when it is back: ";
    private static final String UNSENT =
            "there was no way to its workers, and a process with the role jobs tries again: ";
    private static final String ASKED_TO = "it was asked to; 'job restart' goes on with it";

    private final Jdbi jdbi;
    private final NightStore nights;
    private final NightLeases leases;
    private final BreakStore breaks = new BreakStore();
    private final JobOperator operator;
    private final Job job;
    private final InstantSource clock;

    NightRunner(
            Jdbi jdbi,
            NightStore nights,
            NightLeases leases,
            JobOperator operator,
            Job job,
            InstantSource clock) {
        this.jdbi = jdbi;
        this.nights = nights;
        this.leases = leases;
        this.operator = operator;
        this.job = job;
        this.clock = clock;
    }

    /**
     * Runs it until it is complete, stopped or failed, or has to be left to another process.
     *
     * @return why it was left; empty where it came to an end
     */
    Optional<String> toItsEnd(Night night) {
        JobParameters parameters =
                new JobParametersBuilder()
                        .addLong(ChunkTasklet.NIGHT, night.id())
                        .addString(MODE, night.mode().wire(), false)
                        .addString("business_date", night.businessDate().toString(), false)
                        .toJobParameters();
        try {
            return ended(night, operator.start(job, parameters));
        } catch (JobExecutionException e) {
            throw new IllegalStateException("night " + night.id() + " could not be started", e);
        } catch (OptimisticLockingFailureException e) {
            // Who goes on with a night has ended the steps of who lost it.
            requireLease(night);
            throw e;
        }
    }

    private void requireLease(Night night) {
        jdbi.useTransaction(handle -> leases.require(handle, night.mode()));
    }

    /**
     * The last step of a night that is complete has said so. One that is left stays as it is:
     * another process goes on with what nobody runs.
     */
    private Optional<String> ended(Night night, JobExecution execution) {
        BatchStatus status = execution.getStatus();
        if (status == BatchStatus.COMPLETED) {
            return Optional.empty();
        }
        boolean stopped = status == BatchStatus.STOPPED;
        if (stopped && leases.isEnding()) {
            return Optional.of(ENDS);
        }
        Optional<String> cutOff = cutOff(execution);
        if (cutOff.isPresent()) {
            requireLease(night);
            return Optional.of(cutOff.get() + reason(execution));
        }
        NightState state = stopped ? NightState.STOPPED : NightState.FAILED;
        String reason = stopped ? ASKED_TO : reason(execution);
        jdbi.useTransaction(
                handle -> {
                    leases.require(handle, night.mode());
                    nights.ended(handle, night.id(), state, reason, clock.instant());
                    causes(execution)
                            .filter(ProofFailedException.class::isInstance)
                            .map(ProofFailedException.class::cast)
                            .map(failed -> failed.toBreak(night))
                            .forEach(each -> breaks.keep(handle, each, clock.instant()));
                });
        return Optional.empty();
    }

    /** The database was away, or the broker: nothing is wrong with the night. */
    private static Optional<String> cutOff(JobExecution execution) {
        return execution.getAllFailureExceptions().stream()
                .flatMap(failure -> Stream.iterate(failure, Objects::nonNull, Throwable::getCause))
                .map(NightRunner::cutOff)
                .filter(Objects::nonNull)
                .findFirst();
    }

    private static @Nullable String cutOff(Throwable failure) {
        if (failure instanceof PartitionNotSentException) {
            return UNSENT;
        }
        return DatabaseOutage.isIndicatedBy(failure) ? CUT_OFF : null;
    }

    private static @Nullable String reason(JobExecution execution) {
        return causes(execution)
                .map(NightRunner::messageOf)
                .map(message -> message.lines().findFirst().orElse(message))
                .findFirst()
                .orElse(null);
    }

    /** The root causes of a failed run, the one that explains most first. */
    private static Stream<Throwable> causes(JobExecution execution) {
        return execution.getAllFailureExceptions().stream()
                .map(NestedExceptionUtils::getMostSpecificCause)
                .sorted(Comparator.comparingInt(NightRunner::place));
    }

    /** That a step has failed ranges explains nothing: what they failed for does. */
    private static int place(Throwable cause) {
        return switch (cause) {
            case JobExecutionException shared -> Integer.MAX_VALUE;
            case ProofFailedException failed -> failed.place();
            default -> -1;
        };
    }

    /** Says what an operator should know of the root cause of a failure. */
    static String messageOf(Throwable cause) {
        if (cause instanceof FileSystemException file) {
            return FileFailure.sentence(file);
        }
        return cause.getMessage() == null ? cause.toString() : cause.getMessage();
    }
}
