package dev.countersign.facade.console.breaks;

import dev.countersign.reconcile.domain.breaks.AutoClose;
import dev.countersign.reconcile.domain.breaks.BreakType;
import dev.countersign.reconcile.testkit.GeneratedFile;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The page of breaks says what the console says of each. */
class BreaksPageTest {

    private static final String HEAD =
            """
            # Breaks

            For operators who work on breaks. A break is a reconciliation difference that the stream
            or the night found. This page is made from the code, and uses the names of
            `breaks list`, the report `breaks` and the console. Any break can be explained
            (`breaks explain`), assigned to an operator (`assign`) and resolved (`resolve`).
            `identify` names a record's card, `match` matches a record to another transaction, and
            `write-off` writes the amount off. What is in suspense, or a file that is held back, is
            never resolved by words alone: it would stay so for good. A break that the night disputes
            or proposes stays open until the money is back or an operator resolves it.

            **Merchant credits.** A refund or a clearing reversal that names a purchase is allocated
            to the open breaks of that purchase whose records came before it: first to a break of an
            equal amount, else to the oldest, then to the next. Each minor unit covers one break
            once. A covered break closes, and its dispute is withdrawn; the page of a break shows
            the covered amount. A remainder covers nothing, nor does a credit that names no
            purchase: both stay with an operator. When a refund is reversed, it no longer covers the
            breaks that are still open.

            **Too much given back.** Refunds, reversals and won chargebacks that give back more of a
            purchase than had cleared are `REFUND_EXCEEDS`; only the reversal of a refund covers it.
            A clearing reversal reverses one transaction. An amount above that transaction is
            `REVERSAL_EXCEEDS`, and waits in suspense until an operator writes it off.

            **The missing side** is merchant credits that cover the break. For a clearing without an
            authorization, a duplicate or a clearing after a decline, it is also a late
            authorization that covers it; for an excess, a late stand-in approval.

            | Type | Severity | Closes automatically | Meaning |
            |-|-|-|-|
            """;

    @Test
    void showsEveryTypeWithItsSeverityAndMeaning() {
        String rows =
                Arrays.stream(BreakType.values())
                        .map(BreaksPageTest::row)
                        .collect(Collectors.joining());

        new GeneratedFile("breaks.md").assertIs(HEAD + rows);
    }

    private static String row(BreakType type) {
        return "| `%s` | %s | %s | %s |\n"
                .formatted(
                        type,
                        type.severity().wire(),
                        closes(type.autoClose()),
                        BreakExplanation.of(type));
    }

    private static String closes(AutoClose when) {
        return switch (when) {
            case NEVER -> "never";
            case DIFFERENCE_GONE -> "when the cause is gone";
            case MISSING_SIDE_CAME -> "when the missing side arrives";
            case AFTER_THIRTY_DAYS -> "after thirty days";
        };
    }
}
