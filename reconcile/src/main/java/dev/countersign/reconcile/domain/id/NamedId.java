package dev.countersign.reconcile.domain.id;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * Identifiers that follow from what they name (RFC 9562, version 3), so that finding the same thing
 * again names it the same, on whichever run and machine.
 */
public final class NamedId {

    private NamedId() {}

    /** The identifier of what these parts name, in this order. */
    public static UUID of(Object... parts) {
        String name = Arrays.stream(parts).map(String::valueOf).collect(Collectors.joining("|"));
        return UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8));
    }
}
