package dev.countersign.facade.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.reconcile.domain.account.Mode;
import java.time.LocalDate;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The names of files that are downloaded from pages. */
class FileNamesTest {

    private static final LocalDate TODAY = LocalDate.parse("2026-11-28");

    @ParameterizedTest
    @CsvSource({
        "api-keys.csv, api-keys-live-2026-11-28.csv",
        "breaks-live.csv, breaks-live-2026-11-28.csv",
        "night-2026-11-26-steps.csv, night-2026-11-26-steps-live.csv",
        "2026-11-26.settlement.v1.xlsx, 2026-11-26.settlement.v1-live.xlsx",
        "trial-balance-live-2026-11-26.csv, trial-balance-live-2026-11-26.csv"
    })
    void sayTheirBooksAndTheirBusinessDateOnce(String name, String complete) {
        String attachment = "attachment; filename=\"%s\"";

        assertThat(FileNames.complete(attachment.formatted(name), Mode.LIVE, TODAY))
                .isEqualTo(attachment.formatted(complete));
    }
}
