package dev.countersign.ingest.codec;

import dev.countersign.reconcile.domain.feed.Processing;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The meanings of the first two digits of the processing code (ISO 8583 DE3). */
final class ProcessingCodes {

    private static final Map<String, Processing> TABLE =
            Map.ofEntries(
                    Map.entry("00", Processing.PURCHASE),
                    Map.entry("09", Processing.PURCHASE),
                    Map.entry("10", Processing.PURCHASE),
                    Map.entry("11", Processing.PURCHASE),
                    Map.entry("50", Processing.PURCHASE),
                    Map.entry("01", Processing.CASH_WITHDRAWAL),
                    Map.entry("12", Processing.CASH_WITHDRAWAL),
                    Map.entry("17", Processing.CASH_WITHDRAWAL),
                    Map.entry("20", Processing.REFUND),
                    Map.entry("21", Processing.REFUND),
                    Map.entry("26", Processing.REFUND),
                    Map.entry("28", Processing.REFUND),
                    Map.entry("30", Processing.INQUIRY),
                    Map.entry("18", Processing.VERIFICATION),
                    Map.entry("33", Processing.VERIFICATION),
                    Map.entry("38", Processing.VERIFICATION),
                    Map.entry("39", Processing.VERIFICATION));

    private ProcessingCodes() {}

    /** An absent code is a purchase. */
    static Processing of(@Nullable String code) {
        return code == null
                ? Processing.PURCHASE
                : TABLE.getOrDefault(code.substring(0, 2), Processing.UNKNOWN);
    }
}
