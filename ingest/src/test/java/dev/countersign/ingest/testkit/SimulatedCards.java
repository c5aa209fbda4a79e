package dev.countersign.ingest.testkit;

import dev.countersign.ingest.simulate.SimulatedCard;
import dev.countersign.ingest.simulate.SimulatedRules;
import dev.countersign.reconcile.domain.feed.Network;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.service.JdbiSetup;
import dev.countersign.reconcile.testkit.FundedBook;
import dev.countersign.reconcile.testkit.SeededBook;
import java.time.InstantSource;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/** Cards that the simulator can spend with, in a test's own book: the same in each empty book. */
public final class SimulatedCards {

    private SimulatedCards() {}

    /** Issues cards with the limits and controls that the simulator reckons with. */
    public static List<SimulatedCard> issue(DataSource dataSource, int count) {
        return issue(new SeededBook(JdbiSetup.over(dataSource)), count);
    }

    /** The same, and they spend from one funding account that has so much. */
    public static List<SimulatedCard> issueFunded(DataSource dataSource, int count, long minor) {
        SeededBook book = new SeededBook(JdbiSetup.over(dataSource));
        var unused =
                new FundedBook(dataSource, book, InstantSource.fixed(SeededBook.CREATED))
                        .ofProgram(minor);
        return issue(book, count);
    }

    private static List<SimulatedCard> issue(SeededBook book, int count) {
        List<SimulatedCard> cards = new ArrayList<>();
        for (int number = 0; number < count; number++) {
            boolean cash = SimulatedRules.cashAllowed(number);
            CardId card = book.card(SimulatedRules.limits(), SimulatedRules.controls(cash));
            cards.add(new SimulatedCard(card, Network.VISA, YearMonth.of(2032, 12), "EUR", cash));
        }
        return cards;
    }
}
