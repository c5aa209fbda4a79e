package dev.countersign.facade.launch.night;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.countersign.facade.launch.night.remote.PartitionListener;
import dev.countersign.facade.launch.night.remote.PartitionTopic;
import dev.countersign.ingest.simulate.SimulatedMessage;
import dev.countersign.ingest.simulate.Traffic;
import dev.countersign.ingest.simulate.TrafficSimulator;
import dev.countersign.ingest.testkit.SimulatedCards;
import dev.countersign.ingest.testkit.TestKafka;
import dev.countersign.jobs.NightReport;
import dev.countersign.jobs.Nights;
import dev.countersign.jobs.night.NightState;
import dev.countersign.jobs.night.StepCounts;
import dev.countersign.jobs.remote.PartitionRequest;
import dev.countersign.jobs.remote.PartitionSender;
import dev.countersign.jobs.remote.PartitionWorker;
import dev.countersign.jobs.remote.RemoteWorkers;
import dev.countersign.reconcile.testkit.ChildJvm;
import dev.countersign.reconcile.testkit.Patience;
import dev.countersign.reconcile.testkit.PostgresExtension;
import dev.countersign.reconcile.testkit.VisibleFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.GroupState;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A night whose ranges several processes work on, over a broker: it leaves the book and the files
 * that one process alone leaves.
 */
class RemoteNightIT {

    private static final Logger log = LoggerFactory.getLogger(RemoteNightIT.class);
    private static final long SEED = Long.getLong("test.seed", 7);
    private static final LocalDate FROM = LocalDate.of(2026, 11, 2);
    private static final int DAYS = 3;
    private static final LocalDate DATE = FROM.plusDays(DAYS - 1L);
    private static final int CARDS = 24;
    private static final int MESSAGES = 900;
    private static final String GROUP = "countersign.night";
    private static final String TOPIC = "countersign.night.partitions.v1";

    @RegisterExtension static final PostgresExtension POSTGRES = new PostgresExtension();

    @RegisterExtension
    static final PostgresExtension ALONE = new PostgresExtension().named("alone");

    @TempDir static Path reportsAlone;

    private static @Nullable SettledFeed alone;

    @TempDir Path reports;

    private final Map<String, Object> client = TestKafka.clientSettings();
    private final PartitionTopic topic = RemoteNightProcess.topic(client);
    private final List<PartitionRequest> sent = new CopyOnWriteArrayList<>();
    private final List<PartitionListener> listeners = new ArrayList<>();
    private final SequencedMap<String, ChildJvm> processes = new LinkedHashMap<>();
    private PartitionSender sender = this::send;
    private SettledFeed book;

    @BeforeEach
    void read() {
        log.info("seed={} (another one with -Dtest.seed=...)", SEED);
        POSTGRES.recreate();
        List<SimulatedMessage> feed = feed(POSTGRES);
        book =
                new SettledFeed(
                        POSTGRES,
                        reports,
                        new RemoteWorkers(
                                RemoteNightProcess.PROCESSES, request -> sender.send(request)));
        book.read(feed);
    }

    @AfterAll
    static void endAlone() {
        if (alone != null) {
            alone.close();
            alone = null;
        }
    }

    @AfterEach
    void end() throws InterruptedException {
        processes.values().forEach(ChildJvm::close);
        for (PartitionListener each : listeners) {
            CountDownLatch stopped = new CountDownLatch(1);
            each.stop(stopped::countDown);
            stopped.await();
        }
        book.close();
        topic.close();
    }

    private void send(PartitionRequest request) {
        sent.add(request);
        topic.send(request);
    }

    private static List<SimulatedMessage> feed(PostgresExtension postgres) {
        List<SimulatedMessage> feed = new ArrayList<>();
        new TrafficSimulator(
                        SimulatedCards.issue(postgres.dataSource(), CARDS),
                        Traffic.overDays(SEED, FROM, DAYS, MESSAGES, 0))
                .forEachRemaining(feed::add);
        return feed;
    }

    private void listen(String name) {
        PartitionWorker worker = nights(this::send).worker(name);
        PartitionListener listener = RemoteNightProcess.listener(topic, () -> worker, client);
        listener.start();
        listeners.add(listener);
    }

