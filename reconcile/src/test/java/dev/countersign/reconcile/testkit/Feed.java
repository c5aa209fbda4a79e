package dev.countersign.reconcile.testkit;

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
import dev.countersign.reconcile.domain.feed.NetworkRefs;
import dev.countersign.reconcile.domain.feed.Notice;
import dev.countersign.reconcile.domain.feed.Payload;
import dev.countersign.reconcile.domain.feed.Processing;
import dev.countersign.reconcile.domain.feed.evidence.VerificationEvidence;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.id.OrderId;
import dev.countersign.reconcile.domain.id.WalletTokenId;
import dev.countersign.reconcile.domain.money.Money;
import dev.countersign.reconcile.service.feed.FeedBatch;
import dev.countersign.reconcile.service.feed.FeedBatch.OffsetRange;
import dev.countersign.reconcile.testkit.domain.MessageExample;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** One partition of a feed, written message by message and cut into batches where a test wants. */
public final class Feed {

    public static final String TOPIC = "test.feed";

    private static final Pattern NUMBER = Pattern.compile("[0-9]+");

    private final int partition;
    private final List<FeedEntry> pending = new ArrayList<>();
    private final List<NetworkMessage> written = new ArrayList<>();
    private long from;
    private long next;

    /** The first partition. */
    public Feed() {
        this(0);
    }

    public Feed(int partition) {
        this.partition = partition;
    }

    /** Any message of a card. */
    public Feed add(CardId card, MessageExample example) {
        return write(example.onCard(card.toString()).message());
    }

    /** A purchase at a shop. */
    public Feed request(CardId card, String reference, long amount, String at) {
        return write(
                new NetworkMessage.AuthorizationRequest(
                        header(at),
                        MessageKind.AUTHORIZATION_REQUEST,
                        activity(card, reference, null, amount)));
    }

    /** More on top of a purchase. */
    public Feed increment(CardId card, String reference, String stan, long amount, String at) {
        return write(
                new NetworkMessage.IncrementalAuthorization(
                        header(at), activity(card, reference, stan, amount)));
    }

    /** Takes a purchase back, down to what remains where that is said. */
    public Feed reversal(
            CardId card,
            String reference,
            String stan,
            long amount,
            @Nullable Long remains,
            String at) {
        return write(
                new NetworkMessage.Reversal(
                        header(at), activity(card, reference, stan, amount), remains));
    }

    /** A bureau's notice about the plastic of a card. */
    public Feed order(CardId card, OrderId order, String status, String at) {
        return write(
                new NetworkMessage.RecordOnlyMessage(
                        header(at),
                        MessageKind.CARD_ORDER_UPDATE,
                        CardReference.of(card),
                        null,
                        null,
                        String.join("|", order.toString(), status, at),
                        new Notice(order.toString(), status, "POST", "T1")));
    }

    /** A wallet's notice about a token of a card. */
    public Feed token(CardId card, WalletTokenId token, String status, String at) {
        return write(
                new NetworkMessage.RecordOnlyMessage(
                        header(at),
                        MessageKind.WALLET_TOKEN_UPDATE,
                        CardReference.of(card),
                        null,
                        null,
                        String.join("|", token.toString(), status, at),
                        new Notice(token.toString(), status, null, null)));
    }

    /** Any message, as it is read. */
    public Feed send(NetworkMessage message) {
        return write(message, null);
    }

    /** Any message with its JSON, for one that is kept as it came. */
    public Feed send(NetworkMessage message, String payload) {
        return write(message, payload);
    }

    /** The last message once more, as the network repeats it. */
    public Feed again() {
        return write(written.getLast(), null);
    }

    /** Reads a message of this feed again that was kept as it came. */
    public NetworkMessage read(String payload, Instant at) {
        Matcher number = NUMBER.matcher(payload);
        if (!number.find()) {
            throw new AssertionError("not of this feed: " + payload);
        }
        NetworkMessage message = written.get(Integer.parseInt(number.group()));
        if (!message.header().at().equals(at)) {
            throw new AssertionError("read with another time: " + at);
        }
        return message;
    }

    private Feed write(NetworkMessage message) {
        return write(message, null);
    }

    private Feed write(NetworkMessage message, @Nullable String payload) {
        written.add(message);
        long hash =
                message instanceof NetworkMessage.CardMessage of
                        ? of.activity().amount().minor()
                        : 0;
        pending.add(
                new FeedEntry(
                        new FeedOffset(partition, next++),
                        MessageIdentity.of(message),
                        hash,
                        message,
                        Payload.of(
                                payload == null
                                        ? "{\"written\": " + (written.size() - 1) + "}"
                                        : payload)));
        return this;
    }

    /** Messages written since the last batch. */
    public FeedBatch batch() {
        FeedBatch batch =
                new FeedBatch(TOPIC, pending, List.of(new OffsetRange(partition, from, next)));
        pending.clear();
        from = next;
        return batch;
    }

    private MessageHeader header(String at) {
        Instant sent = Instant.parse(at);
        return new MessageHeader(
                new UUID(7, next), Network.VISA, sent, sent, false, null, null, null, false, false);
    }

    private static CardActivity activity(
            CardId card, String reference, @Nullable String stan, long amount) {
        Money money = Money.of(amount, "EUR");
        return new CardActivity(
                CardReference.of(card),
                null,
                null,
                new NetworkRefs(
                        new NetworkKeys(reference, stan == null ? "000001" : stan, null, "400001"),
                        null,
                        null,
                        null,
                        null,
                        null,
                        null,
                        null,
                        null,
                        null),
                Processing.PURCHASE,
                money,
                new MerchantClaim(Merchant.UNKNOWN, Channel.IN_STORE, money),
                0,
                Flags.NONE,
                VerificationEvidence.NONE);
    }
}
