package dev.countersign.facade.rest;

import dev.countersign.reconcile.domain.ErrorCode;
import dev.countersign.reconcile.domain.RequestRefusedException;
import dev.countersign.reconcile.domain.account.Mode;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;

/** Counts the PIN blocks that were invalid, and those that were refused after too many. */
public final class PinBlockMeter {

    private final Map<Mode, Counter> invalid = new EnumMap<>(Mode.class);
    private final Map<Mode, Counter> limited = new EnumMap<>(Mode.class);

    public PinBlockMeter(MeterRegistry meters) {
        for (Mode mode : Mode.values()) {
            invalid.put(mode, counter(meters, mode, "invalid"));
            limited.put(mode, counter(meters, mode, "limited"));
        }
    }

    private static Counter counter(MeterRegistry meters, Mode mode, String outcome) {
        return Counter.builder("countersign.pin.blocks.refused")
                .description("PIN blocks that were refused")
                .tag("mode", mode.wire())
                .tag("outcome", outcome)
                .register(meters);
    }

    /** Reads a PIN block, and counts it where it is refused. */
    public <T> T count(Mode mode, Supplier<T> reading) {
        try {
            return reading.get();
        } catch (RequestRefusedException refused) {
            if (refused.code() == ErrorCode.PIN_BLOCK_INVALID) {
                increment(invalid, mode);
            } else if (refused.code() == ErrorCode.TOO_MANY_REQUESTS) {
                increment(limited, mode);
            }
            throw refused;
        }
    }

    private static void increment(Map<Mode, Counter> counters, Mode mode) {
        Objects.requireNonNull(counters.get(mode)).increment();
    }
}
