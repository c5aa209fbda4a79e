package dev.countersign.facade.console.access;

import dev.countersign.reconcile.domain.text.PlainText;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The rules for the input of a request, applied before a page sees it. The pages state the same
 * rules to an operator at a form. A sender that submits forms by other means is told here, so that
 * nothing is kept that no page could show.
 */
final class InputRules {

    private static final int CHARACTERS_MAX = 255;

    /** Parameters that may be longer than a name. */
    private static final Map<String, Integer> LONGER =
            Map.of("reason", 1_000, "remark", 1_000, "text", 100_000, "next", 2_000);

    private InputRules() {}

    /** Returns the reason to process a request no further; null if it may proceed. */
    static @Nullable String fault(HttpServletRequest request, boolean changing) {
        for (Map.Entry<String, String[]> each : request.getParameterMap().entrySet()) {
            int max = LONGER.getOrDefault(each.getKey(), CHARACTERS_MAX);
            for (String value : each.getValue()) {
                boolean plain = changing ? PlainText.isParagraph(value) : value.indexOf('\0') < 0;
                if (!plain) {
                    return "A text with a control character or another that is not allowed"
                            + " cannot be kept.";
                }
                if (changing && value.codePointCount(0, value.length()) > max) {
                    return String.format(
                            Locale.ROOT, "That is too long: at most %,d characters.", max);
                }
            }
        }
        return null;
    }
}
