package dev.countersign.reconcile.service.feed;

import dev.countersign.reconcile.domain.event.CardEvent;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.store.issuing.CardEventStore;
import dev.countersign.reconcile.store.issuing.CardEventStore.EventPage;
import dev.countersign.reconcile.store.issuing.CardEventStore.Position;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jdbi.v3.core.Handle;

/**
 * Tells what changed cards outside the stream: each change at least once, those of a card in their
 * order, by one process at a time.
 */
public final class CardEvents {

    private final Database database;
    private final CardEventStore store = new CardEventStore();

    public CardEvents(Database database) {
        this.database = database;
    }

    /**
     * Hands over what was not published yet. When the publisher throws, the same is handed over
     * again.
     *
     * @param changesMax how many changes at most
     * @return whether there may be more
     */
    public boolean tell(int changesMax, Consumer<List<CardEvent>> teller) {
        return database.atomically(handle -> tell(handle, changesMax, teller));
    }

    private boolean tell(Handle handle, int changesMax, Consumer<List<CardEvent>> teller) {
        Optional<Position> told = store.lock(handle);
        Optional<EventPage> next = told.flatMap(from -> store.after(handle, from, changesMax));
        next.ifPresent(
                page -> {
                    teller.accept(page.events());
                    store.move(handle, page.last());
                });
        return next.map(EventPage::whole).orElse(false);
    }
}
