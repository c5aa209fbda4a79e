package dev.countersign.reconcile.domain.feed;

import dev.countersign.reconcile.domain.text.Sha256;
import java.nio.ByteBuffer;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The business identity of a message: the network's own numbers, never our offset, nor a producer's
 * id where there is a number, so that a message that comes twice is the same one however it comes.
 * Kept as the first 128 bits of a SHA-256.
 *
 * <p>The card is part of it, since networks recycle their numbers and one card's messages must
 * never meet another's. Amounts are left out on purpose: a corrected record must collide, not post
 * twice.
 */
public final class MessageIdentity {

    private static final String INCREMENT = "inc";

    private MessageIdentity() {}

    public static UUID of(NetworkMessage message) {
        return digest(text(message));
    }

    static String text(NetworkMessage message) {
        return switch (message) {
            case NetworkMessage.AuthorizationRequest request ->
                    request(message.header(), requestClass(request.kind()), request.activity());
            case NetworkMessage.IncrementalAuthorization increment ->
                    request(message.header(), INCREMENT, increment.activity());
            case NetworkMessage.AuthorizationAdvice advice ->
                    request(message.header(), "adv", advice.activity());
            case NetworkMessage.Reversal reversal ->
                    request(message.header(), "rev", reversal.activity());
            case NetworkMessage.Clearing clearing -> clearing(clearing);
            case NetworkMessage.RecordOnlyMessage recorded ->
                    String.join(
                            "|",
                            recorded.header().network().wire(),
                            recorded.kind().wire(),
                            recorded.identityText());
        };
    }

    private static String requestClass(MessageKind kind) {
        return switch (kind) {
            case REFUND_AUTHORIZATION -> "refund_auth";
            case BALANCE_INQUIRY -> "inquiry";
            case ACCOUNT_VERIFICATION -> "verification";
            default -> "auth";
        };
    }

    /** Without the network's id, STAN and RRN recycle: acquirer and UTC date stand beside them. */
    private static String request(
            MessageHeader header, String messageClass, CardActivity activity) {
        NetworkRefs refs = activity.refs();
        String network = header.network().wire();
        if (refs.keys().networkTxnId() != null) {
            return String.join(
                    "|",
                    network,
                    messageClass,
                    activity.card().text(),
                    part(refs.keys().networkTxnId()),
                    messageClass.equals(INCREMENT) ? own(header, refs) : part(refs.keys().stan()),
                    part(refs.keys().acquirerId()));
        }
        LocalDate date = LocalDate.ofInstant(header.sentAt(), ZoneOffset.UTC);
        return String.join(
                "|",
                network,
                messageClass,
                activity.card().text(),
                part(refs.keys().stan()),
                part(refs.keys().acquirerId()),
                refs.keys().stan() == null ? own(header, refs) : part(refs.keys().rrn()),
                date.toString());
    }

    /** The message's own number; of one that has none, the id that its sender gave it. */
    private static String own(MessageHeader header, NetworkRefs refs) {
        String number = refs.keys().stan() != null ? refs.keys().stan() : refs.keys().rrn();
        return number == null ? header.messageId().toString() : part(number);
    }

    private static String clearing(NetworkMessage.Clearing clearing) {
        NetworkRefs refs = clearing.activity().refs();
        return String.join(
                "|",
                clearing.header().network().wire(),
                clearing.kind().wire(),
                clearing.activity().card().text(),
                part(refs.arn()),
                String.valueOf(refs.usageCode() == null ? 1 : refs.usageCode()),
                String.valueOf(refs.clearingSequence() == null ? 1 : refs.clearingSequence()));
    }

    /** A part as it stands among others: what would separate it in the middle is marked. */
    private static String part(@Nullable String text) {
        if (text == null) {
            return "";
        }
        boolean plain = text.indexOf('|') < 0 && text.indexOf('\\') < 0;
        return plain ? text : text.replace("\\", "\\\\").replace("|", "\\|");
    }

    private static UUID digest(String text) {
        ByteBuffer bytes = ByteBuffer.wrap(Sha256.of(text));
        return new UUID(bytes.getLong(), bytes.getLong());
    }
}
