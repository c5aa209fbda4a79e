package dev.countersign.reconcile.testkit.domain;

import dev.countersign.reconcile.domain.authorization.AuthorizationQuestion;
import dev.countersign.reconcile.domain.authorization.AuthorizationQuestion.Purpose;
import dev.countersign.reconcile.domain.feed.CardActivity;
import dev.countersign.reconcile.domain.feed.CardReference;
import dev.countersign.reconcile.domain.feed.Channel;
import dev.countersign.reconcile.domain.feed.FeedEntry;
import dev.countersign.reconcile.domain.feed.FeedOffset;
import dev.countersign.reconcile.domain.feed.Flags;
import dev.countersign.reconcile.domain.feed.Merchant;
import dev.countersign.reconcile.domain.feed.MerchantClaim;
import dev.countersign.reconcile.domain.feed.MessageHeader;
import dev.countersign.reconcile.domain.feed.MessageIdentity;
import dev.countersign.reconcile.domain.feed.MessageKind;
import dev.countersign.reconcile.domain.feed.Network;
import dev.countersign.reconcile.domain.feed.NetworkKeys;
import dev.countersign.reconcile.domain.feed.NetworkMessage;
import dev.countersign.reconcile.domain.feed.NetworkMessage.Direction;
import dev.countersign.reconcile.domain.feed.NetworkMessage.Settlement;
import dev.countersign.reconcile.domain.feed.NetworkRefs;
import dev.countersign.reconcile.domain.feed.Payload;
import dev.countersign.reconcile.domain.feed.Processing;
import dev.countersign.reconcile.domain.feed.evidence.ClaimedExemption;
import dev.countersign.reconcile.domain.feed.evidence.CryptogramEvidence;
import dev.countersign.reconcile.domain.feed.evidence.CvcEvidence;
import dev.countersign.reconcile.domain.feed.evidence.PinEvidence;
import dev.countersign.reconcile.domain.feed.evidence.TransStatus;
import dev.countersign.reconcile.domain.feed.evidence.VerificationEvidence;
import dev.countersign.reconcile.domain.id.WalletTokenId;
import dev.countersign.reconcile.domain.money.Money;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.YearMonth;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A message of a card network. The default is a Visa purchase of 10.00 EUR in a restaurant in Rome,
 * lifecycle {@code T1}, STAN {@code 000001}, on {@link #NOON}; the others belong to it.
 */
public final class MessageExample implements Cloneable {

    /** The default time at which messages are sent. */
    public static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");

    /** The time at which all decisions of a test are recorded; no rule looks at it. */
    public static final Instant DECIDED = Instant.parse("2026-11-21T12:00:01Z");

    private MessageKind kind;
    private Network network = Network.VISA;
    private Instant at = NOON;
    private CardReference card = CardReference.of(CardExample.ID);
    private @Nullable YearMonth expiry;
    private @Nullable String networkTxnId = "T1";
    private @Nullable String originalNetworkTxnId;
    private @Nullable String stan = "000001";
    private @Nullable String originalStan;
    private @Nullable Instant originalAt;
    private @Nullable String acquirerId = "400001";
    private @Nullable String arn;
    private @Nullable String rrn;
    private @Nullable String approvalCode;
    private @Nullable Integer clearingSequence;
    private @Nullable Integer clearingCount;
    private boolean finalClearing;
    private @Nullable Direction direction;
    private @Nullable Long interchangeMinor;
    private @Nullable String interchangeCurrency;
    private Settlement settlement = Settlement.NONE;
    private long offset;
    private Processing processing = Processing.PURCHASE;
    private Channel channel = Channel.IN_STORE;
    private long minor = 1000;
    private String currency = "EUR";
    private @Nullable Money merchantAmount;
    private long cashbackMinor;
    private @Nullable String merchantId = "M1";
    private @Nullable String terminalId = "TERM1";
    private @Nullable String merchantName = "TRATTORIA";
    private @Nullable String mcc = "5812";
    private @Nullable String country = "IT";
    private @Nullable String token;
    private boolean partialSupported;
    private boolean estimated;
    private boolean mit;
    private boolean moto;
    private boolean recurring;
    private boolean standIn;
    private PinEvidence pin = PinEvidence.ABSENT;
    private CvcEvidence cvc = CvcEvidence.NOT_CHECKED;
    private CryptogramEvidence cryptogram = CryptogramEvidence.NOT_CHECKED;
    private @Nullable String eci;
    private @Nullable TransStatus transStatus;
    private ClaimedExemption exemption = ClaimedExemption.NONE;
    private @Nullable Long replacementMinor;
    private boolean approved = true;
    private @Nullable Long approvedMinor;
    private boolean stale;
    private boolean skewed;

    private MessageExample(MessageKind kind) {
        this.kind = kind;
    }

    public static MessageExample aRequest() {
        return new MessageExample(MessageKind.AUTHORIZATION_REQUEST);
    }

    public static MessageExample anIncrement() {
        return new MessageExample(MessageKind.INCREMENTAL_AUTHORIZATION).withStan("000002");
    }

    /** A stand-in approval of all that was asked for. */
    public static MessageExample anAdvice() {
        return new MessageExample(MessageKind.AUTHORIZATION_ADVICE).standingIn();
    }

    /** The final amount of an automated fuel dispenser, which replaces the hold. */
    public static MessageExample aCompletion() {
        return new MessageExample(MessageKind.AUTHORIZATION_ADVICE).withStan("000003");
    }

    /** A reversal of the default request, without a replacement amount. */
    public static MessageExample aReversal() {
        return new MessageExample(MessageKind.REVERSAL)
                .withStan("000004")
                .ofOriginal("000001", NOON);
    }

    public static MessageExample aClearing() {
        return new MessageExample(MessageKind.CLEARING).withStan(null).withArn("A1");
    }

    /** A refund that names no purchase. */
    public static MessageExample aRefund() {
        return new MessageExample(MessageKind.REFUND)
                .withStan(null)
                .withArn("A2")
                .ofLifecycle("R1")
                .asking(Processing.REFUND);
    }

    public static MessageExample aRefundAuthorization() {
        return aRequest()
                .ofKind(MessageKind.REFUND_AUTHORIZATION)
                .ofLifecycle("R1")
                .asking(Processing.REFUND);
    }

    public MessageExample ofKind(MessageKind changed) {
        return with(copy -> copy.kind = changed);
    }

    public MessageExample over(Network changed) {
        return with(copy -> copy.network = changed);
    }

    public MessageExample at(Instant changed) {
        return with(copy -> copy.at = changed);
    }

    public MessageExample at(String instant) {
        return at(Instant.parse(instant));
    }

    /** Sent this much later. */
    public MessageExample after(Duration delay) {
        return at(at.plus(delay));
    }

    public MessageExample onCard(String text) {
        return with(copy -> copy.card = CardReference.of(text));
    }

    public MessageExample withExpiry(@Nullable YearMonth changed) {
        return with(copy -> copy.expiry = changed);
    }

    /** With the network's name of the lifecycle; null for none. */
    public MessageExample ofLifecycle(@Nullable String changed) {
        return with(copy -> copy.networkTxnId = changed);
    }

    /** With the lifecycle of the purchase that a refund gives back. */
    public MessageExample refunding(@Nullable String lifecycle) {
        return with(copy -> copy.originalNetworkTxnId = lifecycle);
    }

    public MessageExample withStan(@Nullable String changed) {
        return with(copy -> copy.stan = changed);
    }

    public MessageExample ofOriginal(@Nullable String changedStan, @Nullable Instant sentAt) {
        return with(
                copy -> {
                    copy.originalStan = changedStan;
                    copy.originalAt = sentAt;
                });
    }

    public MessageExample withAcquirer(@Nullable String changed) {
        return with(copy -> copy.acquirerId = changed);
    }

    public MessageExample withArn(@Nullable String changed) {
        return with(copy -> copy.arn = changed);
    }

    public MessageExample withRrn(@Nullable String changed) {
        return with(copy -> copy.rrn = changed);
    }

    public MessageExample withApprovalCode(@Nullable String changed) {
        return with(copy -> copy.approvalCode = changed);
    }

    /** One of several parts of a purchase. */
    public MessageExample part(int sequence, int count) {
        return with(
                copy -> {
                    copy.clearingSequence = sequence;
                    copy.clearingCount = count;
                });
    }

    /** A part that says that no other follows. */
    public MessageExample asFinal() {
        return with(copy -> copy.finalClearing = true);
    }

    /** With the direction that the message says, whatever its kind. */
    public MessageExample going(Direction changed) {
        return with(copy -> copy.direction = changed);
    }

    public MessageExample withInterchangeIn(String currency) {
        return with(copy -> copy.interchangeCurrency = currency);
    }

    public MessageExample withInterchange(@Nullable Long signedMinor) {
        return with(copy -> copy.interchangeMinor = signedMinor);
    }

    public MessageExample settledAs(Settlement changed) {
        return with(copy -> copy.settlement = changed);
    }

    /** At this offset of the feed. */
    public MessageExample atOffset(long changed) {
        return with(copy -> copy.offset = changed);
    }

    public MessageExample asking(Processing changed) {
        return with(copy -> copy.processing = changed);
    }

    public MessageExample through(Channel changed) {
        return with(copy -> copy.channel = changed);
    }

    public MessageExample withAmount(long changed) {
        return with(copy -> copy.minor = changed);
    }

    public MessageExample withCurrency(String changed) {
        return with(copy -> copy.currency = changed);
    }

    /** With another amount in the merchant's currency than the billed one. */
    public MessageExample withMerchantAmount(long changed, String code) {
        return with(copy -> copy.merchantAmount = Money.of(changed, code));
    }

    public MessageExample withCashback(long changed) {
        return with(copy -> copy.cashbackMinor = changed);
    }

    public MessageExample atMerchant(@Nullable String id) {
        return with(copy -> copy.merchantId = id);
    }

    public MessageExample atTerminal(@Nullable String id) {
        return with(copy -> copy.terminalId = id);
    }

    public MessageExample named(@Nullable String name) {
        return with(copy -> copy.merchantName = name);
    }

    public MessageExample withMcc(@Nullable String changed) {
        return with(copy -> copy.mcc = changed);
    }

    public MessageExample withCountry(@Nullable String changed) {
        return with(copy -> copy.country = changed);
    }

    public MessageExample supportingPartialApproval() {
        return with(copy -> copy.partialSupported = true);
    }

    public MessageExample estimated() {
        return with(copy -> copy.estimated = true);
    }

    public MessageExample initiatedByMerchant() {
        return with(copy -> copy.mit = true);
    }

    public MessageExample byMailOrTelephone() {
        return with(copy -> copy.moto = true);
    }

    public MessageExample recurring() {
        return with(copy -> copy.recurring = true);
    }

    public MessageExample standingIn() {
        return with(copy -> copy.standIn = true);
    }

    public MessageExample withPin(PinEvidence changed) {
        return with(copy -> copy.pin = changed);
    }

    public MessageExample withCvc(CvcEvidence changed) {
        return with(copy -> copy.cvc = changed);
    }

    public MessageExample withCryptogram(CryptogramEvidence changed) {
        return with(copy -> copy.cryptogram = changed);
    }

    public MessageExample withTransStatus(@Nullable TransStatus changed) {
        return with(copy -> copy.transStatus = changed);
    }

    public MessageExample withEci(@Nullable String changed) {
        return with(copy -> copy.eci = changed);
    }

    public MessageExample claiming(ClaimedExemption changed) {
        return with(copy -> copy.exemption = changed);
    }

    /** The amount that remains by a reversal's own word. */
    public MessageExample leaving(@Nullable Long changed) {
        return with(copy -> copy.replacementMinor = changed);
    }

    /** The amount that an advice says was approved; the whole amount by default. */
    public MessageExample approvedFor(long changed) {
        return with(copy -> copy.approvedMinor = changed);
    }

    /** An advice of a decline. */
    public MessageExample declined() {
        return with(copy -> copy.approved = false);
    }

    public MessageExample stale() {
        return with(copy -> copy.stale = true);
    }

    public MessageExample skewed() {
        return with(copy -> copy.skewed = true);
    }

    public Instant sentAt() {
        return at;
    }

    public long amount() {
        return minor;
    }

    /** The message as it is read from the feed. */
    public NetworkMessage.CardMessage message() {
        MessageHeader header = header();
        CardActivity activity = activity();
        return switch (kind) {
            case AUTHORIZATION_REQUEST,
                    FINANCIAL_REQUEST,
                    REFUND_AUTHORIZATION,
                    BALANCE_INQUIRY,
                    ACCOUNT_VERIFICATION ->
                    new NetworkMessage.AuthorizationRequest(
                            header, kind, activity, interchange(), settlement);
            case INCREMENTAL_AUTHORIZATION ->
                    new NetworkMessage.IncrementalAuthorization(header, activity);
            case AUTHORIZATION_ADVICE ->
                    new NetworkMessage.AuthorizationAdvice(
                            header,
                            activity,
                            approved,
                            approved ? "00" : "05",
                            adviceApprovedMinor());
            case REVERSAL -> new NetworkMessage.Reversal(header, activity, replacementMinor);
            case CLEARING, CLEARING_REVERSAL, REFUND -> clearing(header, activity);
            case CHARGEBACK,
                    REPRESENTMENT,
                    ARBITRATION,
                    CARD_ORDER_UPDATE,
                    WALLET_TOKEN_UPDATE,
                    FEE_COLLECTION,
                    SETTLEMENT_TOTAL,
                    BATCH_HEADER,
                    BATCH_TRAILER ->
                    throw new IllegalStateException(kind + " is not about one card");
        };
    }

    /** The message with its identity, as the fold gets it. */
    public FeedEntry entry() {
        NetworkMessage.CardMessage message = message();
        return new FeedEntry(
                new FeedOffset(0, offset),
                MessageIdentity.of(message),
                message.activity().hashCode(),
                message,
                Payload.of("{}"));
    }

    /** The question to the decision, with nothing approved before. */
    public AuthorizationQuestion question() {
        return question(0, false);
    }

    public AuthorizationQuestion question(long alreadyApproved, boolean reversedBefore) {
        return new AuthorizationQuestion(
                header(),
                activity(),
                purpose(),
                alreadyApproved,
                alreadyApproved > 0,
                reversedBefore,
                false);
    }

    private Purpose purpose() {
        return switch (processing) {
            case PURCHASE -> Purpose.PURCHASE;
            case CASH_WITHDRAWAL -> Purpose.CASH_WITHDRAWAL;
            case REFUND -> Purpose.REFUND;
            case INQUIRY -> Purpose.BALANCE_INQUIRY;
            case VERIFICATION -> Purpose.ACCOUNT_VERIFICATION;
            case UNKNOWN -> Purpose.UNKNOWN;
        };
    }

    private long adviceApprovedMinor() {
        if (!approved) {
            return 0;
        }
        return approvedMinor == null ? minor : approvedMinor;
    }

    private NetworkMessage.@Nullable Interchange interchange() {
        return interchangeMinor == null
                ? null
                : new NetworkMessage.Interchange(interchangeMinor, interchangeCurrency);
    }

    private NetworkMessage.Clearing clearing(MessageHeader header, CardActivity activity) {
        return new NetworkMessage.Clearing(
                header,
                kind,
                activity,
                kind == MessageKind.REFUND ? "200000" : "000000",
                direction(),
                null,
                interchangeMinor,
                interchangeCurrency,
                settlement);
    }

    private Direction direction() {
        if (direction != null) {
            return direction;
        }
        return kind == MessageKind.CLEARING ? Direction.DEBIT : Direction.CREDIT;
    }

    private MessageHeader header() {
        String distinct =
                String.join(
                        "|",
                        kind.wire(),
                        String.valueOf(networkTxnId),
                        String.valueOf(stan),
                        String.valueOf(arn),
                        String.valueOf(clearingSequence),
                        at.toString());
        return new MessageHeader(
                UUID.nameUUIDFromBytes(distinct.getBytes(StandardCharsets.UTF_8)),
                network,
                at,
                at,
                false,
                null,
                null,
                null,
                skewed,
                stale);
    }

    private CardActivity activity() {
        Money amount = Money.of(minor, currency);
        return new CardActivity(
                card,
                expiry,
                token,
                new NetworkRefs(
                        new NetworkKeys(networkTxnId, stan, rrn, acquirerId),
                        originalNetworkTxnId,
                        originalStan,
                        originalAt,
                        arn,
                        approvalCode,
                        clearingSequence,
                        clearingCount,
                        null,
                        null),
                processing,
                amount,
                new MerchantClaim(
                        new Merchant(merchantId, terminalId, merchantName, mcc, "ROMA", country),
                        channel,
                        merchantAmount == null ? amount : merchantAmount),
                cashbackMinor,
                new Flags(
                        partialSupported,
                        estimated,
                        false,
                        mit,
                        moto,
                        recurring,
                        standIn,
                        finalClearing),
                new VerificationEvidence(pin, cvc, cryptogram, eci, transStatus, exemption));
    }

    public MessageExample withToken(WalletTokenId id) {
        return with(copy -> copy.token = id.toString());
    }

    private MessageExample with(Consumer<MessageExample> change) {
        MessageExample copy = clone();
        change.accept(copy);
        return copy;
    }

    @Override
    protected MessageExample clone() {
        try {
            return (MessageExample) super.clone();
        } catch (CloneNotSupportedException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public String toString() {
        return kind.wire() + " " + minor + " of " + networkTxnId + ", STAN " + stan + ", at " + at;
    }
}
