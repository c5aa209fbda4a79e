package dev.countersign.ingest.event;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Times as the interface writes them: UTC, to the millisecond. */
final class JsonTimes {

    private static final DateTimeFormatter MILLISECONDS =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT)
                    .withZone(ZoneOffset.UTC);

    private JsonTimes() {}

    static String write(Instant time) {
        return MILLISECONDS.format(time);
    }
}
