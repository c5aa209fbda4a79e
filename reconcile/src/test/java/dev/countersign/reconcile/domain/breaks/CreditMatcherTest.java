package dev.countersign.reconcile.domain.breaks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.reconcile.domain.breaks.CreditMatcher.Credit;
import dev.countersign.reconcile.domain.breaks.CreditMatcher.CreditAllocation;
import dev.countersign.reconcile.domain.breaks.CreditMatcher.UncoveredBreak;
import dev.countersign.reconcile.testkit.domain.TextTable;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each minor unit that a merchant gives back covers one break once. */
class CreditMatcherTest {

    private static final int SEEDS = 300;

    /** Breaks of one purchase, the oldest first, and the credits for it in their order. */
    @TestFactory
    Stream<DynamicTest> coversBreaks() {
        return TextTable.tests(
                """
                case                                  | breaks         | credits       | allocations           | covered
                an equal amount                       | a=600          | 600           | 600:a                 | a
                more than the break                   | a=600          | 5600          | 600:a                 | a
                less than the break                   | a=600          | 599           | 599:a                 |
                in parts                              | a=600          | 400 200       | 400:a 200:a           | a
                in parts, and more                    | a=600          | 400 300       | 400:a 200:a           | a
                the oldest of two that are equal      | a=5000 b=5000  | 5000          | 5000:a                | a
                both that are equal                   | a=5000 b=5000  | 5000 5000     | 5000:a 5000:b         | a b
                two that are equal, by one            | a=5000 b=5000  | 10000         | 5000:a 5000:b         | a b
                an equal amount before the oldest     | a=600 b=5600   | 5600          | 5600:b                | b
                the oldest, then the next             | a=600 b=5600   | 1000          | 600:a 400:b           | a
                the rest of the next                  | a=600 b=5600   | 1000 5200     | 600:a 400:b 5200:b    | a b
                an equal rest before the oldest       | a=600 b=5600   | 5500 100 600  | 600:a 4900:b 100:b 600:b | a b
                nothing is left to cover              | a=600          | 600 600       | 600:a                 | a
                nothing to cover                      |                | 600           |                       |
                a unit                                | a=1 b=1        | 1             | 1:a                   | a
                the largest amounts                   | a=9223372036854775807 b=1 | 9223372036854775807 | 9223372036854775807:a | a
                """,
                row -> {
                    CreditMatcher matcher = new CreditMatcher();
                    List<UncoveredBreak> breaks =
                            row.words("breaks").stream().map(CreditMatcherTest::uncovered).toList();
                    int number = 0;
                    for (String minor : row.words("credits")) {
                        Credit credit = new Credit(id("credit " + number), Long.parseLong(minor));
                        matcher.allocate(credit, breaks);
                        number += 1;
                    }

                    assertThat(matcher.allocations().stream().map(CreditMatcherTest::text))
                            .containsExactlyElementsOf(row.words("allocations"));
                    assertThat(matcher.covered().stream().map(CreditMatcherTest::name))
                            .containsExactlyInAnyOrderElementsOf(row.words("covered"));
                });
    }

    /** Other seeds each time, each in the name of its run; the first can be set to repeat them. */
    static LongStream seeds() {
        long first = Long.getLong("test.seed", System.nanoTime());
        return LongStream.range(first, first + SEEDS);
    }

    /** Any credits, with any breaks that each may cover. */
    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void coversNothingTwiceAndLeavesNothingThatFits(long seed) {
        Random random = new Random(seed);
        List<UncoveredBreak> breaks = new ArrayList<>();
        for (int i = 0; i < 1 + random.nextInt(5); i++) {
            breaks.add(new UncoveredBreak(id("break " + i), 1 + random.nextInt(20)));
        }
        CreditMatcher matcher = new CreditMatcher();
        Map<Credit, List<UncoveredBreak>> offered = new HashMap<>();
        for (int i = 0; i < random.nextInt(6); i++) {
            Credit credit = new Credit(id("credit " + i), 1 + random.nextInt(20));
            List<UncoveredBreak> its =
                    breaks.stream().filter(one -> random.nextInt(3) > 0).toList();
            offered.put(credit, its);
            matcher.allocate(credit, its);
        }
        Map<UUID, Long> ofBreak = new HashMap<>();
        Map<UUID, Long> ofCredit = new HashMap<>();
        for (CreditAllocation part : matcher.allocations()) {
            assertThat(part.minor()).isPositive();
            ofBreak.merge(part.breakId(), part.minor(), Long::sum);
            ofCredit.merge(part.record(), part.minor(), Long::sum);
        }

        assertThat(new HashSet<>(pairs(matcher))).hasSameSizeAs(matcher.allocations());
        for (UncoveredBreak one : breaks) {
            long covered = ofBreak.getOrDefault(one.id(), 0L);
            assertThat(covered).isLessThanOrEqualTo(one.minor());
            assertThat(matcher.covered().contains(one.id())).isEqualTo(covered == one.minor());
        }
        offered.forEach(
                (credit, its) -> {
                    long used = ofCredit.getOrDefault(credit.record(), 0L);
                    assertThat(used).isLessThanOrEqualTo(credit.minor());
                    if (used < credit.minor()) {
                        assertThat(matcher.covered())
                                .containsAll(its.stream().map(UncoveredBreak::id).toList());
                    }
                });
    }

    private static List<List<UUID>> pairs(CreditMatcher matcher) {
        return matcher.allocations().stream()
                .map(part -> List.of(part.breakId(), part.record()))
                .toList();
    }

    private static UncoveredBreak uncovered(String text) {
        return new UncoveredBreak(new UUID(0, text.charAt(0)), Long.parseLong(text.substring(2)));
    }

    private static String text(CreditAllocation part) {
        return part.minor() + ":" + name(part.breakId());
    }

    private static String name(UUID id) {
        return String.valueOf((char) id.getLeastSignificantBits());
    }

    private static UUID id(String name) {
        return UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8));
    }
}
