package dev.countersign.ingest.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.countersign.reconcile.embedded.ClientFile;
import dev.countersign.reconcile.embedded.LoopbackPort;
import dev.countersign.reconcile.embedded.StartupRefusedException;
import dev.countersign.reconcile.testkit.ChildJvm;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedKafkaIT {

    private static final String TOPIC = "kept";

    @TempDir Path directory;

    @Test
    void keepsItsRecordsOverARestart() throws Exception {
        try (var kafka = start()) {
            send(kafka.clientSettings(), "one");
        }
        try (var kafka = start()) {
            assertThat(records(kafka.clientSettings())).containsExactly("one");
        }
    }

    @Test
    void keepsItsRecordsWhenTheProgramIsKilled() throws Exception {
        try (var program = ChildJvm.run(EmbeddedKafkaProcess.class, directory.toString())) {
            send(ClientFile.read(Path.of(program.await("client"))), "one");
            program.kill();
        }
        try (var kafka = start()) {
            assertThat(records(kafka.clientSettings())).containsExactly("one");
        }
    }

    @Test
    void refusesADirectoryThatAnotherProcessUses() throws Exception {
        try (var program = ChildJvm.run(EmbeddedKafkaProcess.class, directory.toString())) {
            program.await("client");
            assertThatExceptionOfType(StartupRefusedException.class)
                    .isThrownBy(this::start)
                    .withMessage("The data directory %s is in use by another process.", directory);
            program.kill();
        }
    }

    @Test
    void refusesAPortThatIsTaken() throws Exception {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            int port = socket.getLocalPort();
            assertThatExceptionOfType(StartupRefusedException.class)
                    .isThrownBy(() -> EmbeddedKafka.start(directory, port))
                    .withMessageStartingWith("Port " + port + ", meant for Kafka, is taken");
        }
    }

    @Test
    void makesNoTopicsByItself() throws Exception {
        try (var kafka = start();
                var admin = admin(kafka.clientSettings());
                var consumer = consumer(kafka.clientSettings())) {
            consumer.assign(List.of(new TopicPartition("unasked", 0)));
            consumer.poll(Duration.ofMillis(500));
            assertThat(admin.listTopics().names().get()).doesNotContain("unasked");
        }
    }

    @Test
    void letsNobodyInWithoutItsPassword() throws Exception {
        try (var kafka = start()) {
            Map<String, Object> wrong = new HashMap<>(kafka.clientSettings());
            wrong.computeIfPresent(
                    "sasl.jaas.config",
                    (name, login) ->
                            login.toString().replaceFirst("password=\"..", "password=\"00"));
            try (var admin = Admin.create(impatient(wrong))) {
                assertThatExceptionOfType(ExecutionException.class)
                        .isThrownBy(() -> admin.listTopics().names().get())
                        .withCauseInstanceOf(SaslAuthenticationException.class);
            }
            Map<String, Object> plain = Map.of("bootstrap.servers", kafka.bootstrapServers());
            try (var admin = Admin.create(impatient(plain))) {
                assertThatExceptionOfType(ExecutionException.class)
                        .isThrownBy(() -> admin.listTopics().names().get())
                        .withCauseInstanceOf(TimeoutException.class);
            }
        }
    }

    @Test
    void makesANewPasswordWhereTheFileOfItWasLost() throws Exception {
        try (var kafka = start()) {
            send(kafka.clientSettings(), "one");
            Files.delete(kafka.clientFile());
        }
        try (var kafka = start()) {
            assertThat(records(kafka.clientSettings())).containsExactly("one");
        }
        try (var kafka = start()) {
            assertThat(records(kafka.clientSettings())).containsExactly("one");
        }
    }

    private static Map<String, Object> impatient(Map<String, Object> client) {
        Map<String, Object> settings = new HashMap<>(client);
        settings.put("request.timeout.ms", 1_000);
        settings.put("default.api.timeout.ms", 2_000);
        return settings;
    }

    private EmbeddedKafka start() {
        return EmbeddedKafka.start(directory, LoopbackPort.ANY);
    }

    private static void send(Map<String, Object> client, String value) throws Exception {
        try (var admin = admin(client);
                var producer =
                        new KafkaProducer<>(
                                client, new StringSerializer(), new StringSerializer())) {
            admin.createTopics(List.of(new NewTopic(TOPIC, 1, (short) 1))).all().get();
            producer.send(new ProducerRecord<>(TOPIC, value)).get();
        }
    }

    private static List<String> records(Map<String, Object> client) {
        TopicPartition partition = new TopicPartition(TOPIC, 0);
        try (var consumer = consumer(client)) {
            consumer.assign(List.of(partition));
            consumer.seekToBeginning(List.of(partition));
            return consumer.poll(Duration.ofSeconds(20)).records(partition).stream()
                    .map(record -> record.value())
                    .toList();
        }
    }

    private static KafkaConsumer<String, String> consumer(Map<String, Object> client) {
        return new KafkaConsumer<>(client, new StringDeserializer(), new StringDeserializer());
    }

    private static Admin admin(Map<String, Object> client) {
        return Admin.create(client);
    }
}
