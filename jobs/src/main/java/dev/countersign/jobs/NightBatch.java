package dev.countersign.jobs;

import dev.countersign.jobs.night.NightLeases;
import dev.countersign.jobs.night.NightStore;
import io.opentelemetry.api.OpenTelemetry;
import java.time.InstantSource;
import java.util.Map;
import javax.sql.DataSource;
import org.springframework.batch.core.configuration.support.MapJobRegistry;
import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.launch.support.TaskExecutorJobOperator;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.repository.support.JdbcJobRepositoryFactoryBean;
import org.springframework.batch.core.step.Step;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.annotation.Isolation;

/**
 * The nightly job in Spring Batch, which keeps its executions in the book's own database.
 *
 * @param ofWorkers the steps whose ranges other processes may take, as one of them does a range
 */
record NightBatch(
        JobRepository repository,
        TaskExecutorJobOperator operator,
        Job job,
        Map<String, Step> ofWorkers) {

    static NightBatch open(
            DataSource dataSource,
            NightLeases leases,
            InstantSource clock,
            NightSettings settings,
            OpenTelemetry telemetry) {
        try {
            JdbcTransactionManager transactions = new JdbcTransactionManager(dataSource);
            JdbcJobRepositoryFactoryBean repositories = new JdbcJobRepositoryFactoryBean();
            repositories.setDataSource(dataSource);
            repositories.setTransactionManager(transactions);
            // Who runs a night is settled by its lease. Nights of both modes at the same moment
            // would be in each other's way where their executions were serialized.
            repositories.setIsolationLevelForCreateEnum(Isolation.READ_COMMITTED);
            repositories.afterPropertiesSet();
            JobRepository repository = repositories.getObject();
            NightlyJob nightly =
                    new NightlyJob(
                            repository,
                            transactions,
                            dataSource,
                            new NightStore(),
                            leases,
                            clock,
                            settings,
                            new NightTraces(telemetry));
            Job job = nightly.job();
            MapJobRegistry registry = new MapJobRegistry();
            registry.register(job);
            TaskExecutorJobOperator operator = new TaskExecutorJobOperator();
            operator.setJobRepository(repository);
            operator.setJobRegistry(registry);
            operator.afterPropertiesSet();
            return new NightBatch(repository, operator, job, nightly.ofWorkers());
        } catch (Exception e) {
            throw new IllegalStateException("the nights cannot be opened", e);
        }
    }
}
