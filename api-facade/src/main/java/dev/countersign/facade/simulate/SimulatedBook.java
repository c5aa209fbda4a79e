package dev.countersign.facade.simulate;

import dev.countersign.ingest.simulate.SimulatedCard;
import dev.countersign.ingest.simulate.SimulatedRules;
import dev.countersign.reconcile.domain.feed.Network;
import dev.countersign.reconcile.service.issuing.SandboxCards;
import dev.countersign.reconcile.service.issuing.SandboxCards.IssuedCard;
import dev.countersign.reconcile.service.issuing.SandboxCards.RequestedCard;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;

/** The cards of a seed in the sandbox book: the same seed finds the same cards again. */
public final class SimulatedBook {

    private SimulatedBook() {}

    /** Issues the cards that are missing. */
    public static List<SimulatedCard> issue(SandboxCards book, long seed, int cards) {
        return issue(book, seed, cards, done -> {});
    }

    /** The same; a watcher gets their number now and then. */
    static List<SimulatedCard> issue(SandboxCards book, long seed, int cards, IntConsumer watcher) {
        List<RequestedCard> wanted = new ArrayList<>(cards);
        for (int number = 0; number < cards; number++) {
            wanted.add(
                    new RequestedCard(
                            "simulated-" + seed + "-" + number,
                            SimulatedRules.limits(),
                            SimulatedRules.controls(SimulatedRules.cashAllowed(number))));
        }
        List<IssuedCard> issued = book.issueMissing(wanted, watcher);
        List<SimulatedCard> simulated = new ArrayList<>(cards);
        for (int number = 0; number < cards; number++) {
            IssuedCard card = issued.get(number);
            simulated.add(
                    new SimulatedCard(
                            card.id(),
                            Network.VISA,
                            card.expiry(),
                            card.currency(),
                            SimulatedRules.cashAllowed(number)));
        }
        return simulated;
    }
}