    /** A worker that joins later would have to wait for the ranges that others are at. */
    private static void awaitMembers() {
        Patience.until(
                () -> {
                    try (Admin admin = TestKafka.admin()) {
                        ConsumerGroupDescription group =
                                admin.describeConsumerGroups(List.of(GROUP))
                                        .describedGroups()
                                        .get(GROUP)
                                        .get();
                        return group.groupState() == GroupState.STABLE
                                && group.members().size() == 2 * RemoteNightProcess.PROCESSES
                                && group.members().stream()
                                        .noneMatch(
                                                member ->
                                                        member.assignment()
                                                                .topicPartitions()
                                                                .isEmpty());
                    } catch (ExecutionException e) {
                        return false; // no group yet
                    }
                });
    }

    private Nights nights(PartitionSender sends) {
        return RemoteNightProcess.nights(
                POSTGRES.dataSource(), DATE, SettledFeed.small(reports), sends);
    }

    /**
     * Beside each request goes one of the lease before it; the first of a step is sent to two
     * workers, and all come again when the night is over.
     */
    @Test
    void leavesTheSameWhereTwoProcessesShareItsRanges() throws Exception {
        listen("first");
        listen("second");
        awaitMembers();
        sender = this::sendWithStrays;

        book.settleUpTo(DATE);

        assertThat(book.nights().queries().show(1).steps())
                .filteredOn(step -> step.workers() != null)
                .extracting(StepCounts::name, StepCounts::workers)
                .contains(tuple("settle", "first, second"), tuple("totals", "first, second"))
                .extracting(step -> step.toList().getFirst())
                .containsExactly("settle", "totals", "reports");
        assertThat(sent).extracting(PartitionRequest::step).contains("settle", "totals", "reports");
        sent.forEach(nights(this::send).worker("late")::work);
        assertThat(book.rows("select exit_message from batch_step_execution"))
                .noneMatch(message -> message.contains("late"));
        assertSameAsAlone();
    }

    private void sendWithStrays(PartitionRequest request) {
        topic.send(
                new PartitionRequest(
                        request.mode(),
                        request.fence() - 1,
                        request.step(),
                        request.jobExecution(),
                        request.stepExecution()));
        boolean first = sent.stream().noneMatch(other -> other.step().equals(request.step()));
        send(request);
        if (first) {
            sendToAnother(request);
        }
    }

