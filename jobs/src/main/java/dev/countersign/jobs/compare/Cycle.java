package dev.countersign.jobs.compare;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.UUID;

/** One settlement cycle of a network, in one currency. */
record Cycle(
        String network,
        String institution,
        String service,
        LocalDate settlementDate,
        int cycle,
        String currency) {

    /** What differences and journals about the cycle are about; follows from its name. */
    UUID subject(String mode) {
        return UUID.nameUUIDFromBytes(
                String.join(
                                "|",
                                mode,
                                network,
                                institution,
                                service,
                                settlementDate.toString(),
                                String.valueOf(cycle),
                                currency)
                        .getBytes(StandardCharsets.UTF_8));
    }

    /**
     * The totals of a cycle.
     *
     * @param interchange above 0 what the issuer earns
     * @param fees what the network takes
     */
    record Total(
            BigDecimal debitCount,
            BigDecimal debit,
            BigDecimal creditCount,
            BigDecimal credit,
            BigDecimal interchange,
            BigDecimal fees) {

        /** What the issuer pays. */
        BigDecimal net() {
            return debit.subtract(credit).subtract(interchange).add(fees);
        }

        Total withFees(BigDecimal changed) {
            return new Total(debitCount, debit, creditCount, credit, interchange, changed);
        }
    }
}
