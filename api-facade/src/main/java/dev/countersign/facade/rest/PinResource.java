package dev.countersign.facade.rest;

import dev.countersign.facade.rest.input.Body;
import dev.countersign.facade.rest.input.Call;
import dev.countersign.facade.rest.input.CardInPath;
import dev.countersign.facade.rest.input.ObjectShape;
import dev.countersign.facade.rest.input.PropertyType;
import dev.countersign.facade.rest.json.PinStatusJson;
import dev.countersign.reconcile.domain.account.Book;
import dev.countersign.reconcile.domain.card.Card;
import dev.countersign.reconcile.domain.card.CardType;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.pin.PinState;
import dev.countersign.reconcile.service.access.ApiKeys.Caller;
import dev.countersign.reconcile.service.issuing.Cards;
import dev.countersign.reconcile.service.issuing.Pins;
import dev.countersign.reconcile.vault.Pin;
import jakarta.servlet.http.HttpServletRequest;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** The PIN of a physical card: its state, never itself. */
@RestController
@RequestMapping({"/v1/cards/{card_id}/pin", "/sandbox/v1/cards/{card_id}/pin"})
record PinResource(Cards cards, Pins pins, PinBlockMeter attempts) {

    private static final String READ = "pins:read";
    private static final String WRITE = "pins:write";

    private static final ObjectShape SET =
            new ObjectShape().required(PropertyType.TEXT, "encrypted_pin_block");

    @GetMapping
    PinStatusJson get(@PathVariable("card_id") String id, HttpServletRequest request) {
        Card card = CardInPath.find(cards, Call.book(request, READ), id);
        return card.type() == CardType.VIRTUAL
                ? PinStatusJson.ofVirtual(card.id())
                : PinStatusJson.of(card.id(), pins.state(card.id()));
    }

    @PutMapping
    PinStatusJson set(@PathVariable("card_id") String id, HttpServletRequest request) {
        Caller caller = Call.caller(request, WRITE);
        Book book = caller.book();
        CardId card = CardInPath.find(cards, book, id).id();
        String block = Body.read(request, SET).opaque("encrypted_pin_block");
        Pin pin = attempts.count(book.mode(), () -> pins.read(caller, card, block));
        try {
            PinState state = pins.set(book, card, pin);
            return PinStatusJson.of(card, state);
        } finally {
            pin.wipe();
        }
    }

    @PostMapping("/unblock")
    PinStatusJson unblock(@PathVariable("card_id") String id, HttpServletRequest request) {
        Book book = Call.book(request, WRITE);
        CardId card = CardInPath.alone(cards, book, id, request);
        PinState state = pins.unblock(book, card);
        return PinStatusJson.of(card, state);
    }
}
