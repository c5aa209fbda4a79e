package dev.countersign.facade.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.ingest.feed.topic.Topics;
import dev.countersign.ingest.testkit.FeedTopics;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The book as a reader of all events knows it who never asked the interface. */
final class RebuiltBook {

    private static final JsonMapper JSON = JsonMapper.shared();

    private final Map<String, Map<String, JsonNode>> things = new HashMap<>();
    private final Map<String, Long> sequences = new HashMap<>();
    private final Set<String> ids = new HashSet<>();

    /** Reads all partitions from their beginning, and checks that each event follows its last. */
    static RebuiltBook from(FeedTopics topics) {
        RebuiltBook book = new RebuiltBook();
        topics.all(Topics.EVENTS).forEach(book::read);
        return book;
    }

    private void read(ConsumerRecord<byte[], byte[]> record) {
        JsonNode event = JSON.readTree(record.value());
        String what = event.toString();
        assertThat(ids.add(event.path("event_id").stringValue())).as("once: " + what).isTrue();
        String key = new String(record.key(), StandardCharsets.UTF_8);
        assertThat(event.path("sequence").longValue())
                .as("no gap: " + what)
                .isEqualTo(sequences.merge(key, 1L, Long::sum));
        if (!event.path("mode").asString("sandbox").equals("sandbox")) {
            return;
        }
        JsonNode now = event.path("now");
        JsonNode before =
                things.computeIfAbsent(event.path("type").stringValue(), unseen -> new TreeMap<>())
                        .put(name(now), now);
        JsonNode was = event.path("was");
        assertThat(was.isNull()).as("new where nothing was: " + what).isEqualTo(before == null);
        if (before != null) {
            was.properties()
                    .forEach(
                            member ->
                                    assertThat(member.getValue())
                                            .as(member.getKey() + " before " + what)
                                            .isEqualTo(valueOf(before, member.getKey())));
            now.properties()
                    .forEach(
                            member ->
                                    assertThat(was.has(member.getKey()))
                                            .as(member.getKey() + " of " + what)
                                            .isEqualTo(
                                                    !member.getValue()
                                                            .equals(before.get(member.getKey()))));
        }
    }

    private static JsonNode valueOf(JsonNode thing, String member) {
        return thing.has(member) ? thing.get(member) : JSON.nullNode();
    }

    private static String name(JsonNode thing) {
        if (thing.path("object").asString("").equals("report")) {
            return thing.path("business_date") + " " + thing.path("name") + thing.path("version");
        }
        return thing.has("id") ? thing.get("id").asString() : thing.path("card_id").asString();
    }

    /** Things of one kind by their ids, or by those of their cards. */
    Map<String, JsonNode> of(String kind) {
        return things.getOrDefault(kind + ".updated", Map.of());
    }
}
