package dev.countersign.facade.sandbox;

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
import dev.countersign.reconcile.domain.feed.Merchant;
import dev.countersign.reconcile.domain.money.Money;
import dev.countersign.reconcile.domain.transaction.Transaction;
import dev.countersign.reconcile.service.SandboxClock;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Refunds on demand: final when they come. */
@RestController
@RequestMapping("/sandbox/v1/test_helpers/refunds")
record TestRefundsResource(
        SandboxBook sandbox, SandboxFeed feed, SandboxMessages messages, SandboxClock clock) {

    private static final int TEXT_MAX = 255;

    private static final ObjectShape CREATE =
            new ObjectShape()
                    .required(PropertyType.TEXT, "card_id")
                    .required(PropertyType.INTEGER, "amount")
                    .optional(PropertyType.TEXT, "original_transaction_id");

    @PostMapping
    @ResponseStatus(HttpStatus.CREATED)
    TransactionJson create(HttpServletRequest request) {
        Book book = Call.book(request, TestAuthorizationsResource.WRITE);
        Body body = Body.read(request, CREATE);
        long amount = body.requiredInteger("amount", 1);
        String original = body.text("original_transaction_id", TEXT_MAX);
        Card card = sandbox.card(book, body.requiredText("card_id", TEXT_MAX));
        Transaction refunded =
                original == null
                        ? null
                        : sandbox.transaction(book, original, "original_transaction_id");
        if (refunded != null && !refunded.owner().cardId().equals(card.id())) {
            throw new RequestRefusedException(
                    ErrorCode.VALUE_INVALID,
                    "The transaction is not one of this card.",
                    "original_transaction_id");
        }
        Envelope message = message(card, amount, refunded);
        return TransactionJson.of(sandbox.madeBy(book, feed.post(card.id(), message)));
    }

    private Envelope message(Card card, long minor, @Nullable Transaction refunded) {
        var now = clock.now();
        Money amount = Money.of(minor, card.currency());
        Money atMerchant =
                refunded == null ? amount : PartialAmounts.ofMerchantAmount(refunded, minor);
        Envelope message =
                messages.about(card, "refund", now, amount, atMerchant)
                        .with("processing_code", "200000")
                        .with("direction", "credit")
                        .with("refs", "network_txn_id", messages.number(15))
                        .with("refs", "arn", messages.number(23))
                        .with("refs", "usage_code", 1);
        TestSettlementResource.settled(
                        message, TestSettlementResource.settlementDate(now), 1, card.currency())
                .with("settlement", "amount", -minor);
        if (refunded != null) {
            SandboxMessages.put(
                    message, "refs", "original_network_txn_id", refunded.keys().networkTxnId());
        }
        Merchant merchant = refunded == null ? MerchantInput.ANY : refunded.claim().merchant();
        return SandboxMessages.at(merchant, message);
    }
}
