package dev.countersign.facade.rest.input;

import tools.jackson.databind.JsonNode;

/** The JSON type of a property of a body. */
public enum PropertyType {
    TEXT("a string"),
    INTEGER("an integer"),
    BOOLEAN("true or false"),
    TEXTS("an array of strings"),
    PAIRS("an object whose values are strings"),
    OBJECT("an object");

    private final String description;

    PropertyType(String description) {
        this.description = description;
    }

    boolean fits(JsonNode node) {
        return switch (this) {
            case TEXT -> node.isString();
            case INTEGER -> node.isIntegralNumber();
            case BOOLEAN -> node.isBoolean();
            case TEXTS -> node.isArray() && node.values().stream().allMatch(JsonNode::isString);
            case PAIRS, OBJECT -> node.isObject();
        };
    }

    String description() {
        return description;
    }
}
