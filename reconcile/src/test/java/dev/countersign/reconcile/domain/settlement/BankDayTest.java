package dev.countersign.reconcile.domain.settlement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.reconcile.domain.settlement.BankDay.BookedAmounts;
import dev.countersign.reconcile.testkit.domain.TextTable;
import java.math.BigInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * The bank against the networks, on one value date; what is in the ledger is in the last columns.
 */
class BankDayTest {

    private static final BigInteger MAX = BigInteger.valueOf(Long.MAX_VALUE);

    @TestFactory
    Stream<DynamicTest> isPaidWhenBothSidesAgree() {
        return TextTable.tests(
                """
                case                        | bank | network | told | complete | off   | before | verdict | paid | difference
                paid                        | 900  | 900     | yes  | yes      | -     | 0      | AGREES  | 900  | 0
                received                    | -900 | -900    | yes  | yes      | -     | 0      | AGREES  | -900 | 0
                the bank was silent         | 0    | 900     | no   | yes      | -     | 0      | WAITING | 0    | 0
                its word was taken back     | 0    | 900     | no   | yes      | -     | 900    | WAITING | 0    | 0
                nothing is due, or moved    | 0    | 0       | no   | yes      | -     | 0      | AGREES  | 0    | 0
                more may become due         | 0    | 0       | no   | no       | -     | 0      | WAITING | 0    | 0
                nothing moved, it says      | 0    | 0       | yes  | yes      | -     | 0      | AGREES  | 0    | 0
                the bank passed the date    | 0    | 900     | yes  | yes      | -     | 0      | DIFFERS | 0    | 0
                more may come               | 900  | 900     | yes  | no       | -     | 0      | WAITING | 0    | 0
                too much                    | 905  | 900     | yes  | yes      | -     | 0      | DIFFERS | 0    | 0
                too much, written off       | 905  | 900     | yes  | yes      | 5     | 0      | AGREES  | 905  | 5
                too little, written off     | 895  | 900     | yes  | yes      | -5    | 0      | AGREES  | 895  | -5
                another than is written off | 907  | 900     | yes  | yes      | 5     | 905    | DIFFERS | 905  | 0
                nobody settles              | 900  | 0       | yes  | yes      | -     | 0      | DIFFERS | 0    | 0
                the rest came               | 900  | 900     | yes  | yes      | -     | 500    | AGREES  | 900  | 0
                nobody ever pays so much    | 0    | MAX+MAX | yes  | yes      | -     | 0      | DIFFERS | 0    | 0
                nor can that be written off | 0    | MAX+MAX | yes  | yes      | -MAX2 | 0      | DIFFERS | 0    | 0
                no account holds it         | MAX  | MAX     | yes  | yes      | -     | 0      | DIFFERS | 0    | 0
                """,
                row -> {
                    BankDay day =
                            new BankDay(
                                    minor(row.text("bank")),
                                    minor(row.text("network")),
                                    row.text("told").equals("yes"),
                                    row.text("complete").equals("yes"),
                                    writtenOff(row.text("off")));
                    BookedAmounts booked =
                            day.booked(new BookedAmounts(Long.parseLong(row.text("before")), 0));
                    assertThat(day.match()).hasToString(row.text("verdict"));
                    assertThat(booked)
                            .isEqualTo(
                                    new BookedAmounts(
                                            Long.parseLong(row.text("paid")),
                                            Long.parseLong(row.text("difference"))));
                });
    }

    private static @Nullable BigInteger writtenOff(String text) {
        return text.equals("-") ? null : minor(text);
    }

    private static BigInteger minor(String text) {
        return switch (text) {
            case "MAX" -> MAX;
            case "MAX+MAX" -> MAX.add(MAX);
            case "-MAX2" -> MAX.add(MAX).negate();
            default -> new BigInteger(text);
        };
    }
}
