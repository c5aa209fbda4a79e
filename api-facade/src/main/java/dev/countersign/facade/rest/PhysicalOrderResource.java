package dev.countersign.facade.rest;

import dev.countersign.facade.rest.input.AllowedValues;
import dev.countersign.facade.rest.input.Body;
import dev.countersign.facade.rest.input.Call;
import dev.countersign.facade.rest.input.CardInPath;
import dev.countersign.facade.rest.input.ObjectShape;
import dev.countersign.facade.rest.input.PropertyType;
import dev.countersign.facade.rest.json.PhysicalOrderJson;
import dev.countersign.reconcile.domain.account.Book;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.order.PhysicalOrder.Address;
import dev.countersign.reconcile.domain.order.ShippingMethod;
import dev.countersign.reconcile.service.NotFound;
import dev.countersign.reconcile.service.issuing.Cards;
import dev.countersign.reconcile.service.issuing.PhysicalOrders;
import jakarta.servlet.http.HttpServletRequest;
import java.util.regex.Pattern;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** The order of a plastic card. */
@RestController
@RequestMapping({
    "/v1/cards/{card_id}/physical-order",
    "/sandbox/v1/cards/{card_id}/physical-order"
})
record PhysicalOrderResource(Cards cards, PhysicalOrders orders) {

    private static final String READ = "orders:read";
    private static final String WRITE = "orders:write";
    private static final int LINE_MAX = 255;
    private static final Pattern COUNTRY = Pattern.compile("[A-Z]{2}");
    private static final AllowedValues<ShippingMethod> METHODS =
            AllowedValues.of(ShippingMethod.class);

    private static final ObjectShape CREATE =
            new ObjectShape()
                    .required(
                            "shipping_address",
                            new ObjectShape()
                                    .required(PropertyType.TEXT, "line1")
                                    .optional(PropertyType.TEXT, "line2")
                                    .required(PropertyType.TEXT, "city", "postal_code")
                                    .optional(PropertyType.TEXT, "state")
                                    .required(PropertyType.TEXT, "country"))
                    .optional(PropertyType.TEXT, "shipping_method")
                    .fixed(PhysicalOrderJson.class);

    @PostMapping
    ResponseEntity<String> create(@PathVariable("card_id") String id, HttpServletRequest request) {
        Book book = Call.book(request, WRITE);
        CardId card = CardInPath.find(cards, book, id).id();
        Call.requireKeyForm(request);
        Body body = Body.read(request, CREATE);
        Address address = address(body.part("shipping_address"));
        ShippingMethod named = body.choice("shipping_method", METHODS);
        ShippingMethod method = named == null ? ShippingMethod.STANDARD : named;
        return Call.send(
                orders.create(
                        book,
                        card,
                        address,
                        method,
                        Call.creation(request, book, body, PhysicalOrderJson::of)));
    }

    private static Address address(Body body) {
        return new Address(
                body.requiredText("line1", LINE_MAX),
                body.text("line2", LINE_MAX),
                body.requiredText("city", LINE_MAX),
                body.requiredText("postal_code", LINE_MAX),
                body.text("state", LINE_MAX),
                String.valueOf(body.text("country", COUNTRY, "two uppercase letters")));
    }

    @GetMapping
    PhysicalOrderJson get(@PathVariable("card_id") String id, HttpServletRequest request) {
        CardId card = CardInPath.find(cards, Call.book(request, READ), id).id();
        return orders.findNewest(card)
                .map(PhysicalOrderJson::of)
                .orElseThrow(() -> NotFound.of("physical card order", "card_id"));
    }

    @PostMapping("/cancel")
    PhysicalOrderJson cancel(@PathVariable("card_id") String id, HttpServletRequest request) {
        Book book = Call.book(request, WRITE);
        return PhysicalOrderJson.of(
                orders.cancel(book, CardInPath.alone(cards, book, id, request)));
    }
}