    private void sendToAnother(PartitionRequest request) {
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(client, new ByteArraySerializer(), new ByteArraySerializer())) {
            int all = producer.partitionsFor(TOPIC).size();
            int other = (int) ((request.stepExecution() + all / 2) % all);
            var unusedStray = producer.send(new ProducerRecord<>(TOPIC, other, null, new byte[3]));
            var unused = producer.send(new ProducerRecord<>(TOPIC, other, null, request.json()));
        }
    }

    /**
     * First a worker that is in the middle of a range, then who runs the night, while a range is
     * worked on, and then who is in the middle of a report, and may be either.
     */
    @Test
    void goesOnElsewhereWhereAWorkerAndItsOwnerAndAWriterOfReportsAreKilled() throws Exception {
        try (Barrier beginning = new Barrier("night_lease");
                Barrier settling = new Barrier("settlement_line");
                Barrier totalling = new Barrier("activity_total");
                Barrier reporting = new Barrier("issued_report")) {
            for (int i = 0; i < RemoteNightProcess.PROCESSES; i++) {
                start();
            }
            awaitMembers();
            beginning.lift();
            awaitWhileAlive(() -> workersNow("settle").size() == RemoteNightProcess.PROCESSES);
            String owner = owner();
            kill(
                    processes.keySet().stream()
                            .filter(name -> !name.equals(owner))
                            .findFirst()
                            .orElseThrow());
            start();
            settling.lift();

            awaitWhileAlive(() -> !workersNow("totals").isEmpty());
            assertThat(owner()).isEqualTo(owner);
            kill(owner);
            start();
            totalling.lift();

            awaitWhileAlive(() -> !workersNow("reports").isEmpty());
            String writer = workersNow("reports").getFirst();
            kill(writer.substring(writer.lastIndexOf("process")));
            reporting.lift();
        }
        ChildJvm last = processes.lastEntry().getValue();
        String output = last.output();
        assertThat(last.exitCode()).as(output).isZero();
        assertThat(book.rows("select fence::text from night_lease where mode = 'sandbox'"))
                .doesNotContain("1");
        assertSameAsAlone();
    }

    private void awaitWhileAlive(Callable<Boolean> condition) {
        Patience.until(
                () -> {
                    for (ChildJvm each : processes.values()) {
                        if (!each.isAlive()) {
                            throw new AssertionError("a process has ended: " + each.output());
                        }
                    }
                    assertThat(book.rows("select failure from night where state = 'failed'"))
                            .allMatch(failure -> failure.contains("goes on with it"));
                    return condition.call();
                });
    }

    private void start() throws IOException {
        ChildJvm process =
                ChildJvm.run(
                        RemoteNightProcess.class,
                        POSTGRES.url(),
                        DATE.toString(),
                        reports.toString(),
                        TestKafka.clientFile().toString());
        processes.put("process " + process.await("PROCESS"), process);
    }

    private void kill(String name) throws InterruptedException {
        log.info("is killed: {}", name);
        Objects.requireNonNull(processes.remove(name), name).kill();
    }

    /** The processes that are in the middle of a range of a step. */
    private List<String> workersNow(String step) {
        return book.rows(
                "select distinct exit_message from batch_step_execution where status = 'STARTED' and step_name like '%s:%%'"
                        .formatted(step));
    }

    private String owner() {
        return book.rows("select owner from night_lease where mode = 'sandbox'").getFirst();
    }

    /** As on SIGTERM, and as an operator asks for it: nobody waits for ranges that stand. */
    @Test
    void isLeftAtOnceWhereItsProcessEndsAndStopsWhereItIsAskedTo() throws Exception {
        listen("only");
        try (ExecutorService owners = Executors.newSingleThreadExecutor();
                Barrier settling = new Barrier("settlement_line")) {
            Nights ending = nights(this::send);
            Future<NightReport> left = owners.submit(() -> ending.runSandbox(DATE));
            awaitMeanwhile(left, () -> !workersNow("settle").isEmpty());

            assertThat(ending.handOver(Duration.ofSeconds(2))).isTrue();
            assertThat(left.get().night().failure())
                    .isEqualTo("its process ends; another goes on with it");

            Nights other = nights(this::send);
            Future<NightReport> stopped = owners.submit(() -> other.runSandbox(DATE));
            awaitMeanwhile(stopped, () -> begun(2));
            var unusedStop = other.stop(1);
            settling.lift();
            assertThat(stopped.get().night().state()).isEqualTo(NightState.STOPPED);
        }

        book.settleUpTo(DATE);
        assertSameAsAlone();
    }

    private static void awaitMeanwhile(Future<?> night, Callable<Boolean> condition) {
        Patience.until(
                () -> {
                    if (night.isDone()) {
                        throw new AssertionError("the night has ended: " + night.get());
                    }
                    return condition.call();
                });
    }

    private boolean begun(int execution) {
        return !book.rows(
                        "select step_name from batch_step_execution where status = 'STARTED' and step_name like 'settle:%%' and job_execution_id = %s"
                                .formatted(execution))
                .isEmpty();
    }

    // ---- one process alone

    private static SettledFeed settledAlone() {
        if (alone == null) {
            ALONE.recreate();
            List<SimulatedMessage> feed = feed(ALONE);
            alone = new SettledFeed(ALONE, reportsAlone);
            alone.read(feed);
            alone.settleUpTo(DATE);
        }
        return alone;
    }

    private void assertSameAsAlone() throws IOException {
        for (String table : SimulatedNightsIT.EXPORT) {
            assertThat(book.rows(table)).as(table).isEqualTo(settledAlone().rows(table));
        }
        assertThat(VisibleFiles.in(reports)).isEqualTo(VisibleFiles.in(reportsAlone));
    }

    /** Has everybody wait who is about to write to a table. */
    private static final class Barrier implements AutoCloseable {

        private final Connection session;

        private Barrier(String table) throws SQLException {
            session = POSTGRES.ownerSource().getConnection();
            session.setAutoCommit(false);
            try (Statement lock = session.createStatement()) {
                lock.execute("lock table " + table + " in share mode");
            }
        }

        void lift() throws SQLException {
            session.close();
        }

        @Override
        public void close() throws SQLException {
            lift();
        }
    }
}
