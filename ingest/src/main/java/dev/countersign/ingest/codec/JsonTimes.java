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

    private record Written(Instant at, String text) {}

    private volatile Written last = written(Instant.EPOCH);

    public String text(Instant at) {
        Written written = last;
        if (!written.at().equals(at)) {
            written = written(at);
            last = written;
        }
        return written.text();
    }

    private static Written written(Instant at) {
        return new Written(at, MILLISECONDS.format(at));
    }
}
