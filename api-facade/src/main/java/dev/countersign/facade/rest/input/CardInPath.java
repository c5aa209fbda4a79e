package dev.countersign.facade.rest.input;

import dev.countersign.reconcile.domain.account.Book;
import dev.countersign.reconcile.domain.card.Card;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.service.NotFound;
import dev.countersign.reconcile.service.issuing.Cards;
import jakarta.servlet.http.HttpServletRequest;

/** The card that a path names. It is looked for before anything else of a request is read. */
public final class CardInPath {

    private CardInPath() {}

    /** The id of a card; what is no such id is an unknown card. */
    public static CardId parse(String id) {
        return CardId.parse(id).orElseThrow(() -> NotFound.of("card", "card_id"));
    }

    /**
     * The id of a card, in a request that says nothing more. One that says more is refused, where
     * there is such a card.
     */
    public static CardId alone(Cards cards, Book book, String id, HttpServletRequest request) {
        if (Body.saysMore(request)) {
            var unused = find(cards, book, id);
            Body.requireNone(request);
        }
        return parse(id);
    }

    /** The card of a book. */
    public static Card find(Cards cards, Book book, String id) {
        return CardId.parse(id)
                .flatMap(known -> cards.find(book, known))
                .orElseThrow(() -> NotFound.of("card", "card_id"));
    }
}
