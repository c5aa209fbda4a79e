package dev.countersign.ingest.codec;

import dev.countersign.ingest.codec.DecodedMessage.Reason;
import dev.countersign.reconcile.domain.Wire;
import dev.countersign.reconcile.domain.feed.CardActivity;
import dev.countersign.reconcile.domain.feed.CardReference;
import dev.countersign.reconcile.domain.feed.Flags;
import dev.countersign.reconcile.domain.feed.Merchant;
import dev.countersign.reconcile.domain.feed.MerchantClaim;
import dev.countersign.reconcile.domain.feed.MessageKind;
import dev.countersign.reconcile.domain.feed.Network;
import dev.countersign.reconcile.domain.feed.NetworkKeys;
import dev.countersign.reconcile.domain.feed.NetworkRefs;
import dev.countersign.reconcile.domain.feed.Processing;
import dev.countersign.reconcile.domain.feed.evidence.ClaimedExemption;
import dev.countersign.reconcile.domain.feed.evidence.CryptogramEvidence;
import dev.countersign.reconcile.domain.feed.evidence.CvcEvidence;
import dev.countersign.reconcile.domain.feed.evidence.PinEvidence;
import dev.countersign.reconcile.domain.feed.evidence.TransStatus;
import dev.countersign.reconcile.domain.feed.evidence.VerificationEvidence;
import dev.countersign.reconcile.domain.money.Money;
import java.time.Instant;
import java.time.YearMonth;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads what all messages about a card share. */
final class ActivityReader {

    private static final Function<String, Optional<PinEvidence>> PINS =
            Wire.reader(PinEvidence.class);
    private static final Function<String, Optional<CvcEvidence>> CVCS =
            Wire.reader(CvcEvidence.class);
    private static final Function<String, Optional<CryptogramEvidence>> CRYPTOGRAMS =
            Wire.reader(CryptogramEvidence.class);
    private static final Function<String, Optional<ClaimedExemption>> EXEMPTIONS =
            Wire.reader(ClaimedExemption.class);

    private ActivityReader() {}

    static CardActivity read(JsonFields message, MessageKind kind, Network network) {
        CardReference card = card(message);
        if (card == null) {
            throw new MalformedMessageException(Reason.MISSING_FIELD, "card_id is missing");
        }
        String code = message.text("processing_code");
        Processing processing =
                code == null
                                && (kind == MessageKind.REFUND
                                        || kind == MessageKind.REFUND_AUTHORIZATION)
                        ? Processing.REFUND
                        : ProcessingCodes.of(code);
        Flags flags = flags(message);
        Merchant merchant = merchant(message);
        VerificationEvidence evidence = evidence(message);
        Money amount = message.required(message.money("amount"), "amount");
        String expiry = message.text("expiry");
        return new CardActivity(
                card,
                expiry == null ? null : yearMonth(expiry),
                message.nullableReference("token_id"),
                refs(message),
                processing,
                amount,
                new MerchantClaim(
                        merchant,
                        Channels.of(
                                network,
                                processing,
                                message.text("pos_entry_mode"),
                                merchant.mcc(),
                                evidence.eci(),
                                flags),
                        message.required(message.money("merchant_amount"), "merchant_amount")),
                cashback(message, amount),
                flags,
                evidence);
    }

    /** Refuses members of a wrong shape in a message that is about no activity of a card. */
    static void check(JsonFields message) {
        card(message);
        message.text("processing_code");
        message.text("pos_entry_mode");
        message.text("expiry");
        message.nullableReference("token_id");
        message.money("amount");
        message.money("merchant_amount");
        message.money("cashback_amount");
        refs(message);
        merchant(message);
        flags(message);
        evidence(message);
    }

    private static YearMonth yearMonth(String text) {
        return YearMonth.of(Integer.parseInt(text, 0, 4, 10), Integer.parseInt(text, 5, 7, 10));
    }

