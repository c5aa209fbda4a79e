package dev.countersign.ingest.testkit;

import dev.countersign.ingest.feed.topic.Topics;
import dev.countersign.ingest.simulate.SimulatedMessage;
import dev.countersign.ingest.simulate.TrafficSimulator;
import dev.countersign.reconcile.embedded.ClientFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.GroupState;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** The topics of the feed on one broker, as a test fills and reads them. */
public final class FeedTopics {

    private static final List<String> ALL =
            List.of(Topics.FEED, Topics.DECISIONS, Topics.EVENTS, Topics.DEAD_LETTERS);
    private static final int PREFIX = "{\"in_reply_to\":\"".length();
    private static final int UUID_LENGTH = 36;

    private final Map<String, Object> client;
    private final int partitions;
    private int decisionPartitions;

    /**
     * Works on the topics of a broker.
     *
     * @param clientFile what its clients need
     */
    public FeedTopics(Path clientFile, int partitions) {
        this.client = ClientFile.read(clientFile);
        this.partitions = partitions;
        this.decisionPartitions = partitions;
    }

    /** Makes the topics, empty, in the place of those of an earlier test. */
    public FeedTopics recreate() throws InterruptedException, ExecutionException {
        try (Admin admin = admin()) {
            for (String topic : ALL) {
                delete(admin, topic);
                create(admin, topic, partitions);
            }
            delete(admin, Topics.AUDIT);
            create(admin, Topics.AUDIT, 1);
        }
        return this;
    }

    /** Gives the topic of decisions more partitions than the others have. */
    public void widenDecisions(int to) throws InterruptedException, ExecutionException {
        if (to > decisionPartitions) {
            try (Admin admin = admin()) {
                admin.createPartitions(Map.of(Topics.DECISIONS, NewPartitions.increaseTo(to)))
                        .all()
                        .get();
            }
            decisionPartitions = to;
        }
    }

    /** Deletes all decisions, as a retention that is too short does. */
    public void deleteDecisions() throws InterruptedException, ExecutionException {
        Map<TopicPartition, RecordsToDelete> all = new HashMap<>();
        for (int partition = 0; partition < decisionPartitions; partition++) {
            all.put(
                    new TopicPartition(Topics.DECISIONS, partition),
                    RecordsToDelete.beforeOffset(-1));
        }
        try (Admin admin = admin()) {
            admin.deleteRecords(all).all().get();
        }
    }

    private Admin admin() {
        return Admin.create(client);
    }

    private static void delete(Admin admin, String topic)
            throws InterruptedException, ExecutionException {
        try {
            admin.deleteTopics(List.of(topic)).all().get();
        } catch (ExecutionException e) {
            if (!(e.getCause() instanceof UnknownTopicOrPartitionException)) {
                throw e;
            }
        }
    }

    private static void create(Admin admin, String topic, int partitions)
            throws InterruptedException, ExecutionException {
        while (true) {
            try {
                admin.createTopics(List.of(new NewTopic(topic, partitions, (short) 1))).all().get();
                return;
            } catch (ExecutionException e) {
                if (!(e.getCause() instanceof TopicExistsException)) {
                    throw e;
                }
                Thread.sleep(100); // the deletion is under way in the broker
            }
        }
    }

    /** Sends all that the simulator has to send. */
    public void send(TrafficSimulator simulator) {
        List<SimulatedMessage> messages = new ArrayList<>();
        while (simulator.hasNext()) {
            messages.add(simulator.next());
        }
        send(messages);
    }

    /** Sends messages in this order. */
    public void send(List<SimulatedMessage> messages) {
        try (var producer =
                new KafkaProducer<>(client, new ByteArraySerializer(), new ByteArraySerializer())) {
            for (SimulatedMessage message : messages) {
                var unused =
                        producer.send(
                                new ProducerRecord<>(
                                        Topics.FEED,
                                        message.key().getBytes(StandardCharsets.UTF_8),
                                        message.text().getBytes(StandardCharsets.UTF_8)));
            }
            producer.flush();
        }
    }

    /** All records of a topic. */
    public List<ConsumerRecord<byte[], byte[]>> all(String topic) {
        return IntStream.range(0, topic.equals(Topics.DECISIONS) ? decisionPartitions : partitions)
                .boxed()
                .flatMap(partition -> all(topic, partition).stream())
                .toList();
    }

    /** All records of one partition, in order. */
    public List<ConsumerRecord<byte[], byte[]>> all(String topic, int partition) {
        try (var consumer =
                new KafkaConsumer<>(
                        client, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            TopicPartition whole = new TopicPartition(topic, partition);
            consumer.assign(Set.of(whole));
            consumer.seekToBeginning(Set.of(whole));
            long end = consumer.endOffsets(Set.of(whole)).get(whole);
            List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
            while (consumer.position(whole) < end) {
                consumer.poll(Duration.ofMillis(200)).forEach(records::add);
            }
            return records;
        }
    }

    /** The number of messages of the feed that the broker knows to be answered. */
    public long told() {
        try (Admin admin = admin()) {
            return admin
                    .listConsumerGroupOffsets(Topics.DECISION_GROUP)
                    .partitionsToOffsetAndMetadata()
                    .get()
                    .values()
                    .stream()
                    .mapToLong(OffsetAndMetadata::offset)
                    .sum();
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException("the broker does not say what it was told", e);
        }
    }

    /** True when so many members share the partitions evenly, and none is about to. */
    public boolean isSharedBy(int members) {
        try (Admin admin = admin()) {
            ConsumerGroupDescription group =
                    admin.describeConsumerGroups(List.of(Topics.DECISION_GROUP))
                            .describedGroups()
                            .get(Topics.DECISION_GROUP)
                            .get();
            return group.groupState() == GroupState.STABLE
                    && group.members().size() == members
                    && group.members().stream()
                            .allMatch(
                                    member ->
                                            member.assignment().topicPartitions().size()
                                                    == partitions / members);
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException("the broker does not say who the members are", e);
        }
    }

    /** The different texts of each answer, by the message that it replies to. */
    public Map<String, Set<String>> answers() {
        Map<String, Set<String>> answers = new HashMap<>();
        for (ConsumerRecord<byte[], byte[]> record : all(Topics.DECISIONS)) {
            String text = new String(record.value(), StandardCharsets.UTF_8);
            String inReplyTo = text.substring(PREFIX, PREFIX + UUID_LENGTH);
            answers.computeIfAbsent(inReplyTo, unseen -> new HashSet<>()).add(text);
        }
        return answers;
    }
}
