package dev.countersign.facade.sandbox;

import dev.countersign.facade.rest.PinBlockMeter;
import dev.countersign.facade.rest.input.AllowedValues;
import dev.countersign.facade.rest.input.Body;
import dev.countersign.facade.rest.input.Call;
import dev.countersign.facade.rest.input.ObjectShape;
import dev.countersign.facade.rest.input.PropertyType;
import dev.countersign.facade.rest.json.TransactionJson;
import dev.countersign.ingest.simulate.Envelope;
import dev.countersign.reconcile.domain.ErrorCode;
import dev.countersign.reconcile.domain.RequestRefusedException;
import dev.countersign.reconcile.domain.account.Book;
import dev.countersign.reconcile.domain.card.Card;
import dev.countersign.reconcile.domain.feed.Channel;
import dev.countersign.reconcile.domain.feed.Merchant;
import dev.countersign.reconcile.domain.feed.evidence.ClaimedExemption;
import dev.countersign.reconcile.domain.feed.evidence.PinEvidence;
import dev.countersign.reconcile.domain.feed.evidence.TransStatus;
import dev.countersign.reconcile.domain.money.Currencies;
import dev.countersign.reconcile.domain.money.Money;
import dev.countersign.reconcile.domain.transaction.Transaction;
import dev.countersign.reconcile.domain.transaction.TransactionType;
import dev.countersign.reconcile.service.SandboxClock;
import dev.countersign.reconcile.service.access.ApiKeys.Caller;
import dev.countersign.reconcile.service.issuing.Pins;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Instant;
import java.util.Currency;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Authorizations on demand, and what follows on them before they clear. */
@RestController
@RequestMapping("/sandbox/v1/test_helpers/authorizations")
record TestAuthorizationsResource(
        SandboxBook sandbox,
        SandboxFeed feed,
        SandboxMessages messages,
        Pins pins,
        PinBlockMeter attempts,
        SandboxClock clock) {

    static final String WRITE = "cards:write";

    private static final Pattern PIN_BLOCK = Pattern.compile("[0-9A-Fa-f]{32}");
    private static final Pattern ECI = Pattern.compile("[0-9]{1,2}");
    private static final AllowedValues<TransactionType> TYPES =
            AllowedValues.of(TransactionType.class);
    private static final AllowedValues<TransStatus> TRANS_STATUSES =
            AllowedValues.of(TransStatus.class, TransStatus::name);
    private static final AllowedValues<Channel> CHANNELS = AllowedValues.of(Channel.class);
    private static final AllowedValues<ClaimedExemption> EXEMPTIONS =
            AllowedValues.of(ClaimedExemption.class);

    private static final ObjectShape CREATE =
            new ObjectShape()
                    .required(PropertyType.TEXT, "card_id")
                    .required(PropertyType.INTEGER, "amount")
                    .optional(PropertyType.TEXT, "currency")
                    .optional(PropertyType.INTEGER, "merchant_amount")
                    .optional(PropertyType.TEXT, "merchant_currency", "type", "channel")
                    .optional("merchant", MerchantInput.SHAPE)
                    .optional(PropertyType.TEXT, "encrypted_pin_block")
                    .optional(
                            "three_ds",
                            new ObjectShape()
                                    .optional(
                                            PropertyType.TEXT, "eci", "trans_status", "exemption"))
                    .optional(PropertyType.TEXT, "transmitted_at", "network_reference")
                    .optional(PropertyType.BOOLEAN, "advice");
    private static final ObjectShape INCREMENT =
            new ObjectShape().required(PropertyType.INTEGER, "amount");
    private static final ObjectShape REVERSE =
            new ObjectShape().optional(PropertyType.INTEGER, "amount");

    @PostMapping
    @ResponseStatus(HttpStatus.CREATED)
    TransactionJson create(HttpServletRequest request) {
        Caller caller = Call.caller(request, WRITE);
        Book book = caller.book();
        Body body = Body.read(request, CREATE);
        RequestedAuthorization asked = RequestedAuthorization.read(body, clock.now());
        Card card = sandbox.card(book, body.requiredId("card_id"));
        Currency currency = MoneyInput.currency(body, "currency", currencyOf(card));
        asked.requireCurrencyOf(card, currency);
        Money amount = new Money(asked.amount(), currency);
        Money merchantAmount = MoneyInput.atMerchant(body, currency, amount, asked.amount());
        Envelope message =
                messages.about(card, asked.kind(), asked.at(), amount, merchantAmount)
                        .with("expiry", card.expiry().toString())
                        .with("processing_code", SandboxMessages.processingCode(asked.type()))
                        .with("pos_entry_mode", asked.entryMode())
                        .with("direction", asked.refund() ? "credit" : "debit")
                        .with("refs", "network_txn_id", asked.orElse(messages.number(15)))
                        .with("refs", "stan", messages.number(6))
                        .with("refs", "rrn", messages.number(12));
        SandboxMessages.at(asked.merchant(), message);
        if (asked.advice()) {
            message.with("flags", "stand_in", true).with("advice", "response_code", "00");
        }
        asked.threeDs().addTo(message);
        addEvidence(caller, card, asked, message);
        return TransactionJson.of(sandbox.madeBy(book, feed.post(card.id(), message)));
    }

    private static Currency currencyOf(Card card) {
        return Currencies.find(card.currency()).orElseThrow();
    }

    /** Adds the evidence of chip and PIN. The PIN itself ends here. */
    private void addEvidence(
            Caller caller, Card card, RequestedAuthorization asked, Envelope message) {
        String block = asked.pinBlock();
        if (block != null) {
            PinEvidence evidence =
                    attempts.count(
                            caller.book().mode(), () -> pins.check(caller, card.id(), block));
            message.with("cvm", "pin", evidence.wire());
        }
        if (asked.channel() != Channel.ONLINE) {
            message.with("cvm", "cryptogram", "valid");
        }
    }

    /** The outcome of a 3-D Secure authentication, as the caller wants it. */
    private record RequestedThreeDs(
            @Nullable String eci,
            @Nullable TransStatus status,
            @Nullable ClaimedExemption exemption) {

        static RequestedThreeDs read(Body body) {
            return new RequestedThreeDs(
                    body.text("eci", ECI, "two digits"),
                    body.choice("trans_status", TRANS_STATUSES),
                    body.choice("exemption", EXEMPTIONS));
        }

        void addTo(Envelope message) {
            SandboxMessages.put(message, "three_ds", "eci", eci);
            SandboxMessages.put(
                    message, "three_ds", "trans_status", status == null ? null : status.name());
            SandboxMessages.put(
                    message, "three_ds", "exemption", exemption == null ? null : exemption.wire());
        }
    }

    /**
     * The authorization that the caller asks for, read in one go, so that a faulty request reaches
     * nothing.
     */
    private record RequestedAuthorization(
            long amount,
            TransactionType type,
            Channel channel,
            boolean advice,
            Instant at,
            Merchant merchant,
            @Nullable String reference,
            RequestedThreeDs threeDs,
            @Nullable String pinBlock) {

        static RequestedAuthorization read(Body body, Instant now) {
            long amount = body.requiredInteger("amount", 0);
            TransactionType type = body.choice("type", TYPES);
            TransactionType known = type == null ? TransactionType.PURCHASE : type;
            Channel channel = body.choice("channel", CHANNELS);
            Channel usual =
                    known == TransactionType.CASH_WITHDRAWAL ? Channel.ATM : Channel.IN_STORE;
            boolean advice = body.flag("advice", false);
            if (advice && known == TransactionType.REFUND) {
                throw new RequestRefusedException(
                        ErrorCode.VALUE_INVALID, "A refund is never advised.", "advice");
            }
            MoneyInput.check(body);
            Channel used = channel == null ? usual : channel;
            return new RequestedAuthorization(
                    amount,
                    known,
                    used,
                    advice,
                    body.time("transmitted_at", now),
                    MerchantInput.read(
                            body,
                            used == Channel.ATM
                                    ? MerchantInput.ANY_CASH_MACHINE
                                    : MerchantInput.ANY),
                    SandboxMessages.reference(body),
                    RequestedThreeDs.read(body.part("three_ds")),
                    body.text("encrypted_pin_block", PIN_BLOCK, "32 hexadecimal characters"));
        }

        /**
         * Requires the currency of the card for an advice. An amount that a network approved in our
         * place was billed in that currency.
         */
        void requireCurrencyOf(Card card, Currency currency) {
            if (advice && !currency.getCurrencyCode().equals(card.currency())) {
                throw new RequestRefusedException(
                        ErrorCode.VALUE_INVALID,
                        "An advice is in the currency of the card, " + card.currency() + ".",
                        "currency");
            }
        }

        boolean refund() {
            return type == TransactionType.REFUND;
        }

        String kind() {
            if (refund()) {
                return "refund_authorization";
            }
            return advice ? "authorization_advice" : "authorization_request";
        }

        String entryMode() {
            return switch (channel) {
                case ONLINE -> "812";
                case IN_STORE -> "051";
                case CONTACTLESS -> "071";
                case ATM -> "511";
            };
        }

        String orElse(String otherwise) {
            return reference == null ? otherwise : reference;
        }
    }

    @PostMapping("/{transaction_id}/increment")
    TransactionJson increment(
            @PathVariable("transaction_id") String id, HttpServletRequest request) {
        Book book = Call.book(request, WRITE);
        Transaction original = sandbox.transaction(book, id, "transaction_id");
        long amount = Body.read(request, INCREMENT).requiredInteger("amount", 1);
        if (original.keys().networkTxnId() == null) {
            throw new RequestRefusedException(
                    ErrorCode.VALUE_INVALID,
                    "A network raises an authorization by the reference that it gave it, and this"
                            + " one has none.",
                    "transaction_id");
        }
        return follow(book, original, "incremental_authorization", amount);
    }

    @PostMapping("/{transaction_id}/reverse")
    TransactionJson reverse(@PathVariable("transaction_id") String id, HttpServletRequest request) {
        Book book = Call.book(request, WRITE);
        Transaction original = sandbox.transaction(book, id, "transaction_id");
        Long amount = Body.readOptional(request, REVERSE).integer("amount", 1);
        return follow(
                book,
                original,
                "reversal",
                amount == null ? original.amounts().displayAmount() : amount);
    }

    private TransactionJson follow(Book book, Transaction original, String kind, long minor) {
        Card card = sandbox.cardOf(book, original);
        Instant now = clock.now();
        Instant at = now.isBefore(original.createdAt()) ? original.createdAt() : now;
        Money amount = new Money(minor, original.currency());
        Envelope message =
                messages.about(
                                card,
                                kind,
                                at,
                                amount,
                                PartialAmounts.ofMerchantAmount(original, minor))
                        .with("expiry", card.expiry().toString())
                        .with("processing_code", SandboxMessages.processingCode(original.type()))
                        .with("direction", "debit")
                        .with("refs", "stan", messages.number(6))
                        .with("refs", "original_transmitted_at", original.createdAt().toString());
        SandboxMessages.put(message, "refs", "network_txn_id", original.keys().networkTxnId());
        SandboxMessages.put(message, "refs", "original_stan", original.keys().stan());
        SandboxMessages.put(message, "refs", "acquirer_id", original.keys().acquirerId());
        SandboxMessages.at(original.claim().merchant(), message);
        feed.post(card.id(), message);
        return TransactionJson.of(
                sandbox.transaction(book, original.id().toString(), "transaction_id"));
    }
}
