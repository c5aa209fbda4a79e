package dev.countersign.facade.rest.input;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.countersign.reconcile.domain.ErrorCode;
import dev.countersign.reconcile.domain.RequestRefusedException;
import java.lang.reflect.RecordComponent;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The properties that an object may have, with their JSON types. What does not fit cannot be bound.
 * A property that exists but is not the caller's to set is known, and refused as that.
 */
public final class ObjectShape {

    private final Map<String, Property> properties = new LinkedHashMap<>();
    private final Set<String> fixed = new HashSet<>();

    private record Property(
            PropertyType type, boolean required, boolean nullable, @Nullable ObjectShape inner) {}

    /** Properties that must be there. */
    public ObjectShape required(PropertyType type, String... names) {
        return add(new Property(type, true, false, null), names);
    }

    /** An object that must be there. */
    public ObjectShape required(String name, ObjectShape inner) {
        return add(new Property(PropertyType.OBJECT, true, false, inner), name);
    }

    /** Properties that may be there. */
    public ObjectShape optional(PropertyType type, String... names) {
        return add(new Property(type, false, false, null), names);
    }

    /** An object that may be there. */
    public ObjectShape optional(String name, ObjectShape inner) {
        return add(new Property(PropertyType.OBJECT, false, false, inner), name);
    }

    /** Properties that may be there and may be null. */
    public ObjectShape nullable(PropertyType type, String... names) {
        return add(new Property(type, false, true, null), names);
    }

    /** An object that may be there and may be null. */
    public ObjectShape nullable(String name, ObjectShape inner) {
        return add(new Property(PropertyType.OBJECT, false, true, inner), name);
    }

    /**
     * All other properties of the resource, as it is shown: they are not the caller's to set here.
     */
    public ObjectShape fixed(Class<? extends Record> resource) {
        for (RecordComponent shown : resource.getRecordComponents()) {
            JsonProperty named = shown.getAccessor().getAnnotation(JsonProperty.class);
            fixed.add(named == null ? shown.getName() : named.value());
        }
        return this;
    }

    private ObjectShape add(Property property, String... names) {
        for (String name : names) {
            properties.put(name, property);
        }
        return this;
    }

    /** Refuses an object of another shape: first for what cannot be bound. */
    void check(JsonNode object) {
        @Nullable String untouchable = bind(object, "");
        if (untouchable != null) {
            throw RequestRefusedException.at(ErrorCode.PROPERTY_NOT_UPDATABLE, untouchable);
        }
    }

    private @Nullable String bind(JsonNode object, String prefix) {
        @Nullable String untouchable = null;
        for (String name : object.propertyNames()) {
            Property property = properties.get(name);
            if (property != null) {
                @Nullable String inside = bind(object.get(name), property, prefix + name);
                untouchable = untouchable == null ? inside : untouchable;
            } else if (fixed.contains(name)) {
                untouchable = untouchable == null ? prefix + name : untouchable;
            } else {
                throw new RequestRefusedException(
                        ErrorCode.PARAMETER_UNKNOWN,
                        properties.isEmpty()
                                ? "The operation takes no properties."
                                : "There is no property of this name; there are %s."
                                        .formatted(String.join(", ", properties.keySet())),
                        prefix + name);
            }
        }
        for (Map.Entry<String, Property> property : properties.entrySet()) {
            if (property.getValue().required() && !object.has(property.getKey())) {
                throw RequestRefusedException.at(
                        ErrorCode.PARAMETER_MISSING, prefix + property.getKey());
            }
        }
        return untouchable;
    }

    private static @Nullable String bind(JsonNode value, Property property, String path) {
        if (value.isNull() && property.nullable()) {
            return null;
        }
        if (!property.type().fits(value)) {
            throw wrongType(property.type(), path);
        }
        if (property.type() == PropertyType.PAIRS) {
            requireTexts(value, property.nullable(), path);
        }
        return property.inner() == null ? null : property.inner().bind(value, path + ".");
    }

    /** In an update, a null value removes its pair. */
    private static void requireTexts(JsonNode pairs, boolean nullsRemove, String path) {
        for (String key : pairs.propertyNames()) {
            JsonNode value = pairs.get(key);
            if (!value.isString() && !(nullsRemove && value.isNull())) {
                throw wrongType(PropertyType.TEXT, path + "." + key);
            }
        }
    }

    private static RequestRefusedException wrongType(PropertyType type, String path) {
        return new RequestRefusedException(
                ErrorCode.PARAMETER_TYPE_INVALID,
                "The property must be " + type.description() + ".",
                path);
    }
}
