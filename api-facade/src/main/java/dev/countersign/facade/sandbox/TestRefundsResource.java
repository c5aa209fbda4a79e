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
import jakarta.servlet.http.HttpServletRequest;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Refunds on demand: final when they come. */
@RestController
@RequestMapping("/sandbox/v1/test_helpers/refunds")
class TestRefundsResource {

    private static final int TEXT_MAX = 255;

    private static final ObjectShape CREATE =
            new ObjectShape()
                    .required("card_id", PropertyType.TEXT)
                    .required("amount", PropertyType.INTEGER)
                    .optional("original_transaction_id", PropertyType.TEXT);

    private final SandboxBook sandbox;
    private final SandboxFeed feed;
    private final SandboxMessages messages;
    private final InstantSource clock;

    TestRefundsResource(
            SandboxBook sandbox, SandboxFeed feed, SandboxMessages messages, InstantSource clock) {
        this.sandbox = sandbox;
        this.feed = feed;
        this.messages = messages;
        this.clock = clock;
    }

    @PostMapping
    @ResponseStatus(HttpStatus.CREATED)
    TransactionJson create(HttpServletRequest request) {
        Book book = Call.book(request, TestAuthorizationsResource.WRITE);
        Body body = Body.read(request, CREATE);
        Long amount = body.integer("amount", 1);
        String original = body.text("original_transaction_id", TEXT_MAX);
        Card card = sandbox.card(book, body.requiredText("card_id", TEXT_MAX));
        Transaction refunded =
                original == null
                        ? null
                        : sandbox.transaction(book, original, "original_transaction_id");
        if (refunded != null && !refunded.holder().cardId().equals(card.id())) {
            throw new RequestRefusedException(
                    ErrorCode.VALUE_INVALID,
                    "The transaction is not one of this card.",
                    "original_transaction_id");
        }
        Envelope message = message(card, amount == null ? 0 : amount, refunded);
        return TransactionJson.of(sandbox.madeBy(book, feed.post(card.id(), message)));
    }

    private Envelope message(Card card, long minor, @Nullable Transaction refunded) {
        var now = clock.instant();
        Money amount = Money.of(minor, card.currency());
        Money atMerchant =
                refunded == null ? amount : PartialAmounts.ofMerchantAmount(refunded, minor);
        LocalDate settled = LocalDate.ofInstant(now, ZoneOffset.UTC).plusDays(1);
        Envelope message =
                messages.about(card, "refund", now, amount, atMerchant)
                        .with("processing_code", "200000")
                        .with("direction", "credit")
                        .with("refs", "network_txn_id", messages.number(15))
                        .with("refs", "arn", messages.number(23))
                        .with("refs", "usage_code", 1)
                        .with("settlement", "settlement_date", settled.toString())
                        .with("settlement", "cycle", 1)
                        .with("settlement", "service", "intl")
                        .with("settlement", "institution_id", "1000000000")
                        .with("settlement", "currency", card.currency())
                        .with("settlement", "amount", -minor);
        if (refunded != null) {
            SandboxMessages.put(
                    message, "refs", "original_network_txn_id", refunded.keys().networkTxnId());
        }
        Merchant merchant = refunded == null ? MerchantInput.ANY : refunded.claim().merchant();
        return SandboxMessages.at(merchant, message);
    }
}