    /** The card by our id, else by the keyed hash of a PAN that we may not know. */
    static @Nullable CardReference card(JsonFields message) {
        String id = message.identifier("card_id");
        String hmac = message.text("pan_hmac");
        String named = id == null ? hmac : id;
        return named == null ? null : CardReference.of(named);
    }

    private static long cashback(JsonFields message, Money amount) {
        Money cashback = message.money("cashback_amount");
        if (cashback == null) {
            return 0;
        }
        if (!cashback.currency().equals(amount.currency())) {
            throw new MalformedMessageException(
                    Reason.UNKNOWN_CURRENCY, "cashback_amount is not in the currency of amount");
        }
        return cashback.minor();
    }

    static NetworkRefs refs(JsonFields message) {
        if (!message.has("refs")) {
            return NetworkRefs.NONE;
        }
        JsonFields refs = message.part("refs");
        String networkTxnId = reference(refs, "network_txn_id");
        String originalNetworkTxnId = reference(refs, "original_network_txn_id");
        String stan = refs.text("stan");
        String originalStan = refs.text("original_stan");
        Instant originalAt = refs.instant("original_transmitted_at");
        String rrn = refs.text("rrn");
        String arn = refs.text("arn");
        String approvalCode = refs.text("approval_code");
        String acquirerId = refs.text("acquirer_id");
        return new NetworkRefs(
                new NetworkKeys(networkTxnId, stan, rrn, acquirerId),
                originalNetworkTxnId,
                originalStan,
                originalAt,
                arn,
                approvalCode,
                refs.smallInteger("clearing_sequence"),
                refs.smallInteger("clearing_count"),
                refs.smallInteger("usage_code"),
                refs.reference("case_id"));
    }

    /** Networks send zeros or blanks where they mean nothing. */
    private static @Nullable String reference(JsonFields refs, String name) {
        String reference = refs.referenceOfNetwork(name);
        return NetworkKeys.present(reference) ? reference : null;
    }

    private static Merchant merchant(JsonFields message) {
        if (!message.has("merchant")) {
            return Merchant.UNKNOWN;
        }
        JsonFields merchant = message.part("merchant");
        return new Merchant(
                merchant.reference("id"),
                merchant.reference("terminal_id"),
                merchant.text("name"),
                merchant.text("mcc"),
                merchant.text("city"),
                merchant.text("country"));
    }

    private static Flags flags(JsonFields message) {
        if (!message.has("flags")) {
            return Flags.NONE;
        }
        JsonFields flags = message.part("flags");
        return new Flags(
                flags.flag("partial_approval_supported"),
                flags.flag("estimated"),
                flags.flag("extended_auth"),
                flags.flag("mit"),
                flags.flag("moto"),
                flags.flag("recurring"),
                flags.flag("stand_in"),
                flags.flag("final_clearing"));
    }

    private static VerificationEvidence evidence(JsonFields message) {
        if (!message.has("cvm") && !message.has("three_ds")) {
            return VerificationEvidence.NONE;
        }
        JsonFields cvm = message.part("cvm");
        JsonFields threeDs = message.part("three_ds");
        return new VerificationEvidence(
                or(cvm.value("pin", PINS), PinEvidence.ABSENT),
                or(cvm.value("cvc", CVCS), CvcEvidence.NOT_CHECKED),
                or(cvm.value("cryptogram", CRYPTOGRAMS), CryptogramEvidence.NOT_CHECKED),
                threeDs.text("eci"),
                threeDs.value("trans_status", ActivityReader::transStatus),
                or(threeDs.value("exemption", EXEMPTIONS), ClaimedExemption.NONE));
    }

    private static Optional<TransStatus> transStatus(String letter) {
        return Arrays.stream(TransStatus.values())
                .filter(status -> status.name().equals(letter))
                .findFirst();
    }

    private static <E> E or(@Nullable E value, E otherwise) {
        return value == null ? otherwise : value;
    }
}
