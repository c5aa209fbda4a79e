package dev.countersign.jobs.bank.camt;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The texts inside an XML element by their paths. Where a path occurs twice, the first text counts.
 */
final class ElementTexts {

    private final Map<String, String> texts = new HashMap<>();

    void put(String path, String text) {
        if (!text.isEmpty()) {
            texts.putIfAbsent(path, text);
        }
    }

    @Nullable String get(String path) {
        return texts.get(path);
    }

    /** The text of the first of these paths that has one. */
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
