package dev.countersign.facade.rest.input;

import dev.countersign.reconcile.domain.ErrorCode;
import dev.countersign.reconcile.domain.RequestRefusedException;
import dev.countersign.reconcile.domain.text.CardNumberMask;
import dev.countersign.reconcile.domain.text.PlainText;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** Metadata as callers set and merge it: at most 50 pairs, values of at most 500 characters. */
public final class MetadataInput {

    private static final String NAME = "metadata";
    private static final int PAIRS_MAX = 50;
    private static final int VALUE_MAX = 500;
    private static final int KEY_MAX = 500;

    private MetadataInput() {}

    /** Metadata of something new. */
    public static Map<String, String> read(Body body) {
        return merge(body, Map.of());
    }

    /** Metadata after an update: a null removes its pair, null as a whole removes all. */
    public static Map<String, String> merge(Body body, Map<String, String> before) {
        if (!body.has(NAME)) {
            return before;
        }
        if (body.isNull(NAME)) {
            return Map.of();
        }
        Map<String, String> after = new LinkedHashMap<>(before);
        Set<String> set = new HashSet<>();
        Body pairs = body.part(NAME);
        for (String key : pairs.names()) {
            if (key.codePointCount(0, key.length()) > KEY_MAX) {
                throw new RequestRefusedException(
                        ErrorCode.VALUE_TOO_LONG, "A key is too long.", NAME);
            }
            if (!PlainText.isLine(key)) {
                throw new RequestRefusedException(
                        ErrorCode.VALUE_INVALID, Body.CHARACTER_REFUSED, NAME);
            }
            String kept = CardNumberMask.mask(key);
            if (!set.add(kept)) {
                throw new RequestRefusedException(
                        ErrorCode.METADATA_VALUE_INVALID,
                        "Two keys are the same once card numbers in them are masked.",
                        NAME + "." + kept);
            }
            if (pairs.isNull(key)) {
                after.remove(kept);
            } else {
                after.put(kept, value(pairs, key, kept));
            }
        }
        if (after.size() > PAIRS_MAX) {
            throw RequestRefusedException.at(ErrorCode.METADATA_TOO_MANY_KEYS, NAME);
        }
        return after;
    }

    private static String value(Body pairs, String key, String kept) {
        try {
            return String.valueOf(pairs.paragraph(key, VALUE_MAX));
        } catch (RequestRefusedException refused) {
            throw RequestRefusedException.at(ErrorCode.METADATA_VALUE_INVALID, NAME + "." + kept);
        }
    }
}
