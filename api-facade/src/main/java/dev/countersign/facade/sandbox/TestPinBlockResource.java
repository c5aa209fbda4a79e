package dev.countersign.facade.sandbox;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.countersign.facade.rest.input.Body;
import dev.countersign.facade.rest.input.Call;
import dev.countersign.facade.rest.input.CardInPath;
import dev.countersign.facade.rest.input.ObjectShape;
import dev.countersign.facade.rest.input.PropertyType;
import dev.countersign.reconcile.domain.ErrorCode;
import dev.countersign.reconcile.domain.RequestRefusedException;
import dev.countersign.reconcile.domain.account.Book;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.service.issuing.Cards;
import dev.countersign.reconcile.service.issuing.Pins;
import dev.countersign.reconcile.vault.Pin;
import jakarta.servlet.http.HttpServletRequest;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** PIN blocks as a device makes them: from the card number, which no operation shows. */
@RestController
@RequestMapping("/sandbox/v1/test_helpers/cards/{card_id}/pin-block")
record TestPinBlockResource(Cards cards, Pins pins) {

    private static final String WRITE = "pins:write";
    private static final int TEXT_MAX = 255;
    private static final ObjectShape CREATE = new ObjectShape().required(PropertyType.TEXT, "pin");

    /** A PIN, encrypted for one card. */
    record PinBlockJson(@JsonProperty("encrypted_pin_block") String encryptedPinBlock) {

        /** Never the block: what is answered may be logged. */
        @Override
        public String toString() {
            return "PinBlockJson[****]";
        }
    }

    @PostMapping
    PinBlockJson create(@PathVariable("card_id") String id, HttpServletRequest request) {
        Book book = Call.book(request, WRITE);
        CardId card = CardInPath.find(cards, book, id).id();
        Pin pin =
                Pin.parse(Body.read(request, CREATE).requiredText("pin", TEXT_MAX))
                        .orElseThrow(
                                () ->
                                        new RequestRefusedException(
                                                ErrorCode.FORMAT_INVALID,
                                                "The PIN must be 4 to 12 digits.",
                                                "pin"));
        try {
            return new PinBlockJson(pins.encrypt(book, card, pin));
        } finally {
            pin.wipe();
        }
    }
}
