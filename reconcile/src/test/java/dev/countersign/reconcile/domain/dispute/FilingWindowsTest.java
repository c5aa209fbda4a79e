package dev.countersign.reconcile.domain.dispute;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.reconcile.domain.feed.Network;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The days that there are to file a dispute. */
class FilingWindowsTest {

    @ParameterizedTest
    @CsvSource({
        "VISA,       OTHER,     2026-11-21, 2027-02-04, 2027-01-25",
        "MASTERCARD, DUPLICATE, 2026-11-21, 2027-02-19, 2027-02-09",
        "VISA,       DUPLICATE, 2026-11-21, 2027-03-21, 2027-03-11",
        "VISA,       FRAUD,     2028-02-29, 2028-06-28, 2028-06-18"
    })
    void endTenDaysBeforeThoseOfTheNetwork(
            Network network,
            DisputeReason reason,
            LocalDate processed,
            LocalDate lastDay,
            LocalDate fileBy) {
        Instant at = processed.atTime(23, 59).toInstant(ZoneOffset.UTC);

        assertThat(FilingWindows.DEFAULT.lastDay(network, reason, at)).isEqualTo(lastDay);
        assertThat(FilingWindows.DEFAULT.fileBy(network, reason, at)).isEqualTo(fileBy);
        assertThat(processed.plusDays(FilingWindows.DEFAULT.daysToFile(network, reason)))
                .isEqualTo(fileBy);
    }
}
