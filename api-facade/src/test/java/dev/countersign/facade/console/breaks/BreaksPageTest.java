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

            For the people who work on breaks. Made from the closed list in the code: what the
            stream and the night can find, as `breaks list`, the report `breaks` and the console
            name it. A break is a reconciliation difference. Any break can be explained
            (`breaks explain`), given to somebody (`assign`) and closed (`resolve`); `identify`,
            `match` and `write-off` say whose card it is, match a record to another transaction, and
            write the amount off. What the night disputes or proposes stays a break until the money
            is back or somebody resolves it.

            **Merchant credits.** A refund or a clearing reversal that names a purchase is allocated
            to the open breaks of that purchase whose records came before it: to a break of an equal
            amount first, else to the oldest, then to the next. Each minor unit covers one break once.
            A break closes when it is covered, and its dispute is withdrawn; its page says how much of
            it is covered. What a credit has above its breaks covers nothing, nor does a credit that
            names no purchase: that stays with a person. When a refund is reversed, it covers breaks
            that are still open no longer.

            **Too much given back.** What is given back of a purchase in all, by refunds, reversals and
            chargebacks that were won, above what cleared is `REFUND_EXCEEDS`; only the reversal of a
            refund covers it. A clearing reversal takes back from one transaction; more than that one
            has is `REVERSAL_EXCEEDS`, and waits in suspense until somebody writes it off.

            **The missing side** is merchant credits that cover the break. Where something cleared
            without an authorization, as a duplicate or after a decline, it is also an authorization
            that came late and covers it; where too much cleared, a late approval in stand-in.

            | Type | Severity | Closes by itself | What it means |
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
            case DIFFERENCE_GONE -> "when it is gone";
            case MISSING_SIDE_CAME -> "when the missing side comes";
            case AFTER_THIRTY_DAYS -> "after thirty days";
        };
    }
}
