package dev.countersign.jobs.bank.camt;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The texts of an XML element by their paths in it. Where a path is there twice the first counts.
 */
final class Said {

    private final Map<String, String> texts = new HashMap<>();

    void put(String path, String text) {
        if (!text.isEmpty()) {
            texts.putIfAbsent(path, text);
        }
    }

    @Nullable String get(String path) {
        return texts.get(path);
    }

    /** The first of several that is there. */
    @Nullable String first(String... paths) {
        for (String path : paths) {
            String text = texts.get(path);
            if (text != null) {
                return text;
            }
        }
        return null;
    }

    String get(String path, String otherwise) {
        return texts.getOrDefault(path, otherwise);
    }

    void clear() {
        texts.clear();
    }
}
