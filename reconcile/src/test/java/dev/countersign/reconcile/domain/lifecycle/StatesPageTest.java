package dev.countersign.reconcile.domain.lifecycle;

import dev.countersign.reconcile.domain.Wire;
import dev.countersign.reconcile.domain.breaks.BreakState;
import dev.countersign.reconcile.domain.card.CardLifecycle;
import dev.countersign.reconcile.domain.dispute.DisputeStatus;
import dev.countersign.reconcile.domain.order.OrderStatus;
import dev.countersign.reconcile.domain.pin.PinStatus;
import dev.countersign.reconcile.domain.settlement.MonthClose;
import dev.countersign.reconcile.domain.transaction.TransactionStatus;
import dev.countersign.reconcile.domain.wallet.WalletTokenStatus;
import dev.countersign.reconcile.testkit.GeneratedFile;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The page of states is what the tables say. */
class StatesPageTest {

    private static final String HEAD =
            """
            # States and what moves them

            For developers who call the REST interface. Made from the tables that the code itself obeys.
            """;

    @Test
    void showsEveryTable() {
        String tables =
                List.of(
                                CardLifecycle.TABLE,
                                OrderStatus.TABLE,
                                WalletTokenStatus.TABLE,
                                PinStatus.TABLE,
                                TransactionStatus.TABLE,
                                DisputeStatus.TABLE,
                                BreakState.TABLE,
                                MonthClose.Stage.TABLE)
                        .stream()
                        .map(StatesPageTest::section)
                        .collect(Collectors.joining());

        new GeneratedFile("states.md").assertIs(HEAD + tables);
    }

    private static String section(Lifecycle<?> table) {
        return table.steps().stream()
                .map(StatesPageTest::row)
                .collect(
                        Collectors.joining(
                                "",
                                "\n## " + table.name() + "\n\n| From | By | To |\n|-|-|-|\n",
                                ""));
    }

    private static String row(Lifecycle.Step<?> step) {
        return "| `%s` | %s | `%s` |\n"
                .formatted(name(step.from()), step.trigger(), name(step.to()));
    }

    private static String name(Object state) {
        return ((Wire) state).wire();
    }
}
