package dev.countersign.facade.rest.input;

import dev.countersign.reconcile.domain.account.Book;
import dev.countersign.reconcile.domain.card.Card;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.service.NotFound;
import dev.countersign.reconcile.service.issuing.Cards;

/** The card that a path names. It is looked for before anything else of a request is read. */
public final class CardInPath {

    private CardInPath() {}

    public static Card find(Cards cards, Book book, String id) {
        return CardId.parse(id)
                .flatMap(known -> cards.find(book, known))
                .orElseThrow(() -> NotFound.of("card", "card_id"));
    }
}
