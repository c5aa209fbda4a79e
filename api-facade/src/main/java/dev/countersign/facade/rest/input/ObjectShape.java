package dev.countersign.facade.rest.input;

import dev.countersign.reconcile.domain.ErrorCode;
import dev.countersign.reconcile.domain.RequestRefusedException;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
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

    /** A property that must be there. */
    public ObjectShape required(String name, PropertyType type) {
        return add(name, new Property(type, true, false, null));
    }

    /** An object that must be there. */
    public ObjectShape required(String name, ObjectShape inner) {
        return add(name, new Property(PropertyType.OBJECT, true, false, inner));
    }

    /** A property that may be there. */
    public ObjectShape optional(String name, PropertyType type) {
        return add(name, new Property(type, false, false, null));
    }

    /** An object that may be there. */
    public ObjectShape optional(String name, ObjectShape inner) {
        return add(name, new Property(PropertyType.OBJECT, false, false, inner));
    }

    /** A property that may be there and may be null. */
    public ObjectShape nullable(String name, PropertyType type) {
        return add(name, new Property(type, false, true, null));
    }

    /** An object that may be there and may be null. */
    public ObjectShape nullable(String name, ObjectShape inner) {
        return add(name, new Property(PropertyType.OBJECT, false, true, inner));
    }

    /** Properties of the resource that are not the caller's to set here. */
    public ObjectShape fixed(String... names) {
        fixed.addAll(List.of(names));
        return this;
    }

    private ObjectShape add(String name, Property property) {
        properties.put(name, property);
        return this;
    }

    /** Refuses an object of another shape: first for what cannot be bound. */
    void check(JsonNode object) {
        @Nullable String untouchable = bind(object, "");
        if (untouchable != null) {
            throw new RequestRefusedException(
                    ErrorCode.PROPERTY_NOT_UPDATABLE,
                    ErrorCode.PROPERTY_NOT_UPDATABLE.meaning(),
                    untouchable);
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
                        "There is no property of this name.",
                        prefix + name);
            }
        }
        for (Map.Entry<String, Property> property : properties.entrySet()) {
            if (property.getValue().required() && !object.has(property.getKey())) {
                throw new RequestRefusedException(
                        ErrorCode.PARAMETER_MISSING,
                        ErrorCode.PARAMETER_MISSING.meaning(),
                        prefix + property.getKey());
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
