package dev.countersign.facade.rest.input;

import dev.countersign.reconcile.domain.account.Book;
import dev.countersign.reconcile.domain.card.Card;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.service.NotFound;
import dev.countersign.reconcile.service.issuing.Cards;

/** The card that a path names. It is looked for before anything else of a request is read. */
public final class CardInPath {

    private CardInPath() {}

    /** The id of a card; what is no such id is an unknown card. */
    public static CardId parse(String id) {
        return CardId.parse(id).orElseThrow(() -> NotFound.of("card", "card_id"));
    }

    /** The card of a book. */
    public static Card find(Cards cards, Book book, String id) {
        return CardId.parse(id)
                .flatMap(known -> cards.find(book, known))
                .orElseThrow(() -> NotFound.of("card", "card_id"));
    }
}
