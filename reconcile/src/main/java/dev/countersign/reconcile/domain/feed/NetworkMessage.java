package dev.countersign.reconcile.domain.feed;

import dev.countersign.reconcile.domain.Wire;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.id.AccountId;
import dev.countersign.reconcile.domain.money.Currencies;
import dev.countersign.reconcile.domain.money.Money;
import java.time.LocalDate;
import java.util.Currency;
import org.jspecify.annotations.Nullable;

/** One message of a card network, by what it means to the issuer. */
public sealed interface NetworkMessage {

    MessageHeader header();

    /** Returns the kind that the envelope gave the message. */
    MessageKind kind();

    /** The card it names; null for a message that is about none. */
    @Nullable CardReference card();

    /** A message about one card. */
    sealed interface CardMessage extends NetworkMessage {

        CardActivity activity();

        @Override
        default CardReference card() {
            return activity().card();
        }
    }

    /** A message that waits for our decision. Only these can be declined. */
    sealed interface Request extends CardMessage {}

    /**
     * A request that stands for itself: authorization, single-message financial, refund
     * authorization, balance inquiry or account verification, as {@link #kind} says.
     *
     * @param interchange what is earned on a single-message financial, which no clearing follows
     * @param settlement where and when such a message is settled
     */
    record AuthorizationRequest(
            MessageHeader header,
            MessageKind kind,
            CardActivity activity,
            @Nullable Interchange interchange,
            Settlement settlement)
            implements Request {

        /** A request that says nothing of interchange or settlement. */
        public AuthorizationRequest(MessageHeader header, MessageKind kind, CardActivity activity) {
            this(header, kind, activity, null, Settlement.NONE);
        }

        /** True when it says what a clearing record would say, had one to follow. */
        public boolean saysHowItSettles() {
            return interchange != null || !settlement.equals(Settlement.NONE);
        }
    }

    /**
     * Interchange as the network states it.
     *
     * @param minor above 0 what the issuer earns
     * @param currency null for that of the message
     */
    record Interchange(long minor, @Nullable String currency) {}

    /** A request to add to a hold; the activity's amount is the increment. */
    record IncrementalAuthorization(MessageHeader header, CardActivity activity)
            implements Request {

        @Override
        public MessageKind kind() {
            return MessageKind.INCREMENTAL_AUTHORIZATION;
        }
    }

    /**
     * Notice of a decision that was made for us, or of the final amount of one; it cannot be
     * declined.
     *
     * @param approvedMinor what was approved, 0 when it was declined
     */
    record AuthorizationAdvice(
            MessageHeader header,
            CardActivity activity,
            boolean approved,
            String responseCode,
            long approvedMinor)
            implements CardMessage {

        @Override
        public MessageKind kind() {
            return MessageKind.AUTHORIZATION_ADVICE;
        }
    }

    /**
     * Releases a hold, wholly or in part; the activity's amount is what is taken back.
     *
     * @param replacementMinor what remains, when the message says so: the hold becomes it
     */
    record Reversal(MessageHeader header, CardActivity activity, @Nullable Long replacementMinor)
            implements CardMessage {

        @Override
        public MessageKind kind() {
            return MessageKind.REVERSAL;
        }
    }

    /** A clearing record: presentment, its reversal, or a refund, as {@link #kind} says. */
    record Clearing(
            MessageHeader header,
            MessageKind kind,
            CardActivity activity,
            String processingCode,
            Direction direction,
            @Nullable String fxRate,
            @Nullable Long interchangeMinor,
            @Nullable String interchangeCurrency,
            Settlement settlement)
            implements CardMessage {}

    /**
     * A message that is kept as it came, for the night or for the record: totals, batch controls,
     * fees, and what is told about disputes, orders and wallet tokens.
     *
     * @param identityText what makes it the same message, by its kind's own numbers
     * @param notice what it tells about a thing of the card, where it does
     */
    record RecordOnlyMessage(
            MessageHeader header,
            MessageKind kind,
            @Nullable CardReference card,
            @Nullable AccountId account,
            @Nullable Mode mode,
            String identityText,
            @Nullable Notice notice)
            implements NetworkMessage {}

    /** The direction in which the money goes; amounts are never negative. */
    enum Direction implements Wire {
        DEBIT,
        CREDIT
    }

    /**
     * The place and time at which the network settles a clearing record, or a single message, which
     * is its own clearing record. All of it is the network's word.
     */
    record Settlement(
            @Nullable LocalDate date,
            @Nullable Integer cycle,
            @Nullable String service,
            @Nullable String institutionId,
            @Nullable String currency,
            @Nullable Long minor) {

        public static final Settlement NONE = new Settlement(null, null, null, null, null, null);

        /**
         * Returns the amount that the network settles: the billed amount, or the amount stated here
         * in another settlement currency.
         */
        public Money of(Money billed) {
            if (currency == null
                    || minor == null
                    || minor == Long.MIN_VALUE
                    || !otherThan(billed.currency())) {
                return billed;
            }
            return Currencies.find(currency)
                    .map(known -> new Money(Math.absExact(minor), known))
                    .orElse(billed);
        }

        /** True when it is settled in another currency than the given one. */
        public boolean otherThan(Currency other) {
            return currency != null && !currency.equals(other.getCurrencyCode());
        }
    }
}
