package dev.countersign.facade.rest;

import dev.countersign.facade.rest.input.AllowedValues;
import dev.countersign.facade.rest.input.Body;
import dev.countersign.facade.rest.input.Call;
import dev.countersign.facade.rest.input.CardInPath;
import dev.countersign.facade.rest.input.MetadataInput;
import dev.countersign.facade.rest.input.ObjectShape;
import dev.countersign.facade.rest.input.PropertyType;
import dev.countersign.facade.rest.input.Query;
import dev.countersign.facade.rest.input.Query.IdFilter;
import dev.countersign.facade.rest.json.CardJson;
import dev.countersign.facade.rest.json.ListJson;
import dev.countersign.reconcile.domain.account.Book;
import dev.countersign.reconcile.domain.card.Card;
import dev.countersign.reconcile.domain.card.CardFilter;
import dev.countersign.reconcile.domain.card.CardStatus;
import dev.countersign.reconcile.domain.card.CardType;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.id.CustomerId;
import dev.countersign.reconcile.domain.id.ProgramId;
import dev.countersign.reconcile.domain.list.ListPage;
import dev.countersign.reconcile.service.issuing.CardIssuing;
import dev.countersign.reconcile.service.issuing.CardIssuing.NewCard;
import dev.countersign.reconcile.service.issuing.CardIssuing.Reason;
import dev.countersign.reconcile.service.issuing.CardIssuing.Replacement;
import dev.countersign.reconcile.service.issuing.Cards;
import dev.countersign.reconcile.service.issuing.Cards.Details;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PatchMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Cards: issuing, reading, what is printed on them, and their life. */
@RestController
@RequestMapping({"/v1/cards", "/sandbox/v1/cards"})
record CardsResource(Cards cards, CardIssuing issuing) {

    static final String READ = "cards:read";
    private static final String WRITE = "cards:write";
    private static final int CARDHOLDER_MAX = 26;
    private static final Pattern CURRENCY = Pattern.compile("[A-Z]{3}");
    private static final AllowedValues<CardType> TYPES = AllowedValues.of(CardType.class);
    private static final AllowedValues<CardStatus> STATUSES = AllowedValues.of(CardStatus.class);
    private static final AllowedValues<Reason> REASONS = AllowedValues.of(Reason.class);

    private static final ObjectShape CREATE =
            new ObjectShape()
                    .required(PropertyType.TEXT, "customer_id", "type", "currency")
                    .optional(PropertyType.TEXT, "program_id")
                    .optional("cardholder", new ObjectShape().optional(PropertyType.TEXT, "name"))
                    .optional("spending_controls", SpendingLimitsInput.SHAPE)
                    .optional(PropertyType.PAIRS, "metadata")
                    .fixed(CardJson.class);
    private static final ObjectShape UPDATE =
            new ObjectShape()
                    .nullable("cardholder", new ObjectShape().nullable(PropertyType.TEXT, "name"))
                    .nullable(PropertyType.PAIRS, "metadata")
                    .fixed(CardJson.class);
    private static final ObjectShape REPLACE =
            new ObjectShape()
                    .required(PropertyType.TEXT, "reason")
                    .optional(PropertyType.TEXT, "type")
                    .optional(PropertyType.BOOLEAN, "terminate_existing");

    @PostMapping
    ResponseEntity<String> create(HttpServletRequest request) {
        Book book = Call.book(request, WRITE);
        Call.requireKeyForm(request);
        Body body = Body.read(request, CREATE);
        NewCard wanted =
                new NewCard(
                        body.requiredId("customer_id"),
                        body.id("program_id"),
                        body.requiredChoice("type", TYPES),
                        String.valueOf(body.text("currency", CURRENCY, "three uppercase letters")),
                        body.part("cardholder").text("name", CARDHOLDER_MAX),
                        SpendingLimitsInput.read(body.part("spending_controls")),
                        MetadataInput.read(body));
        return Call.send(
                issuing.create(book, wanted, Call.creation(request, book, body, CardJson::of)));
    }

    @GetMapping
    ListJson<CardJson> list(HttpServletRequest request) {
        Book book = Call.book(request, READ);
        Query query =
                Query.of(request, book, Set.of("customer_id", "program_id", "status", "type"));
        IdFilter<CustomerId> customer = query.id("customer_id", CustomerId::parse);
        IdFilter<ProgramId> program = query.id("program_id", ProgramId::parse);
        CardFilter filter =
                new CardFilter(
                        book,
                        customer.id(),
                        program.id(),
                        query.choice("status", STATUSES),
                        query.choice("type", TYPES));
        int limit = query.limit();
        var after = query.after();
        ListPage<Card> page =
                customer.unknown() || program.unknown()
                        ? ListPage.empty()
                        : cards.list(filter, after, limit);
        return ListJson.of(page, CardJson::of, query);
    }

    @GetMapping("/{card_id}")
    CardJson get(@PathVariable("card_id") String id, HttpServletRequest request) {
        return CardJson.of(CardInPath.find(cards, Call.book(request, READ), id));
    }

    @PatchMapping("/{card_id}")
    CardJson update(@PathVariable("card_id") String id, HttpServletRequest request) {
        Book book = Call.book(request, WRITE);
        CardId card = CardInPath.find(cards, book, id).id();
        Body body = Body.readUpdate(request, UPDATE);
        return CardJson.of(cards.update(book, card, before -> merged(before, body)));
    }

    private static Details merged(Details before, Body body) {
        return new Details(
                cardholder(before.cardholderName(), body),
                MetadataInput.merge(body, before.metadata()));
    }

    private static @Nullable String cardholder(@Nullable String before, Body body) {
        if (!body.has("cardholder")) {
            return before;
        }
        Body cardholder = body.part("cardholder");
        return body.isNull("cardholder") || cardholder.has("name")
                ? cardholder.text("name", CARDHOLDER_MAX)
                : before;
    }

    @PostMapping("/{card_id}/freeze")
    CardJson freeze(@PathVariable("card_id") String id, HttpServletRequest request) {
        Book book = Call.book(request, WRITE);
        return CardJson.of(cards.freeze(book, CardInPath.alone(cards, book, id, request)));
    }

    @PostMapping("/{card_id}/unfreeze")
    CardJson unfreeze(@PathVariable("card_id") String id, HttpServletRequest request) {
        Book book = Call.book(request, WRITE);
        return CardJson.of(cards.unfreeze(book, CardInPath.alone(cards, book, id, request)));
    }

    @PostMapping("/{card_id}/terminate")
    CardJson terminate(@PathVariable("card_id") String id, HttpServletRequest request) {
        Book book = Call.book(request, WRITE);
        return CardJson.of(cards.terminate(book, CardInPath.alone(cards, book, id, request)));
    }

    @PostMapping("/{card_id}/replace")
    ResponseEntity<String> replace(@PathVariable("card_id") String id, HttpServletRequest request) {
        Book book = Call.book(request, WRITE);
        CardId card = CardInPath.find(cards, book, id).id();
        Call.requireKeyForm(request);
        Body body = Body.read(request, REPLACE);
        Replacement how =
                new Replacement(
                        body.requiredChoice("reason", REASONS),
                        body.choice("type", TYPES),
                        body.flag("terminate_existing", true));
        return Call.send(
                issuing.replace(book, card, how, Call.creation(request, book, body, CardJson::of)));
    }
}
