package dev.countersign.facade.rest.input;

import dev.countersign.reconcile.domain.ErrorCode;
import dev.countersign.reconcile.domain.RequestRefusedException;
import dev.countersign.reconcile.domain.text.CardNumberMask;
import dev.countersign.reconcile.domain.text.PlainText;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * JSON of any shape that a caller has kept, such as evidence. Its texts may have several lines;
 * card numbers are masked in texts, names and whole numbers.
 */
final class FreeJson {

    private FreeJson() {}

    /**
     * Masks card numbers, in place.
     *
     * @param path where it was sent, for what is refused in it
     */
    static JsonNode masked(JsonNode json, String path) {
        switch (json) {
            case ObjectNode object -> {
                for (String name : List.copyOf(object.propertyNames())) {
                    requirePlain(name, path);
                    String shown = CardNumberMask.mask(name);
                    JsonNode value = masked(object.get(name), path + "." + shown);
                    if (!shown.equals(name)) {
                        object.remove(name);
                    }
                    object.set(unused(object, shown, name), value);
                }
            }
            case ArrayNode array -> {
                for (int i = 0; i < array.size(); i++) {
                    array.set(i, masked(array.get(i), path));
                }
            }
            default -> {
                return maskedValue(json, path);
            }
        }
        return json;
    }

    private static JsonNode maskedValue(JsonNode value, String path) {
        if (value.isString()) {
            requirePlain(value.stringValue(), path);
        }
        String text = value.isString() ? value.stringValue() : value.toString();
        String shown = CardNumberMask.mask(text);
        return shown.equals(text) ? value : JsonNodeFactory.instance.stringNode(shown);
    }

    /** Two names that are masked alike stay two. */
    private static String unused(ObjectNode object, String shown, String before) {
        String name = shown;
        while (!name.equals(before) && object.has(name)) {
            name += "'";
        }
        return name;
    }

    private static void requirePlain(String text, String path) {
        if (!PlainText.isParagraph(text)) {
            throw new RequestRefusedException(
                    ErrorCode.VALUE_INVALID, Body.CHARACTER_REFUSED, path);
        }
    }
}
