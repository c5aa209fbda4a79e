package dev.countersign.facade.hostile;

import dev.countersign.reconcile.testkit.TextResource;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Messages made at random as the schema of the feed has them, at the edges of what it allows. */
final class SchemaMessages {

    private static final JsonMapper JSON = JsonMapper.shared();

    /**
     * A class of characters with how many there are of it, or a character that stands for itself.
     */
    private static final Pattern PART =
            Pattern.compile("\\[([^\\]]+)\\](?:\\{(\\d+)(?:,(\\d+))?\\})?|\\\\?(.)");

    private static final Map<String, List<String>> COMPOUND =
            Map.of(
                    "^[0-9]{4}-(0[1-9]|1[0-2])$", List.of("2029-01", "0000-12", "9999-10"),
                    "^[0-9]{1,12}(\\.[0-9]{1,12})?$",
                            List.of("1", "0", "1.0842", "999999999999.999999999999"),
                    "^[A-Z]{3}$", List.of("EUR", "EUR", "EUR", "USD", "JPY", "XXX"));

    private static final List<String> TEXTS =
            List.of(
                    "x",
                    "Caffè Roma",
                    "日本",
                    "😀",
                    "=1+1",
                    "<&>\"'",
                    "\\",
                    "\u202e\u0661",
                    "\u0085");

    private final JsonNode schema;
    private final List<String> cards;
    private final String account;
    private final Instant now;

    /**
     * Makes messages.
     *
     * @param cards that they are about
     * @param account whose totals and files they are
     * @param now about which time they are sent, for most of them
     */
    SchemaMessages(List<String> cards, String account, Instant now) {
        this.cards = cards;
        this.account = account;
        this.now = now;
        this.schema = JSON.readTree(TextResource.read("/dev/countersign/ingest/feed.schema.json"));
    }

    /** A message in which each member is one that the schema allows. */
    ObjectNode next(Random random) {
        ObjectNode message = object(schema, random);
        message.put("schema_version", 1);
        message.put("message_id", new UUID(random.nextLong(), random.nextLong()).toString());
        message.put("card_id", pick(cards, random));
        message.put("account_id", account);
        message.put("mode", "sandbox");
        message.put("transmitted_at", time(random));
        if (message.path("refs") instanceof ObjectNode refs && refs.has("network_txn_id")) {
            refs.put("network_txn_id", "T" + random.nextInt(200));
        }
        return message;
    }

    private ObjectNode object(JsonNode of, Random random) {
        ObjectNode object = JSON.createObjectNode();
        for (Map.Entry<String, JsonNode> member : of.path("properties").properties()) {
            if (random.nextInt(5) > 0) {
                object.set(member.getKey(), value(member.getValue(), random));
            }
        }
        return object;
    }

    private JsonNode value(JsonNode of, Random random) {
        if (of.has("$ref")) {
            return value(schema.at(of.path("$ref").asString().substring(1)), random);
        }
        if (of.has("const")) {
            return of.path("const");
        }
        if (of.has("enum")) {
            return of.path("enum").get(random.nextInt(of.path("enum").size()));
        }
        JsonNode type = of.path("type");
        String name = type.isArray() ? type.get(0).asString() : type.asString();
        return switch (name) {
            case "object" -> object(of, random);
            case "boolean" -> JSON.getNodeFactory().booleanNode(random.nextBoolean());
            case "integer" -> JSON.getNodeFactory().numberNode(number(of, random));
            default -> JSON.getNodeFactory().stringNode(text(of, random));
        };
    }

    private static long number(JsonNode of, Random random) {
        long least = of.path("minimum").asLong();
        long most = of.path("maximum").asLong();
        return switch (random.nextInt(8)) {
            case 0 -> least;
            case 1 -> most;
            case 2 -> least < 0 ? -1 : least;
            default -> Math.min(most, Math.max(least, random.nextInt(100_000)));
        };
    }

    private String text(JsonNode of, Random random) {
        if (of.has("pattern")) {
            return matching(of.path("pattern").asString(), random);
        }
        return switch (of.path("format").asString("")) {
            case "uuid" -> new UUID(random.nextLong(), random.nextLong()).toString();
            case "date-time" -> time(random);
            case "date" -> time(random).substring(0, 10);
            default -> words(of.path("maxLength").asInt(), random);
        };
    }

    private static String words(int longest, Random random) {
        String text = pick(TEXTS, random);
        return random.nextInt(10) == 0
                ? "é".repeat(longest)
                : text.substring(0, Math.min(text.length(), longest));
    }

    private String time(Random random) {
        return switch (random.nextInt(20)) {
            case 0 -> "1970-01-01T00:00:00Z";
            case 1 -> "2199-12-31T23:59:59.999999Z";
            default ->
                    now.minus(random.nextInt(3 * 86_400), ChronoUnit.SECONDS)
                            .truncatedTo(ChronoUnit.SECONDS)
                            .toString();
        };
    }

    private static String matching(String pattern, Random random) {
        List<String> known = COMPOUND.get(pattern);
        if (known != null) {
            return pick(known, random);
        }
        StringBuilder text = new StringBuilder();
        Matcher part = PART.matcher(pattern.substring(1, pattern.length() - 1));
        while (part.find()) {
            if (part.group(1) == null) {
                text.append(part.group(4));
                continue;
            }
            int least = part.group(2) == null ? 1 : Integer.parseInt(part.group(2));
            int most = part.group(3) == null ? least : Integer.parseInt(part.group(3));
            List<Character> characters = characters(part.group(1));
            for (int i = least + random.nextInt(most - least + 1); i > 0; i--) {
                text.append(pick(characters, random));
            }
        }
        return text.toString();
    }

    private static List<Character> characters(String ranges) {
        List<Character> characters = new ArrayList<>();
        for (int i = 0; i < ranges.length(); i++) {
            boolean range = i + 2 < ranges.length() && ranges.charAt(i + 1) == '-';
            char last = range ? ranges.charAt(i + 2) : ranges.charAt(i);
            for (char each = ranges.charAt(i); each <= last; each++) {
                characters.add(each);
            }
            i += range ? 2 : 0;
        }
        return characters;
    }

    private static <T> T pick(List<T> list, Random random) {
        return list.get(random.nextInt(list.size()));
    }
}
