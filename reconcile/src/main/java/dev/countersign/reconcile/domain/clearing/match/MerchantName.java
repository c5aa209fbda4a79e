package dev.countersign.reconcile.domain.clearing.match;

import java.text.Normalizer;
import java.text.Normalizer.Form;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Names of merchants as they can be compared: authorization and clearing write them with other
 * case, accents, punctuation, store numbers and cut at another length.
 */
final class MerchantName {

    /** The shortest field that networks give the name. */
    private static final int COMPARED = 18;

    private MerchantName() {}

    /** Letters and digits in upper case without a store number at the end; null for no name. */
    static @Nullable String normalized(@Nullable String name) {
        if (name == null) {
            return null;
        }
        StringBuilder kept = new StringBuilder(name.length());
        Normalizer.normalize(name, Form.NFKD)
                .toUpperCase(Locale.ROOT)
                .codePoints()
                .filter(Character::isLetterOrDigit)
                .forEach(kept::appendCodePoint);
        String whole = kept.toString();
        String text = withoutStoreNumber(whole);
        if (text.isEmpty()) {
            text = whole;
        }
        if (text.isEmpty()) {
            return null;
        }
        return text.length() <= COMPARED ? text : text.substring(0, COMPARED);
    }

    private static String withoutStoreNumber(String text) {
        int end = text.length();
        while (end > 0 && Character.isDigit(text.charAt(end - 1))) {
            end--;
        }
        return text.substring(0, end);
    }

    static boolean same(@Nullable String one, @Nullable String other) {
        String normalized = normalized(one);
        return normalized != null && normalized.equals(normalized(other));
    }
}
