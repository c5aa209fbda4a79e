package dev.countersign.reconcile.domain.settlement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.reconcile.domain.settlement.FileCheck.Facts;
import dev.countersign.reconcile.domain.settlement.FileSequence.NumberedFile;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rules for posting a clearing file and for naming missing ones. */
class ClearingFileRulesTest {

    private static final ControlTotals FOUND = totals(2, 12_000, 1, 3_000);

    @ParameterizedTest(name = "{0} debits of {1}, {2} credits of {3}: {4}")
    @CsvSource({
        "2, 12000, 1, 3000, ACCEPTED",
        "3, 12000, 1, 3000, REJECTED",
        "2, 12001, 1, 3000, REJECTED",
        "2, 12000, 0, 3000, REJECTED",
        "2, 12000, 1, 2999, REJECTED",
        "1, 3000, 2, 12000, REJECTED"
    })
    void comparesCountAndSumOfDebitsAndCreditsApart(
            long debits, long debit, long credits, long credit, FileCheck.FileStatus status) {
        assertThat(judged(true, totals(debits, debit, credits, credit), false)).isEqualTo(status);
    }

    @Test
    void waitsForTheTrailerOfAFileThatWasAnnounced() {
        assertThat(judged(false, null, false)).isEqualTo(FileCheck.FileStatus.WAITING);
    }

    @Test
    void takesATrailerThatGivesNoTotalsAtItsWord() {
        assertThat(judged(true, null, false)).isEqualTo(FileCheck.FileStatus.ACCEPTED);
    }

    @Test
    void postsWhatIsWrittenOffAsItCame() {
        assertThat(judged(true, totals(9, 9, 9, 9), true)).isEqualTo(FileCheck.FileStatus.ACCEPTED);
        assertThat(judged(false, null, true)).isEqualTo(FileCheck.FileStatus.ACCEPTED);
    }

    @Test
    void measuresTheLargerDifference() {
        assertThat(totals(2, 12_500, 1, 2_000).difference(FOUND))
                .isEqualTo(BigInteger.valueOf(1_000));
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(
            delimiter = ':',
            nullValues = "-",
            value = {
                "1 2 3 : ''",
                "7 8 9 : ''",
                "1 3 : 2-2 missing 1",
                "1 3 2 : 2-2 missing 0",
                "1 5 3 : 2-4 missing 2",
                "1 5 3 2 4 6 : 2-4 missing 0",
                "1 3 3 : 2-2 missing 1",
                "1 2 1 2 3 : ''",
                "1 3 1 2 3 : 2-2 missing 1",
                "1 2 3 1 3 : 2-2 missing 1",
                "1 2147483647 : 2-2147483646 missing 2147483645"
            })
    void findsFilesThatWereLeftOut(String numbers, String gaps) {
        List<NumberedFile> files =
                Arrays.stream(numbers.strip().split(" "))
                        .map(number -> new NumberedFile("F" + number, Integer.parseInt(number)))
                        .toList();

        assertThat(
                        FileSequence.gaps(files).stream()
                                .map(
                                        gap ->
                                                gap.first()
                                                        + "-"
                                                        + gap.last()
                                                        + " missing "
                                                        + gap.missing())
                                .collect(Collectors.joining(", ")))
                .isEqualTo(gaps.strip());
    }

    private static FileCheck.FileStatus judged(
            boolean closed, @Nullable ControlTotals stated, boolean accepted) {
        return FileCheck.judge(new Facts(closed, stated, FOUND, accepted));
    }

    private static ControlTotals totals(long debits, long debit, long credits, long credit) {
        return new ControlTotals(
                debits, BigInteger.valueOf(debit), credits, BigInteger.valueOf(credit));
    }
}
