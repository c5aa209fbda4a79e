package dev.countersign.jobs.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.reconcile.domain.breaks.BreakType;
import dev.countersign.reconcile.domain.breaks.CreditPool.Part;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every minor unit that a merchant gives back answers once. */
class CreditMatcherTest {

    /**
     * One difference of a purchase of which refunds gave back these amounts, of which some was
     * spent on other purchases, and some on this one.
     */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    what                           | differs | cleared | refunds      | elsewhere | here | shares
                    just what differs              | 1000    | 6000    | 600 400      | 0 0       | 0 0  | 600 400
                    the first that make it         | 1000    | 6000    | 600 400 300  | 0 0 0     | 0 0 0| 600 400
                    one too many in between        | 1000    | 6000    | 600 300 400  | 0 0 0     | 0 0 0|
                    beside what is more than that  | 600     | 6000    | 300 1000 300 | 0 0 0     | 0 0 0| 300 300
                    a unit too little              | 1000    | 6000    | 600 399      | 0 0       | 0 0  |
                    a unit too much                | 1000    | 6000    | 600 401      | 0 0       | 0 0  |
                    all that cleared               | 1000    | 6000    | 3500 3000    | 0 0       | 0 0  | 3500 2500
                    all but what went elsewhere    | 1000    | 6000    | 3500 3000    | 501 0     | 0 0  |
                    some of it answered here       | 6000    | 6000    | 1000 5000    | 0 0       | 1000 0 | 0 5000
                    what answered here and there   | 6000    | 6000    | 1000 5000    | 0 5000    | 1000 0 |
                    what is spent makes nothing    | 1000    | 6000    | 1000 1000    | 1000 0    | 0 0  | 1000
                    """,
            useHeadersInDisplayName = true)
    void closesByParts(
            String what,
            long differs,
            long cleared,
            String refunds,
            String elsewhere,
            String here,
            @Nullable String shares) {
        OpenBreak open =
                new OpenBreak(
                        id("break"), BreakType.AMOUNT_OVER, differs, LocalDate.of(2026, 11, 21));
        long[] minors = numbers(refunds);
        long[] spent = numbers(elsewhere);
        long[] served = numbers(here);
        List<Credit> backs =
                IntStream.range(0, minors.length)
                        .mapToObj(i -> refund(open, i, minors[i], cleared, spent[i], served[i]))
                        .toList();
        CreditMatcher answers = new CreditMatcher();

        answers.closeByParts(backs);

        assertThat(answers.shares().stream().mapToLong(CreditMatcher.CreditAllocation::minor))
                .as(what)
                .containsExactly(Arrays.stream(numbers(shares)).boxed().toArray(Long[]::new));
    }

    private static Credit refund(
            OpenBreak open, int index, long minor, long cleared, long elsewhere, long here) {
        return new Credit(
                open,
                new Part(id("record " + index), id("refund " + index)),
                id("purchase"),
                minor,
                cleared,
                true,
                true,
                true,
                false,
                false,
                false,
                elsewhere + here,
                here);
    }

    private static UUID id(String name) {
        return UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8));
    }

    private static long[] numbers(@Nullable String text) {
        return text == null
                ? new long[0]
                : Arrays.stream(text.strip().split(" +", -1)).mapToLong(Long::parseLong).toArray();
    }
}
