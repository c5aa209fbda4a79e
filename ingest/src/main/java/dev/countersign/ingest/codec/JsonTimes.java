package dev.countersign.ingest.codec;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/**
 * Times as the interface writes them: UTC, to the millisecond. The last one is kept, since all of a
 * batch are of one time.
 */
public final class JsonTimes {

    private static final DateTimeFormatter MILLISECONDS =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT)
                    .withZone(ZoneOffset.UTC);

    private record FormattedInstant(Instant at, String text) {}

    private volatile FormattedInstant last = written(Instant.EPOCH);

    public String text(Instant at) {
        FormattedInstant written = last;
        if (!written.at().equals(at)) {
            written = written(at);
            last = written;
        }
        return written.text();
    }

    private static FormattedInstant written(Instant at) {
        return new FormattedInstant(at, MILLISECONDS.format(at));
    }
}
