package dev.countersign.reconcile.service.issuing;

import dev.countersign.reconcile.domain.ErrorCode;
import dev.countersign.reconcile.domain.RequestRefusedException;
import dev.countersign.reconcile.domain.account.Book;
import dev.countersign.reconcile.domain.card.AuthorizationControls;
import dev.countersign.reconcile.domain.card.Card;
import dev.countersign.reconcile.domain.card.CardLifecycle;
import dev.countersign.reconcile.domain.card.CardRules;
import dev.countersign.reconcile.domain.card.CardStatus;
import dev.countersign.reconcile.domain.card.SpendingLimits;
import dev.countersign.reconcile.domain.card.Termination;
import dev.countersign.reconcile.domain.card.ThreeDsSettings;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.service.NotFound;
import dev.countersign.reconcile.store.feed.FeedLock;
import dev.countersign.reconcile.store.issuing.CardChangeStore;
import dev.countersign.reconcile.store.issuing.CardRulesStore;
import dev.countersign.reconcile.store.issuing.CardStore;
import dev.countersign.reconcile.store.issuing.CardStore.Filter;
import dev.countersign.reconcile.store.issuing.OrderStore;
import dev.countersign.reconcile.store.issuing.WalletTokenStore;
import dev.countersign.reconcile.store.sql.ListPage;
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
    private final CardRulesStore rules;
    private final WalletTokenStore tokens;
    private final OrderStore orders;
    private final CardChangeStore changes;
    private final InstantSource clock;

    public Cards(
            Database database,
            CardStore cards,
            CardRulesStore rules,
            WalletTokenStore tokens,
            OrderStore orders,
            CardChangeStore changes,
            InstantSource clock) {
        this.database = database;
        this.cards = cards;
        this.rules = rules;
        this.tokens = tokens;
        this.orders = orders;
        this.changes = changes;
        this.clock = clock;
    }

    /** One card, if the book has it. */
    public Optional<Card> find(Book book, CardId id) {
        return database.read(handle -> cards.find(handle, book, id));
    }

    /** A page of cards, newest first. */
    public ListPage<Card> list(Filter filter, @Nullable UUID after, int limit) {
        return database.read(handle -> cards.list(handle, filter, after, limit));
    }

    // ---- what is printed and noted

    /** The details of a card itself that a caller may change. */
    public record Details(@Nullable String cardholderName, Map<String, String> metadata) {}

    /** Changes what is printed on a card and noted with it. */
    public Card update(Handle handle, Book book, CardId id, UnaryOperator<Details> change) {
        Card card = lock(handle, book, id);
        Details after = change.apply(new Details(card.cardholderName(), card.metadata()));
        cards.updateDetails(handle, id, after.cardholderName(), after.metadata(), clock.instant());
        changes.insert(handle, List.of(id));
        return lock(handle, book, id);
    }

    // ---- its life

    /** Stops new authorizations; wallet tokens are suspended with it. */
    public Card freeze(Handle handle, Book book, CardId id) {
        Card card = lockForDecisions(handle, book, id);
        CardStatus next =
                CardLifecycle.TABLE
                        .next(card.status(), CardLifecycle.FREEZE)
                        .orElseThrow(
                                () ->
                                        card.status() == CardStatus.FROZEN
                                                ? refuse(ErrorCode.CARD_ALREADY_FROZEN)
                                                : refuse(ErrorCode.CARD_NOT_ACTIVE));
        move(handle, card, next, null);
        tokens.suspendActive(handle, id, clock.instant());
        return lock(handle, book, id);
    }

    /** Lets authorizations through again, and the wallet tokens that the freeze suspended. */
    public Card unfreeze(Handle handle, Book book, CardId id) {
        Card card = lockForDecisions(handle, book, id);
        CardStatus next =
                CardLifecycle.TABLE
                        .next(card.status(), CardLifecycle.UNFREEZE)
                        .orElseThrow(() -> refuse(ErrorCode.CARD_NOT_FROZEN));
        move(handle, card, next, null);
        tokens.resumeSuspended(handle, id, clock.instant());
        return lock(handle, book, id);
    }

    /** Ends a card for good; what was authorized before goes on. */
    public Card terminate(Handle handle, Book book, CardId id) {
        Card card = lockForDecisions(handle, book, id);
        if (CardLifecycle.TABLE.next(card.status(), CardLifecycle.TERMINATE).isEmpty()) {
            throw refuse(ErrorCode.CARD_ALREADY_TERMINATED);
        }
        end(handle, card, Termination.OTHER);
        return lock(handle, book, id);
    }

    /** Ends a card that is not ended yet. */
    void end(Handle handle, Card card, Termination reason) {
        Optional<CardStatus> next =
                CardLifecycle.TABLE.next(card.status(), CardLifecycle.TERMINATE);
        if (next.isPresent()) {
            move(handle, card, next.get(), reason);
            tokens.removeAll(handle, card.id(), clock.instant());
            orders.cancelPending(handle, card.id(), clock.instant());
        }
    }

    private void move(
            Handle handle, Card card, CardStatus status, @Nullable Termination termination) {
        cards.updateStatus(handle, card.id(), status, termination, clock.instant());
        changes.insert(handle, List.of(card.id()));
    }

    // ---- what authorizations are held to

    /** Sets all limits; null is not enforced. */
    public Card setLimits(Handle handle, Book book, CardId id, SpendingLimits limits) {
        return setRules(
                handle,
                book,
                id,
                before ->
                        new CardRules(
                                before.version() + 1, limits, before.controls(), before.threeDs()));
    }

    /** Sets where and how a card may be used. */
    public Card setControls(Handle handle, Book book, CardId id, AuthorizationControls controls) {
        return setRules(
                handle,
                book,
                id,
                before ->
                        new CardRules(
                                before.version() + 1, before.limits(), controls, before.threeDs()));
    }

    /** Sets how a card takes part in 3-D Secure. */
    public Card setThreeDs(Handle handle, Book book, CardId id, ThreeDsSettings settings) {
        return setRules(
                handle,
                book,
                id,
                before ->
                        new CardRules(
                                before.version() + 1,
                                before.limits(),
                                before.controls(),
                                settings));
    }

    private Card setRules(Handle handle, Book book, CardId id, UnaryOperator<CardRules> change) {
        Card card = lockForDecisions(handle, book, id);
        CardRules after = change.apply(card.rules());
        Instant now = clock.instant();
        rules.insert(handle, id, after, now);
        cards.updateRules(handle, id, after.version(), now);
        changes.insert(handle, List.of(id));
        return lock(handle, book, id);
    }

    /**
     * A card to be changed in what decisions look at: the next message of it sees the change.
     * Whoever keeps its row keeps nobody else waiting, since the stream is stopped after that.
     */
    Card lockForDecisions(Handle handle, Book book, CardId id) {
        Card card = lock(handle, book, id);
        FeedLock.stopOrGiveUp(handle);
        return card;
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
        return new RequestRefusedException(code, code.meaning(), "card_id");
    }
}
