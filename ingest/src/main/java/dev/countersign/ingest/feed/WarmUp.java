package dev.countersign.ingest.feed;

import dev.countersign.ingest.codec.DecisionCodec;
import dev.countersign.ingest.codec.DecodedMessage;
import dev.countersign.ingest.codec.FeedCodec;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.authorization.CardPosition;
import dev.countersign.reconcile.domain.authorization.SpendUsage;
import dev.countersign.reconcile.domain.card.CardFacts;
import dev.countersign.reconcile.domain.card.CardRules;
import dev.countersign.reconcile.domain.card.CardSecurity;
import dev.countersign.reconcile.domain.card.CardStatus;
import dev.countersign.reconcile.domain.card.SpendingLimits;
import dev.countersign.reconcile.domain.feed.FeedOffset;
import dev.countersign.reconcile.domain.id.AccountId;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.id.CustomerId;
import dev.countersign.reconcile.domain.transaction.CardHistory;
import dev.countersign.reconcile.domain.transaction.Decision;
import dev.countersign.reconcile.domain.transaction.post.MessagePosting;
import dev.countersign.reconcile.domain.transaction.post.Posting;
import dev.countersign.reconcile.domain.wallet.CardTokens;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.Currency;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.UUID;
import java.util.function.BooleanSupplier;

/**
 * Goes the way of a decision some thousand times before there is one to make, so that a process
 * that has just started decides its first messages nearly as fast as later ones: reading, folding,
 * deciding and writing the answer. The card is nobody's, and nothing of it leaves this class; the
 * database and the broker stay as cold as they are.
 */
final class WarmUp {

    private static final int MESSAGES_MAX = 3_000;
    private static final Duration LONGEST = Duration.ofSeconds(1);
    private static final CardId CARD = new CardId(new UUID(0, 0));
    private static final FeedOffset NOWHERE = new FeedOffset(0, 0);

    /** One lifecycle, as networks send it most. */
    private static final List<String> KINDS =
            List.of(
                    "authorization_request",
                    "incremental_authorization",
                    "authorization_advice",
                    "reversal",
                    "clearing");

    private final FeedCodec codec;
    private final MessagePosting messagePosting;
    private final DecisionCodec answers = new DecisionCodec();
    private final Instant at;
    private CardHistory card;
    private long written;

    /**
     * Prepares it.
     *
     * @param at the time of all messages
     */
    WarmUp(FeedCodec codec, MessagePosting messagePosting, Instant at) {
        this.codec = codec;
        this.messagePosting = messagePosting;
        this.at = at;
        this.card = unspent(at);
    }

    /**
     * Runs for a second at most; gives the number of messages.
     *
     * @param idle whether there is still none to decide
     */
    int run(BooleanSupplier idle) {
        long deadline = System.nanoTime() + LONGEST.toNanos();
        int messages = 0;
        while (messages < MESSAGES_MAX && System.nanoTime() < deadline && idle.getAsBoolean()) {
            card = unspent(at);
            for (String kind : KINDS) {
                decide(message(kind, messages));
                messages++;
            }
        }
        return messages;
    }

    /**
     * Returns the number of bytes that its answers had. A compiler leaves out what is used for
     * nothing.
     */
    long written() {
        return written;
    }

    private void decide(String message) {
        DecodedMessage decoded =
                codec.decode(
                        CARD.toString().getBytes(StandardCharsets.UTF_8),
                        message.getBytes(StandardCharsets.UTF_8),
                        NOWHERE,
                        at);
        if (!(decoded instanceof DecodedMessage.Entry read)) {
            throw new IllegalStateException("cannot read a message of its own: " + decoded);
        }
        Posting posting = messagePosting.post(read.entry(), card, at);
        card = Objects.requireNonNull(posting.after());
        for (Decision answer : posting.answers()) {
            written += answers.write(answer).length;
        }
    }

    private String message(String kind, int number) {
        int lifecycle = number / KINDS.size();
        return String.format(
                Locale.ROOT,
                """
                {"schema_version":1,"message_id":"%s","kind":"%s","network":"visa",\
                "source":{"system":"warm-up"},"transmitted_at":"%s","card_id":"%s",\
                "refs":{"network_txn_id":"W%d","stan":"000001","acquirer_id":"400001",\
                "arn":"%023d"},"processing_code":"000000","pos_entry_mode":"051",\
                "amount":{"value":100,"currency":"EUR"},\
                "merchant_amount":{"value":100,"currency":"EUR"},\
                "merchant":{"id":"M1","name":"WARM-UP","mcc":"5812","country":"IT"},\
                "cvm":{"pin":"absent","cryptogram":"valid"}}""",
                new UUID(0, number),
                kind,
                at,
                CARD,
                lifecycle,
                lifecycle);
    }

    private static CardHistory unspent(Instant at) {
        UUID nobody = new UUID(0, 0);
        LocalDate day = LocalDate.ofInstant(at, ZoneOffset.UTC);
        return new CardHistory(
                new CardPosition(
                        new CardFacts(
                                CARD,
                                new AccountId(nobody),
                                Mode.SANDBOX,
                                new CustomerId(nobody),
                                nobody,
                                CardStatus.ACTIVE,
                                null,
                                Currency.getInstance("EUR"),
                                YearMonth.from(day),
                                true,
                                true,
                                true,
                                CardRules.initial(
                                        new SpendingLimits(
                                                Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE)),
                                null,
                                CardTokens.NONE),
                        CardSecurity.NEW,
                        SpendUsage.EMPTY.withDay(day, 0).withMonth(YearMonth.from(day), 0),
                        null),
                List.of(),
                List.of(),
                null);
    }
}
