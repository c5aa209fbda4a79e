package dev.countersign.bench.peer;

import dev.countersign.bench.stage.DatabaseLogin;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;
import org.springframework.batch.core.configuration.support.MapJobRegistry;
import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.job.JobExecution;
import org.springframework.batch.core.job.builder.JobBuilder;
import org.springframework.batch.core.job.parameters.JobParameters;
import org.springframework.batch.core.launch.support.TaskExecutorJobOperator;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.repository.support.JdbcJobRepositoryFactoryBean;
import org.springframework.batch.core.step.Step;
import org.springframework.batch.core.step.builder.StepBuilder;
import org.springframework.batch.infrastructure.item.database.JdbcBatchItemWriter;
import org.springframework.batch.infrastructure.item.database.JdbcCursorItemReader;
import org.springframework.batch.infrastructure.item.database.builder.JdbcBatchItemWriterBuilder;
import org.springframework.batch.infrastructure.item.database.builder.JdbcCursorItemReaderBuilder;
import org.springframework.jdbc.support.JdbcTransactionManager;

/**
 * A settlement as the framework's own guides have it: a cursor over the records beside the
 * authorizations they belong to, and a batch of updates to each chunk. It writes no lines and no
 * ledger.
 */
public final class ChunkPeer {

    /** Description of how this peer is made. */
    public static final String SETTINGS =
            """
            Spring Batch chunk step: a cursor over one join of records and authorizations, JDBC \
            batches of updates by key, one transaction a chunk, the job repository in the same \
            database; it settles the rows only, where the night also writes lines, ledger and holds""";

    private static final String READ =
            """
            select transaction.id, clearing.amount_minor, clearing.created_at
              from clearing
              join transaction
                on transaction.card_id = clearing.card_id
               and transaction.network_txn_id = clearing.network_txn_id
             order by transaction.id
            """;

    private static final String WRITE =
            """
            update transaction
               set status = 'settled',
                   held_minor = 0,
                   cleared_minor = ?,
                   settled_at = ?,
                   version = version + 1
             where id = ?
            """;

    private ChunkPeer() {}

    private record Match(UUID transaction, long minor, Timestamp at) {}

    /**
     * Runs the job once and says how long its step took.
     *
     * @param arguments JDBC address and size of a chunk
     */
    public static void run(List<String> arguments) throws Exception {
        PGSimpleDataSource source = DatabaseLogin.at(arguments.get(0));
        int chunk = Integer.parseInt(arguments.get(1));
        JdbcTransactionManager transactions = new JdbcTransactionManager(source);
        JdbcJobRepositoryFactoryBean repositories = new JdbcJobRepositoryFactoryBean();
        repositories.setDataSource(source);
        repositories.setTransactionManager(transactions);
        repositories.afterPropertiesSet();
        JobRepository repository = repositories.getObject();
        JdbcBatchItemWriter<Match> writer = writer(source);
        Step step =
                new StepBuilder("chunk", repository)
                        .<Match, Match>chunk(chunk)
                        .transactionManager(transactions)
                        .reader(reader(source, chunk))
                        .writer(writer)
                        .build();
        Job job = new JobBuilder("chunk", repository).start(step).build();
        MapJobRegistry registry = new MapJobRegistry();
        registry.register(job);
        TaskExecutorJobOperator operator = new TaskExecutorJobOperator();
        operator.setJobRepository(repository);
        operator.setJobRegistry(registry);
        operator.afterPropertiesSet();
        JobExecution execution = operator.start(job, new JobParameters());
        System.out.println("ENDED " + execution.getStatus());
        if (execution.getStatus().isUnsuccessful()) {
            throw new IllegalStateException(
                    "the job failed", execution.getAllFailureExceptions().getFirst());
        }
    }

    private static JdbcCursorItemReader<Match> reader(DataSource source, int chunk) {
        return new JdbcCursorItemReaderBuilder<Match>()
                .name("matches")
                .dataSource(source)
                .sql(READ)
                .fetchSize(Math.max(chunk, 1_000))
                .connectionAutoCommit(false)
                .rowMapper((row, number) -> match(row))
                .build();
    }

    private static Match match(ResultSet row) throws SQLException {
        return new Match(row.getObject(1, UUID.class), row.getLong(2), row.getTimestamp(3));
    }

    private static JdbcBatchItemWriter<Match> writer(DataSource source) {
        JdbcBatchItemWriter<Match> writer =
                new JdbcBatchItemWriterBuilder<Match>()
                        .dataSource(source)
                        .sql(WRITE)
                        .itemPreparedStatementSetter(
                                (match, statement) -> {
                                    statement.setLong(1, match.minor());
                                    statement.setTimestamp(2, match.at());
                                    statement.setObject(3, match.transaction());
                                })
                        .build();
        writer.afterPropertiesSet();
        return writer;
    }
}
