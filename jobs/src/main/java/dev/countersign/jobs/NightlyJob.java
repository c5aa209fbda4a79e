package dev.countersign.jobs;

import dev.countersign.jobs.bank.MatchBank;
import dev.countersign.jobs.compare.Compare;
import dev.countersign.jobs.compare.Prove;
import dev.countersign.jobs.dispute.OpenDisputes;
import dev.countersign.jobs.dispute.PostDisputes;
import dev.countersign.jobs.expire.ExpireHolds;
import dev.countersign.jobs.file.CheckFiles;
import dev.countersign.jobs.freeze.Freeze;
import dev.countersign.jobs.funds.FundsBelowZero;
import dev.countersign.jobs.fx.Revalue;
import dev.countersign.jobs.night.Chunk;
import dev.countersign.jobs.night.ChunkPermit;
import dev.countersign.jobs.night.Night;
import dev.countersign.jobs.night.NightLeases;
import dev.countersign.jobs.night.NightStore;
import dev.countersign.jobs.night.Range;
import dev.countersign.jobs.night.Ranges;
import dev.countersign.jobs.rate.CheckInterchange;
import dev.countersign.jobs.remote.PartitionPermit;
import dev.countersign.jobs.remote.PartitionTasklet;
import dev.countersign.jobs.remote.ReleasedPartitions;
import dev.countersign.jobs.remote.RemotePartitions;
import dev.countersign.jobs.report.Reports;
import dev.countersign.jobs.settle.Settle;
import dev.countersign.jobs.suspense.RequeueIdentified;
import dev.countersign.jobs.totals.Totals;
import dev.countersign.reconcile.domain.clearing.ClearingPolicy;
import dev.countersign.reconcile.service.JdbiSetup;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Function;
import javax.sql.DataSource;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;
import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.job.JobExecution;
import org.springframework.batch.core.job.builder.JobBuilder;
import org.springframework.batch.core.listener.JobExecutionListener;
import org.springframework.batch.core.partition.Partitioner;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.scope.context.StepSynchronizationManager;
import org.springframework.batch.core.step.Step;
import org.springframework.batch.core.step.builder.StepBuilder;
import org.springframework.batch.infrastructure.item.ExecutionContext;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.interceptor.DefaultTransactionAttribute;

/**
 * The night, from the first step to the last: the table of contents of this module. Each step is
 * made of chunks; a chunk is one database transaction that Spring Batch opens, and in which it
 * keeps where the step stands.
 */
final class NightlyJob {

    static final String NAME = "nightly";

    private final JobRepository repository;
    private final PlatformTransactionManager transactions;
    private final Jdbi jdbi;
    private final NightStore nights;
    private final NightLeases leases;
    private final InstantSource clock;
    private final NightSettings settings;
    private final NightLog log = new NightLog();
    private final NightTraces traces;
    private final NightPace pace;
    private final Map<String, Function<ChunkPermit, Chunk>> distributed = new LinkedHashMap<>();

    NightlyJob(
            JobRepository repository,
            PlatformTransactionManager transactions,
            DataSource dataSource,
            NightStore nights,
            NightLeases leases,
            InstantSource clock,
            NightSettings settings,
            NightTraces traces) {
        this.repository = repository;
        this.transactions = transactions;
        this.jdbi = JdbiSetup.over(new TransactionAwareDataSourceProxy(dataSource));
        this.nights = nights;
        this.leases = leases;
        this.clock = clock;
        this.settings = settings;
        this.traces = traces;
        this.pace = new NightPace(clock);
    }

    Job job() {
        Ranges settleRanges =
                new Ranges(
                        "night_work",
                        "lineage_id",
                        settings.recordsPerRange(),
                        settings.rangesAtOnce());
        ClearingPolicy policy = settings.clearing();
        Totals totals = new Totals(settings.rangesAtOnce());
        return new JobBuilder(NAME, repository)
                .listener(traces)
                .listener(log)
                .listener(new Announcement())
                .start(inOneSnapshot("freeze", new Freeze(clock, policy)))
                .next(step("files", new CheckFiles()))
                .next(step("identified", new RequeueIdentified()))
                .next(
                        partitioned(
                                "settle",
                                permit -> new Settle(policy, settings.recordsPerChunk()),
                                settleRanges::of))
                .next(step("expire", new ExpireHolds(policy)))
                .next(partitioned("totals", permit -> totals, totals::ranges))
                .next(step("compare", new Compare(policy)))
                .next(step("rates", new CheckInterchange(policy.interchangeToleranceMinor())))
                .next(step("bank", new MatchBank()))
                .next(step("disputes", new OpenDisputes(settings.disputes())))
                .next(step("dispute-money", new PostDisputes(settings.disputeMoney())))
                .next(step("revalue", new Revalue()))
                .next(step("funds", new FundsBelowZero()))
                .next(shared("prove", anew("prove", new Prove()), Prove.SHARES))
                .next(partitioned("reports", this::reports, Reports::ranges))
                .next(step("close", this::close))
                .build();
    }

