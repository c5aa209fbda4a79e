package dev.countersign.facade.console.breaks;

import dev.countersign.facade.console.page.Formatter;
import dev.countersign.reconcile.domain.breaks.queue.AppliedMessage;
import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Compares two messages of one identity, member by member: the one that stands, and the one that
 * was refused. What differs comes first.
 *
 * @param offset where the one that stands came on the feed
 */
public record MessageComparison(String offset, List<Line> lines) {

    private static final Formatter SHOW = new Formatter();
    private static final String APPLIED = "applied";
    private static final String MESSAGE = "message";
    private static final String CURRENCY = "currency";
    private static final String AMOUNT = "amount";
    private static final String VALUE = "value";
    private static final String SENT = "transmitted_at";
    private static final String ABSENT = "–";
    private static final String NOT_KEPT = "not kept";

    /** Members of a feed message that say nothing to whoever compares two of them. */
    private static final Set<String> LEFT_OUT =
            Set.of("schema_version", "message_id", "repeat", "card_id", "source.system");

    /** Members that are shown before others. */
    private static final List<String> FOREMOST =
            List.of("amount", "merchant_amount", "kind", "network");

    /** Members whose values are names of a closed set. */
    private static final Set<String> NAMED = Set.of("kind", "network", "direction", "stage");

    /** Members that may differ between two repetitions of one message. */
    private static final Set<String> FREE =
            Set.of(SENT, "source.file_id", "source.file_seq", "source.record_no");

    /** Members of which the book keeps what an absent one means. */
    private static final Set<String> DEFAULTED =
            Set.of(
                    "direction",
                    "merchant_amount",
                    "refs.clearing_sequence",
                    "refs.clearing_count",
                    "refs.usage_code");

    /** Members of a total that are amounts. */
    private static final Set<String> TOTALS =
            Set.of("debit_amount", "credit_amount", "interchange_net", "fees", "net_amount");

    /**
     * A member of both.
     *
     * @param first as the message has it that stands
     * @param differs true where the book knows that they differ
     */
    public record Line(String name, String first, String second, boolean differs) {}

    /**
     * Takes the messages of a break out of its detail, so that they are shown once.
     *
     * @param applied null where the book does not keep it any more
     * @return null where the break is about no two messages
     */
    static @Nullable MessageComparison take(ObjectNode detail, @Nullable AppliedMessage applied) {
        if (applied == null || !(detail.get(MESSAGE) instanceof ObjectNode refused)) {
            return null;
        }
        JsonNode standing = JsonMapper.shared().readTree(applied.content());
        Map<String, @Nullable String> first = members(standing);
        Map<String, @Nullable String> second = members(refused);
        Set<String> names = new LinkedHashSet<>(FOREMOST);
        names.addAll(first.keySet());
        names.addAll(second.keySet());
        List<Line> different = new ArrayList<>();
        List<Line> same = new ArrayList<>();
        for (String name : names) {
            Line line = line(name, first, second, applied.whole());
            if (line != null) {
                (line.differs() ? different : same).add(line);
            }
        }
        different.addAll(same);
        JsonNode place = detail.path(APPLIED);
        var unused = detail.remove(List.of(APPLIED, MESSAGE));
        return new MessageComparison(
                "partition %s, offset %s"
                        .formatted(
                                place.path("partition").asString(ABSENT),
                                place.path("offset").asString(ABSENT)),
                List.copyOf(different));
    }

    private static @Nullable Line line(
            String name,
            Map<String, @Nullable String> first,
            Map<String, @Nullable String> second,
            boolean whole) {
        String ours = first.get(name);
        String theirs = second.get(name);
        if (ours == null && theirs == null) {
            return null;
        }
        boolean kept = whole || first.containsKey(name);
        boolean isStated = theirs != null || !DEFAULTED.contains(name);
        return new Line(
                title(name),
                ours != null ? ours : kept ? ABSENT : NOT_KEPT,
                theirs == null ? ABSENT : theirs,
                kept && isStated && !FREE.contains(name) && !Objects.equals(ours, theirs));
    }

    private static String title(String name) {
        String title = SHOW.words(name.replace("refs.", "").replace(".", ", "));
        return title.equals("Transmitted at") ? "Sent" : title;
    }

    /** The members by their names within the message, as people read them; null where absent. */
    private static Map<String, @Nullable String> members(JsonNode message) {
        Map<String, @Nullable String> members = new LinkedHashMap<>();
        collect("", message, message, members);
        members.keySet().removeAll(LEFT_OUT);
        return members;
    }

    private static void collect(
            String within, JsonNode node, JsonNode message, Map<String, @Nullable String> members) {
        for (Map.Entry<String, JsonNode> member : node.properties()) {
            String key = member.getKey();
            String name = within.isEmpty() ? key : within + "." + key;
            JsonNode value = member.getValue();
            if (value.has(VALUE)) {
                members.put(name, money(value.get(VALUE), value.path(CURRENCY), message));
            } else if (value.isObject()) {
                collect(name, value, message, members);
            } else if (key.equals(AMOUNT) || (within.equals("total") && TOTALS.contains(key))) {
                JsonNode beside = node.has(CURRENCY) ? node : message.path("settlement");
                members.put(name, money(value, beside.path(CURRENCY), message));
            } else if (!key.equals(CURRENCY) || !node.has(AMOUNT)) {
                members.put(name, text(key, value));
            }
        }
    }

    /** An amount in its currency; in that of the message where it says none. */
    private static @Nullable String money(JsonNode minor, JsonNode beside, JsonNode message) {
        if (!minor.isIntegralNumber()) {
            return text(AMOUNT, minor);
        }
        JsonNode stated = beside.isString() ? beside : message.path(AMOUNT).path(CURRENCY);
        String currency = stated.asString("");
        return (SHOW.amount(minor.bigIntegerValue(), currency) + " " + currency).strip();
    }

    private static @Nullable String text(String key, JsonNode value) {
        if (value.isNull()) {
            return null;
        }
        if (value.isBoolean()) {
            return value.asBoolean() ? "yes" : "no";
        }
        if (!value.isValueNode()) {
            return value.toString();
        }
        String text = value.asString();
        if (NAMED.contains(key)) {
            return SHOW.words(text);
        }
        return key.equals(SENT) ? time(text) : text;
    }

    private static String time(String text) {
        try {
            return SHOW.time(OffsetDateTime.parse(text).toInstant());
        } catch (DateTimeException e) {
            return text;
        }
    }
}
