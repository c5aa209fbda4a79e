package dev.countersign.reconcile.service.issuing;

import dev.countersign.reconcile.domain.ErrorCode;
import dev.countersign.reconcile.domain.RequestRefusedException;
import dev.countersign.reconcile.domain.account.Book;
import dev.countersign.reconcile.domain.card.AuthorizationControls;
import dev.countersign.reconcile.domain.card.Card;
import dev.countersign.reconcile.domain.card.CardFilter;
import dev.countersign.reconcile.domain.card.CardLifecycle;
import dev.countersign.reconcile.domain.card.CardRules;
import dev.countersign.reconcile.domain.card.CardStatus;
import dev.countersign.reconcile.domain.card.SpendingLimits;
import dev.countersign.reconcile.domain.card.Termination;
import dev.countersign.reconcile.domain.card.ThreeDsSettings;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.list.ListPage;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.service.NotFound;
import dev.countersign.reconcile.store.issuing.CardChangeStore;
import dev.countersign.reconcile.store.issuing.CardRulesStore;
import dev.countersign.reconcile.store.issuing.CardStore;
import dev.countersign.reconcile.store.issuing.OrderStore;
import dev.countersign.reconcile.store.issuing.WalletTokenStore;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** Cards of a book, what their issuer sets on them, and their life. */
public final class Cards {

    private final Database database;
    private final CardStore cards;
    private final CardRulesStore rules = new CardRulesStore();
    private final WalletTokenStore tokens;
    private final OrderStore orders = new OrderStore();
    private final CardChangeStore changes;
    private final InstantSource clock;

    public Cards(
            Database database,
            CardStore cards,
            WalletTokenStore tokens,
            CardChangeStore changes,
            InstantSource clock) {
        this.database = database;
        this.cards = cards;
        this.tokens = tokens;
        this.changes = changes;
        this.clock = clock;
    }

    public Optional<Card> find(Book book, CardId id) {
        return database.read(handle -> cards.find(handle, book, id));
    }

    /** A page of cards, newest first. */
    public ListPage<Card> list(CardFilter filter, @Nullable UUID after, int limit) {
        return database.read(handle -> cards.list(handle, filter, after, limit));
    }

    // ---- what is printed and noted

    /** The details of a card itself that a caller may change. */
    public record Details(@Nullable String cardholderName, Map<String, String> metadata) {}

    /** Changes what is printed on a card and noted with it. */
    public Card update(Book book, CardId id, UnaryOperator<Details> change) {
        return database.atomically(
                handle -> {
                    Card card = lock(handle, book, id);
                    Details after =
                            change.apply(new Details(card.cardholderName(), card.metadata()));
                    Instant now = clock.instant();
                    cards.updateDetails(handle, id, after.cardholderName(), after.metadata(), now);
                    changes.insertFacts(handle, List.of(id));
                    return card.withDetails(after.cardholderName(), after.metadata(), now);
                });
    }

    // ---- its life

    /** Stops new authorizations; wallet tokens are suspended with it. */
    public Card freeze(Book book, CardId id) {
        return database.atomically(
                handle -> {
                    Card card = lockForDecisions(handle, book, id);
                    CardStatus next =
                            CardLifecycle.TABLE
                                    .next(card.status(), CardLifecycle.FREEZE)
                                    .orElseThrow(
                                            () ->
                                                    card.status() == CardStatus.FROZEN
                                                            ? refuse(ErrorCode.CARD_ALREADY_FROZEN)
                                                            : refuse(ErrorCode.CARD_NOT_ACTIVE));
                    tokens.suspendActive(handle, id, clock.instant());
                    return move(handle, card, next, null);
                });
    }

    /** Lets authorizations through again, and the wallet tokens that the freeze suspended. */
    public Card unfreeze(Book book, CardId id) {
        return database.atomically(
                handle -> {
                    Card card = lockForDecisions(handle, book, id);
                    CardStatus next =
                            CardLifecycle.TABLE
                                    .next(card.status(), CardLifecycle.UNFREEZE)
                                    .orElseThrow(() -> refuse(ErrorCode.CARD_NOT_FROZEN));
                    tokens.resumeSuspended(handle, id, clock.instant());
                    return move(handle, card, next, null);
                });
    }

    /** Ends a card for good; what was authorized before goes on. */
    public Card terminate(Book book, CardId id) {
        return database.atomically(
                handle -> {
                    Card card = lockForDecisions(handle, book, id);
                    return end(handle, card, Termination.OTHER)
                            .orElseThrow(() -> refuse(ErrorCode.CARD_ALREADY_TERMINATED));
                });
    }

    /** Ends a card; empty when it has ended before. */
    Optional<Card> end(Handle handle, Card card, Termination reason) {
        return CardLifecycle.TABLE
                .next(card.status(), CardLifecycle.TERMINATE)
                .map(
                        next -> {
                            tokens.removeAll(handle, card.id(), clock.instant());
                            orders.cancelPending(handle, card.id(), clock.instant());
                            return move(handle, card, next, reason);
                        });
    }

    private Card move(
            Handle handle, Card card, CardStatus status, @Nullable Termination termination) {
        Instant now = clock.instant();
        cards.updateStatus(handle, card.id(), status, termination, now);
        changes.insertFacts(handle, List.of(card.id()));
        return card.withStatus(status, now);
    }

    // ---- what authorizations are held to

    /** Sets all limits; null is not enforced. */
    public Card setLimits(Book book, CardId id, SpendingLimits limits) {
        return setRules(book, id, before -> before.withLimits(limits));
    }

    /** Sets where and how a card may be used. */
    public Card setControls(Book book, CardId id, AuthorizationControls controls) {
        return setRules(book, id, before -> before.withControls(controls));
    }

    /** Sets how a card takes part in 3-D Secure. */
    public Card setThreeDs(Book book, CardId id, ThreeDsSettings settings) {
        return setRules(book, id, before -> before.withThreeDs(settings));
    }

    private Card setRules(Book book, CardId id, UnaryOperator<CardRules> change) {
        return database.atomically(
                handle -> {
                    Card card = lockForDecisions(handle, book, id);
                    CardRules after = change.apply(card.rules());
                    Instant now = clock.instant();
                    rules.insert(handle, id, after, now);
                    cards.updateRules(handle, id, after.version(), now);
                    changes.insertFacts(handle, List.of(id));
                    return card.withRules(after, now);
                });
    }

    /**
     * A card to be changed in what decisions look at: a message that is written once this was
     * answered sees the change. A batch waits for its row only where it moves an order or a token
     * of this very card, and not for long.
     */
    Card lockForDecisions(Handle handle, Book book, CardId id) {
        keepRowsBriefly(handle);
        return lock(handle, book, id);
    }

    /** Ends this transaction's session soon where its process stops in the middle of it. */
    void keepRowsBriefly(Handle handle) {
        cards.keepRowsBriefly(handle);
    }

    /** Says that something of a card changed that decisions look at. */
    void changed(Handle handle, CardId id) {
        changes.insertFacts(handle, List.of(id));
    }

    /** A card that nobody else changes meanwhile. */
    public Card lock(Handle handle, Book book, CardId id) {
        return cards.lock(handle, book, id).orElseThrow(() -> NotFound.of("card", "card_id"));
    }

    /** A card as it is, without a lock on it. */
    Card load(Handle handle, Book book, CardId id) {
        return cards.find(handle, book, id).orElseThrow(() -> NotFound.of("card", "card_id"));
    }

    private static RequestRefusedException refuse(ErrorCode code) {
        return RequestRefusedException.at(code, "card_id");
    }
}