    /** Says which execution runs the night, before its first step. */
    private final class Announcement implements JobExecutionListener {

        @Override
        public void beforeJob(JobExecution execution) {
            Long night = execution.getJobParameters().getLong(ChunkTasklet.NIGHT);
            if (night != null) {
                jdbi.useTransaction(
                        handle -> {
                            leases.require(handle, nights.load(handle, night).mode());
                            nights.running(handle, night, execution.getId());
                        });
            }
        }
    }

    /** The last step: the date is done. */
    private Chunk.ChunkResult close(
            Handle handle, Night night, Range range, @Nullable String after) {
        nights.complete(handle, night.id(), clock.instant());
        return Chunk.ChunkResult.finished(0, 1);
    }

    private StepBuilder step(String name) {
        return new StepBuilder(name, repository).listener(traces).listener(log);
    }

    private Step step(String name, Chunk chunk) {
        return step(name)
                .tasklet(new ChunkTasklet(jdbi, nights, leases, pace, chunk), transactions)
                .build();
    }

    private Step inOneSnapshot(String name, Chunk chunk) {
        DefaultTransactionAttribute oneSnapshot = new DefaultTransactionAttribute();
        oneSnapshot.setIsolationLevel(TransactionDefinition.ISOLATION_REPEATABLE_READ);
        return step(name)
                .tasklet(new ChunkTasklet(jdbi, nights, leases, pace, chunk), transactions)
                .transactionAttribute(oneSnapshot)
                .build();
    }

    /**
     * A worker's step that a restart begins anew, though it was complete: what it saw may differ.
     */
    private Step anew(String name, Chunk chunk) {
        return step(name)
                .tasklet(new ChunkTasklet(jdbi, nights, leases, pace, chunk), transactions)
                .allowStartIfComplete(true)
                .build();
    }

    private Chunk reports(ChunkPermit permit) {
        return new Reports(settings.reports(), permit);
    }

    /**
     * A step that is shared out among workers in ranges that do not overlap.
     *
     * @param chunk what is done in a range, with the right of who does it
     */
    private Step partitioned(
            String name,
            Function<ChunkPermit, Chunk> chunk,
            BiFunction<Handle, Night, List<Range>> ranges) {
        distributed.put(name, chunk);
        if (!settings.remote().isAny()) {
            return shared(name, step(name, chunk.apply(leases)), partitioner(ranges));
        }
        return step(name)
                .partitioner(name, partitioner(ranges))
                .partitionHandler(
                        new RemotePartitions(jdbi, repository, leases, settings.remote().sender())
                                .of(name))
                .aggregator(RemotePartitions.sums())
                .build();
    }

    /** A step whose work has names and is shared out among threads of this process alone. */
    private Step shared(String name, Step worker, List<List<String>> shares) {
        List<Range> ranges = shares.stream().map(Range::of).toList();
        return shared(name, worker, gridSize -> partitions(ranges));
    }

    private Step shared(String name, Step worker, Partitioner ranges) {
        SimpleAsyncTaskExecutor workers = new SimpleAsyncTaskExecutor(name + "-");
        workers.setDaemon(true);
        workers.setConcurrencyLimit(settings.workers());
        return step(name)
                .partitioner(name, ranges)
                .step(worker)
                .gridSize(settings.workers())
                .taskExecutor(workers)
                .build();
    }

    /**
     * The steps whose ranges other processes may take, as one of them does a range, by their name.
     */
    Map<String, Step> ofWorkers() {
        JobRepository untold = ReleasedPartitions.withoutReleased(repository);
        PartitionPermit permit = new PartitionPermit();
        Map<String, Step> steps = new HashMap<>();
        distributed.forEach(
                (name, chunk) ->
                        steps.put(
                                name,
                                new StepBuilder(name, untold)
                                        .listener(traces)
                                        .listener(log)
                                        .tasklet(
                                                new PartitionTasklet(
                                                        new ChunkTasklet(
                                                                jdbi,
                                                                nights,
                                                                permit,
                                                                pace,
                                                                chunk.apply(permit)),
                                                        leases,
                                                        NightRunner::messageOf),
                                                transactions)
                                        .build()));
        return steps;
    }

    /**
     * Cuts the keys of the work that is left into ranges. A restart cuts anew: what was finished is
     * not cut again, and the rest may be cut otherwise. A range is known by its keys: Spring Batch
     * goes on with one of the same name where it stood, and skips one that is complete.
     */
    private Partitioner partitioner(BiFunction<Handle, Night, List<Range>> ranges) {
        return gridSize -> {
            long night =
                    ChunkTasklet.night(
                            Objects.requireNonNull(StepSynchronizationManager.getContext())
                                    .getStepExecution());
            return partitions(
                    jdbi.withHandle(handle -> ranges.apply(handle, nights.load(handle, night))));
        };
    }

    private static Map<String, ExecutionContext> partitions(List<Range> ranges) {
        Map<String, ExecutionContext> partitions = new HashMap<>();
        ranges.forEach(range -> partitions.put(range.name(), new ExecutionContext()));
        return partitions;
    }
}
