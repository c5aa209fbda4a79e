package dev.countersign.ingest.feed;

import dev.countersign.ingest.codec.DecodedMessage;
import dev.countersign.ingest.codec.Redaction;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;

/**
 * Quarantine for messages that cannot be read. They go to the dead letter topic, with headers that
 * say why and where they stood, and a body in which nothing secret is left.
 */
record Quarantine(String topic) {

    ProducerRecord<byte[], byte[]> deadLetter(
            ConsumerRecord<byte[], byte[]> record, DecodedMessage.MalformedMessage malformed) {
        List<Header> headers =
                List.of(
                        header("reason", malformed.reason().wire()),
                        header("detail", malformed.detail()),
                        header("topic", record.topic()),
                        header("partition", String.valueOf(record.partition())),
                        header("offset", String.valueOf(record.offset())));
        return new ProducerRecord<>(
                topic,
                null,
                record.timestamp(),
                Redaction.key(record.key()),
                Redaction.body(record.value()),
                headers);
    }

    private static Header header(String name, String value) {
        return new RecordHeader(name, value.getBytes(StandardCharsets.UTF_8));
    }
}
