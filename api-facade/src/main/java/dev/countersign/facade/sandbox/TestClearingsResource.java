package dev.countersign.facade.sandbox;

import dev.countersign.facade.rest.input.Body;
import dev.countersign.facade.rest.input.Call;
import dev.countersign.facade.rest.input.ObjectShape;
import dev.countersign.facade.rest.input.PropertyType;
import dev.countersign.ingest.simulate.Envelope;
import dev.countersign.reconcile.domain.ErrorCode;
import dev.countersign.reconcile.domain.RequestRefusedException;
import dev.countersign.reconcile.domain.account.Book;
import dev.countersign.reconcile.domain.card.Card;
import dev.countersign.reconcile.domain.feed.FeedEntry;
import dev.countersign.reconcile.domain.feed.Merchant;
import dev.countersign.reconcile.domain.id.IdText;
import dev.countersign.reconcile.domain.money.Currencies;
import dev.countersign.reconcile.domain.money.Money;
import dev.countersign.reconcile.domain.transaction.Transaction;
import dev.countersign.reconcile.domain.transaction.TransactionType;
import dev.countersign.reconcile.service.SandboxClock;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Instant;
import java.util.Currency;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Clearing records on demand; they wait for the night. */
@RestController
@RequestMapping("/sandbox/v1/test_helpers/clearings")
record TestClearingsResource(
        SandboxBook sandbox, SandboxFeed feed, SandboxMessages messages, SandboxClock clock) {

    private static final int TEXT_MAX = 255;
    private static final int PARTS_MAX = 9_999;
    private static final int APPROVAL_CODE_MAX = 6;
    private static final Pattern ARN = Pattern.compile("[0-9]{23}");

    private static final ObjectShape CREATE =
            new ObjectShape()
                    .optional(PropertyType.TEXT, "transaction_id", "card_id")
                    .required(PropertyType.INTEGER, "amount")
                    .optional(PropertyType.INTEGER, "merchant_amount")
                    .optional(PropertyType.TEXT, "merchant_currency")
                    .optional(PropertyType.INTEGER, "sequence", "count")
                    .optional(PropertyType.BOOLEAN, "final")
                    .optional(PropertyType.TEXT, "arn", "approval_code")
                    .optional("merchant", MerchantInput.SHAPE)
                    .optional(PropertyType.TEXT, "transmitted_at")
                    .nullable(PropertyType.TEXT, "network_reference")
                    .optional(PropertyType.BOOLEAN, "reversal")
                    .optional(PropertyType.INTEGER, "cycle")
                    .optional(PropertyType.TEXT, "file_id");

    /** A record that waits. */
    record ClearingJson(String object, String id) {}

    @PostMapping
    @ResponseStatus(HttpStatus.ACCEPTED)
    ClearingJson create(HttpServletRequest request) {
        Book book = Call.book(request, TestAuthorizationsResource.WRITE);
        Body body = Body.read(request, CREATE);
        RequestedClearing wanted = RequestedClearing.read(body, clock.now());
        Transaction of = wanted.transaction(book, sandbox);
        Card card = wanted.card(book, sandbox, of);
        FeedEntry cleared = feed.post(card.id(), message(body, wanted, card, of));
        return new ClearingJson(
                "clearing",
                IdText.write("clr_", sandbox.record().clearingOf(cleared).orElseThrow()));
    }

    private Envelope message(
            Body body, RequestedClearing wanted, Card card, @Nullable Transaction of) {
        Currency currency = Currencies.find(card.currency()).orElseThrow();
        Money atMerchant =
                of == null
                        ? MoneyInput.atMerchant(body, currency, null, wanted.amount())
                        : MoneyInput.atMerchant(
                                body,
                                of.claim().amount().currency(),
                                PartialAmounts.ofMerchantAmount(of, wanted.amount()),
                                wanted.amount());
        TransactionType type = of == null ? TransactionType.PURCHASE : of.type();
        boolean refund = type == TransactionType.REFUND;
        boolean credit = refund != wanted.reversal();
        Envelope message =
                messages.about(
                                card,
                                kind(wanted, refund),
                                wanted.at(),
                                new Money(wanted.amount(), currency),
                                atMerchant)
                        .with("processing_code", SandboxMessages.processingCode(type))
                        .with("direction", credit ? "credit" : "debit")
                        .with("refs", "arn", arn(wanted))
                        .with("refs", "usage_code", 1);
        SandboxMessages.put(message, "refs", "clearing_sequence", wanted.sequence());
        SandboxMessages.put(message, "refs", "clearing_count", wanted.count());
        SandboxMessages.put(message, "flags", "final_clearing", wanted.last());
        addReferences(body, of, message);
        Merchant usual = of == null ? MerchantInput.ANY : of.claim().merchant();
        SandboxMessages.at(MerchantInput.read(body, usual), message);
        SandboxMessages.put(message, "source", "file_id", file(body));
        return settled(message, wanted, card, credit, TestSettlementResource.cycle(body));
    }

    private static @Nullable String file(Body body) {
        return body.text("file_id", TestSettlementResource.FILE, TestSettlementResource.FILE_WORDS);
    }

    /**
     * Money that goes back to a cardholder comes as a refund; what is taken back, as a reversal.
     */
    private static String kind(RequestedClearing wanted, boolean refund) {
        if (wanted.reversal()) {
            return "clearing_reversal";
        }
        return refund ? "refund" : "clearing";
    }

    private String arn(RequestedClearing wanted) {
        return wanted.arn() == null ? messages.number(23) : wanted.arn();
    }

    /**
     * Adds the references by which the record names its authorization. A record without a network
     * reference has no number.
     */
    private static void addReferences(Body body, @Nullable Transaction of, Envelope message) {
        String approvalCode = body.text("approval_code", APPROVAL_CODE_MAX);
        if (approvalCode == null && of != null) {
            approvalCode = of.decision().approvalCode();
        }
        SandboxMessages.put(message, "refs", "approval_code", approvalCode);
        if (body.isNull("network_reference")) {
            return;
        }
        String reference = SandboxMessages.reference(body);
        if (reference != null) {
            message.with("refs", "network_txn_id", reference);
        } else if (of != null) {
            SandboxMessages.put(message, "refs", "network_txn_id", of.keys().networkTxnId());
            SandboxMessages.put(message, "refs", "rrn", of.keys().rrn());
        }
    }

    /** Settled the day after, in a cycle of the day. */
    private static Envelope settled(
            Envelope message, RequestedClearing wanted, Card card, boolean credit, int cycle) {
        return TestSettlementResource.settled(
                        message,
                        TestSettlementResource.settlementDate(wanted.at()),
                        cycle,
                        card.currency())
                .with("settlement", "amount", credit ? -wanted.amount() : wanted.amount());
    }

    /**
     * The values that the caller asks for, read in one go, so that a faulty request reaches
     * nothing.
     */
    private record RequestedClearing(
            @Nullable String transactionId,
            @Nullable String cardId,
            long amount,
            @Nullable Integer sequence,
            @Nullable Integer count,
            @Nullable Boolean last,
            @Nullable String arn,
            boolean reversal,
            Instant at) {

        static RequestedClearing read(Body body, Instant now) {
            long amount = body.requiredInteger("amount", 0);
            boolean reversal = body.flag("reversal", false);
            RequestedClearing wanted =
                    new RequestedClearing(
                            body.text("transaction_id", TEXT_MAX),
                            body.text("card_id", TEXT_MAX),
                            amount,
                            part(body, "sequence"),
                            part(body, "count"),
                            body.has("final") ? Boolean.valueOf(body.flag("final", false)) : null,
                            body.text("arn", ARN, "23 digits"),
                            reversal,
                            body.time("transmitted_at", now));
            wanted.check();
            requireReadable(body);
            return wanted;
        }

        /** Reads what the message is made of later, so that a faulty value reaches nothing. */
        private static void requireReadable(Body body) {
            MoneyInput.check(body);
            var unusedMerchant = MerchantInput.read(body, MerchantInput.ANY);
            var unusedCode = body.text("approval_code", APPROVAL_CODE_MAX);
            var unusedReference =
                    body.isNull("network_reference") ? null : SandboxMessages.reference(body);
            var unusedFile = file(body);
            var unusedCycle = TestSettlementResource.cycle(body);
        }

        private static @Nullable Integer part(Body body, String name) {
            Long part = body.integer(name, 1);
            if (part != null && part > PARTS_MAX) {
                throw new RequestRefusedException(
                        ErrorCode.VALUE_OUT_OF_RANGE,
                        "The number must be 1 to " + PARTS_MAX + ".",
                        name);
            }
            return part == null ? null : part.intValue();
        }

        private void check() {
            if (transactionId == null && cardId == null) {
                throw new RequestRefusedException(
                        ErrorCode.PARAMETER_MISSING,
                        "Name the transaction or the card.",
                        "transaction_id");
            }
            if (reversal && arn == null) {
                throw new RequestRefusedException(
                        ErrorCode.VALUE_INVALID,
                        "A clearing reversal names the ARN that it takes back.",
                        "arn");
            }
            if (sequence != null && count != null && sequence > count) {
                throw new RequestRefusedException(
                        ErrorCode.VALUE_INVALID,
                        String.format(Locale.ROOT, "There is no part %d of %d.", sequence, count),
                        "sequence");
            }
        }

        @Nullable Transaction transaction(Book book, SandboxBook sandbox) {
            return transactionId == null
                    ? null
                    : sandbox.transaction(book, transactionId, "transaction_id");
        }

        Card card(Book book, SandboxBook sandbox, @Nullable Transaction of) {
            if (of == null) {
                return sandbox.card(book, String.valueOf(cardId));
            }
            if (cardId != null && !cardId.equals(of.owner().cardId().toString())) {
                throw new RequestRefusedException(
                        ErrorCode.VALUE_INVALID,
                        "The transaction is not one of this card.",
                        "card_id");
            }
            return sandbox.cardOf(book, of);
        }
    }
}
