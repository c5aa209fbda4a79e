package dev.countersign.ingest.feed;

import io.opentelemetry.context.propagation.TextMapGetter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/** Reads the headers of a record as text. */
final class HeaderText implements TextMapGetter<Headers> {

    @Override
    public Iterable<String> keys(Headers headers) {
        List<String> names = new ArrayList<>();
        headers.forEach(header -> names.add(header.key()));
        return names;
    }

    @Override
    public @Nullable String get(@Nullable Headers headers, String name) {
        Header header = headers == null ? null : headers.lastHeader(name);
        return header == null || header.value() == null
                ? null
                : new String(header.value(), StandardCharsets.UTF_8);
    }
}
