package dev.countersign.facade.console.access;

import dev.countersign.reconcile.domain.text.PlainText;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a request brings along, before a page sees it. The pages say the same to whoever types; who
 * sends forms by other means is told here, so that nothing is kept that no page could show.
 */
final class InputRules {

    private static final int CHARACTERS_MAX = 255;

    /** What may be longer than a name. */
    private static final Map<String, Integer> LONGER =
            Map.of("reason", 1_000, "remark", 1_000, "text", 100_000, "next", 2_000);

    private InputRules() {}

    /** Why a request is not looked at any further; null for one that is. */
    static @Nullable String fault(HttpServletRequest request, boolean changing) {
        for (Map.Entry<String, String[]> each : request.getParameterMap().entrySet()) {
            int max = LONGER.getOrDefault(each.getKey(), CHARACTERS_MAX);
            for (String value : each.getValue()) {
                boolean plain = changing ? PlainText.isParagraph(value) : value.indexOf('\0') < 0;
                if (!plain) {
                    return "A text with a control character or another that no report can carry"
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
