package dev.countersign.facade.console.breaks;

import dev.countersign.facade.console.page.Formatter;
import dev.countersign.facade.console.page.IdPages;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * One fact that was found out about a break, in words.
 *
 * @param name what it is, with what it is part of before it
 * @param value as people read it; an amount where the name says so
 * @param page where the console shows what the value names, if it is an id that has a page
 */
public record Finding(String name, String value, @Nullable String page) {

    private static final String AMOUNT = "_minor";
    private static final String CURRENCY = "_currency";
    private static final int MAX = 60;

    /** A whole number of minor units; some details have it as a text. */
    private static final Pattern MINOR = Pattern.compile("-?[0-9]{1,40}");

    private static final Formatter SHOW = new Formatter();

    /** Members whose contents are shown without saying what they are part of. */
    private static final Set<String> PLAIN = Set.of("evidence", "differences", "notes");

    private static final Map<String, String> NAMES =
            Map.of(
                    "level", "Matched at level",
                    "authorized_minor", "Approved",
                    "ceiling_minor", "Could clear at most",
                    "valid_arn", "ARN of the earlier record",
                    "same_merchant_id", "Same merchant number");

    /**
     * Returns the content of a JSON object. Each member that has a value is on a line of its own.
     *
     * @param currency of its amounts; null leaves them in minor units
     */
    static List<Finding> of(String detail, @Nullable String currency) {
        return of(JsonMapper.shared().readTree(detail), currency);
    }

    /** The same of an object that was read; nothing of what is no object. */
    public static List<Finding> of(JsonNode detail, @Nullable String currency) {
        List<Finding> findings = new ArrayList<>();
        collect("", detail, currency, findings);
        return List.copyOf(findings);
    }

    /** True for what is read as one word, and not to be broken. */
    public boolean whole() {
        return name.startsWith("ARN");
    }

    private static void collect(
            String within, JsonNode node, @Nullable String currency, List<Finding> findings) {
        for (Map.Entry<String, JsonNode> member : node.properties()) {
            String name = member.getKey();
            if (besideAnAmount(node, name)
                    || member.getValue().isNull()
                    || saysNothing(node, name)) {
                continue;
            }
            add(within, name, member.getValue(), ofAmount(node, name, currency), findings);
        }
    }

    /** Merchants are compared only where there is an earlier record. */
    private static boolean saysNothing(JsonNode node, String name) {
        return name.equals("same_merchant_id") && node.path("valid_arn").isNull();
    }

    /** The currency that stands beside an amount, where one does. */
    private static @Nullable String ofAmount(
            JsonNode node, String name, @Nullable String currency) {
        JsonNode beside = name.endsWith(AMOUNT) ? node.get(name.replace(AMOUNT, CURRENCY)) : null;
        return beside != null && beside.isString() ? beside.asString() : currency;
    }

    private static boolean besideAnAmount(JsonNode node, String name) {
        return name.endsWith(CURRENCY)
                && node.has(name.substring(0, name.length() - CURRENCY.length()) + AMOUNT);
    }

    private static void add(
            String within,
            String name,
            JsonNode value,
            @Nullable String currency,
            List<Finding> findings) {
        boolean plain = within.isEmpty() && PLAIN.contains(name);
        String title = plain ? "" : title(within, name);
        if (value.isObject()) {
            collect(title, value, currency, findings);
        } else if (value.isArray()) {
            int number = 1;
            for (JsonNode each : value) {
                each(title, name, number++, each, currency, findings);
            }
        } else if (findings.size() < MAX) {
            String text = text(name, value, currency);
            findings.add(new Finding(title, text, IdPages.find(text).orElse(null)));
        }
    }

    private static void each(
            String title,
            String name,
            int number,
            JsonNode each,
            @Nullable String currency,
            List<Finding> findings) {
        if (findings.size() < MAX && name.equals("runners_up") && each.isObject()) {
            String other = each.path("transaction_id").asString("–");
            findings.add(
                    new Finding(
                            "Not taken: "
                                    + SHOW.lower(each.path("because").asString("fits less well")),
                            other,
                            IdPages.find(other).orElse(null)));
        } else if (findings.size() < MAX && name.equals("notes") && each.isObject()) {
            findings.add(
                    new Finding(
                            SHOW.words(each.path("about").asString("noted")),
                            text(AMOUNT, each.path("minor"), currency),
                            null));
        } else {
            add(title, Integer.toString(number), each, currency, findings);
        }
    }

    private static String title(String within, String name) {
        String plain =
                name.endsWith(AMOUNT) ? name.substring(0, name.length() - AMOUNT.length()) : name;
        String named = NAMES.get(name);
        String words = named == null ? SHOW.words(plain) : named;
        return within.isEmpty() ? words : within + ", " + SHOW.lower(words);
    }

    private static String text(String name, JsonNode value, @Nullable String currency) {
        if (name.endsWith(AMOUNT)
                && currency != null
                && MINOR.matcher(value.asString("")).matches()) {
            return SHOW.amount(new BigInteger(value.asString()), currency) + " " + currency;
        }
        if (value.isBoolean()) {
            return value.asBoolean() ? "yes" : "no";
        }
        return value.isNull() ? "–" : value.asString();
    }
}
