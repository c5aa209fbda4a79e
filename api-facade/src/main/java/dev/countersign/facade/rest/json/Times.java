package dev.countersign.facade.rest.json;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Times as the interface writes them: UTC, to the millisecond. */
public final class Times {

    private static final DateTimeFormatter MILLISECONDS =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT)
                    .withZone(ZoneOffset.UTC);

    private Times() {}

    public static String write(Instant time) {
        return MILLISECONDS.format(time);
    }

    static @Nullable String writeOrNull(@Nullable Instant time) {
        return time == null ? null : write(time);
    }
}
