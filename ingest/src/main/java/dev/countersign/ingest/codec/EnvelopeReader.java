package dev.countersign.ingest.codec;

import dev.countersign.ingest.codec.DecodedMessage.Reason;
import dev.countersign.reconcile.domain.Wire;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.feed.CardReference;
import dev.countersign.reconcile.domain.feed.MessageHeader;
import dev.countersign.reconcile.domain.feed.MessageKind;
import dev.countersign.reconcile.domain.feed.Network;
import dev.countersign.reconcile.domain.feed.NetworkMessage;
import dev.countersign.reconcile.domain.feed.NetworkMessage.Direction;
import dev.countersign.reconcile.domain.feed.NetworkMessage.Settlement;
import dev.countersign.reconcile.domain.feed.Processing;
import dev.countersign.reconcile.domain.id.AccountId;
import dev.countersign.reconcile.domain.money.Money;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads an envelope: the header, and what each kind of message adds to it. */
record EnvelopeReader(CodecOptions options, InstantSource clock) {

    private static final List<String> TOTAL_COUNTS =
            List.of("debit_count", "debit_amount", "credit_count", "credit_amount");

    private static final Function<String, Optional<MessageKind>> KINDS =
            Wire.reader(MessageKind.class);
    private static final Function<String, Optional<Network>> NETWORKS = Wire.reader(Network.class);
    private static final Function<String, Optional<Direction>> DIRECTIONS =
            Wire.reader(Direction.class);
    private static final Function<String, Optional<Mode>> MODES = Wire.reader(Mode.class);

    private static final Set<MessageKind> REQUESTS =
            EnumSet.of(
                    MessageKind.AUTHORIZATION_REQUEST,
                    MessageKind.FINANCIAL_REQUEST,
                    MessageKind.INCREMENTAL_AUTHORIZATION,
                    MessageKind.REFUND_AUTHORIZATION,
                    MessageKind.BALANCE_INQUIRY,
                    MessageKind.ACCOUNT_VERIFICATION);
    private static final Set<String> APPROVALS = Set.of("00", "08", "10", "11", "85", "87");

    /** A part of a message, and what refuses a message whose part is of a wrong shape. */
    private record Part(String name, Consumer<JsonFields> check) {}

    /** The parts that only some kinds of message use; most messages have none of them. */
    private static final List<Part> PARTS =
            List.of(
                    new Part("advice", EnvelopeReader::readAdvice),
                    new Part("interchange", EnvelopeReader::readInterchange),
                    new Part("settlement", EnvelopeReader::settlement),
                    new Part("total", EnvelopeReader::readTotal),
                    new Part("dispute", EnvelopeReader::readDispute),
                    new Part("order", NoticeReader::checkOrder),
                    new Part("wallet_token", NoticeReader::checkToken));

    private static final Duration AHEAD_MAX = Duration.ofMinutes(2);
    private static final Duration BEHIND_MAX = Duration.ofMinutes(15);

    /** Reads a message that comes from the broker. */
    NetworkMessage read(JsonFields message, Instant brokerAt) {
        return read(message, sent -> guarded(sent, brokerAt));
    }

    /** Reads a message again whose time was decided before. */
    NetworkMessage readAgain(JsonFields message, Instant at) {
        return read(message, sent -> new Timing(at, !at.equals(sent.at()), false));
    }

    private NetworkMessage read(JsonFields message, Function<SendingInfo, Timing> timing) {
        requireVersion(message);
        message.requireKnown();
        MessageKind kind = kindOf(message);
        MessageHeader header = header(message, kind, timing);
        NetworkMessage read = body(message, kind, header);
        checkTheRest(message);
        return read;
    }

    private static NetworkMessage body(JsonFields message, MessageKind kind, MessageHeader header) {
        return switch (kind) {
            case AUTHORIZATION_REQUEST,
                    FINANCIAL_REQUEST,
                    REFUND_AUTHORIZATION,
                    BALANCE_INQUIRY,
                    ACCOUNT_VERIFICATION ->
                    request(message, kind, header);
            case INCREMENTAL_AUTHORIZATION -> increment(message, header);
            case AUTHORIZATION_ADVICE -> advice(message, header);
            case REVERSAL -> reversal(message, header);
            case CLEARING, CLEARING_REVERSAL, REFUND -> clearing(message, kind, header);
            case CHARGEBACK,
                    REPRESENTMENT,
                    ARBITRATION,
                    CARD_ORDER_UPDATE,
                    WALLET_TOKEN_UPDATE,
                    FEE_COLLECTION,
                    SETTLEMENT_TOTAL,
                    BATCH_HEADER,
                    BATCH_TRAILER ->
                    recorded(message, kind, header);
        };
    }

    /**
     * Checks the types of the members that this kind of message does not use. They are kept with
     * the message all the same.
     */
    private static void checkTheRest(JsonFields message) {
        message.text("local_time");
        message.value("direction", DIRECTIONS);
        message.value("mode", MODES);
        account(message);
        message.text("fx_rate");
        message.money("replacement_amount");
        for (Part part : PARTS) {
            if (message.has(part.name())) {
                part.check().accept(message);
            }
        }
    }

    /** The version comes first: another one may know other members. */
    private static void requireVersion(JsonFields message) {
        Object version = message.required(message.get("schema_version"), "schema_version");
        if (!version.equals(1L)) {
            throw new MalformedMessageException(Reason.UNKNOWN_VERSION, "schema_version is not 1");
        }
    }

    private static MessageKind kindOf(JsonFields message) {
        String kind = message.required(message.text("kind"), "kind");
        return KINDS.apply(kind)
                .orElseThrow(
                        () ->
                                new MalformedMessageException(
                                        Reason.UNKNOWN_KIND, "kind is not one we know"));
    }

    /** The time at which a message says that it was sent, and the sender that it names. */
    private record SendingInfo(Instant at, String system, boolean request) {}

    /** The time that counts for a message. */
    private record Timing(Instant at, boolean skewed, boolean stale) {}

    private Timing guarded(SendingInfo sent, Instant brokerAt) {
        boolean ahead = sent.at().isAfter(brokerAt.plus(AHEAD_MAX));
        boolean late = sent.request() && sent.at().isBefore(brokerAt.minus(BEHIND_MAX));
        boolean skewed = (ahead || late) && options.guardedSources().contains(sent.system());
        Instant at = skewed ? brokerAt : sent.at();
        Duration ageMax = options.decisionMaxAge();
        boolean stale =
                sent.request() && ageMax != null && at.isBefore(clock.instant().minus(ageMax));
        return new Timing(at, skewed, stale);
    }

    private static MessageHeader header(
            JsonFields message, MessageKind kind, Function<SendingInfo, Timing> timing) {
        JsonFields source = message.part("source");
        String system = source.required(source.reference("system"), "system");
        Instant sent = message.required(message.instant("transmitted_at"), "transmitted_at");
        Timing counts = timing.apply(new SendingInfo(sent, system, REQUESTS.contains(kind)));
        return new MessageHeader(
                uuid(message),
                message.required(message.value("network", NETWORKS), "network"),
                counts.at(),
                sent,
                message.flag("repeat"),
                source.reference("file_id"),
                source.smallInteger("file_seq"),
                source.smallInteger("record_no"),
                counts.skewed(),
                counts.stale());
    }

    private static UUID uuid(JsonFields message) {
        String text = message.required(message.identifier("message_id"), "message_id");
        if (text.length() != 36) {
            throw new MalformedMessageException(Reason.BAD_FORMAT, "message_id is not a UUID");
        }
        try {
            return UUID.fromString(text);
        } catch (IllegalArgumentException e) {
            throw new MalformedMessageException(Reason.BAD_FORMAT, "message_id is not a UUID");
        }
    }

    private static NetworkMessage request(
            JsonFields message, MessageKind kind, MessageHeader header) {
        var activity = ActivityReader.read(message, kind, header.network());
        return kind == MessageKind.FINANCIAL_REQUEST
                ? new NetworkMessage.AuthorizationRequest(
                        header, kind, activity, interchange(message), settlement(message))
                : new NetworkMessage.AuthorizationRequest(header, kind, activity);
    }

    private static NetworkMessage increment(JsonFields message, MessageHeader header) {
        var activity =
                ActivityReader.read(
                        message, MessageKind.INCREMENTAL_AUTHORIZATION, header.network());
        if (activity.refs().keys().networkTxnId() == null) {
            throw new MalformedMessageException(
                    Reason.MISSING_FIELD,
                    "refs.network_txn_id is missing: an increment names its original");
        }
        return new NetworkMessage.IncrementalAuthorization(header, activity);
    }

    private static NetworkMessage advice(JsonFields message, MessageHeader header) {
        var activity =
                ActivityReader.read(message, MessageKind.AUTHORIZATION_ADVICE, header.network());
        JsonFields advice = readAdvice(message);
        String given = advice.text("response_code");
        String responseCode = given == null ? "00" : given;
        Money amount = advice.money("approved_amount");
        boolean approved = APPROVALS.contains(responseCode);
        Money approvedAmount = amount == null ? activity.amount() : amount;
        if (!approvedAmount.currency().equals(activity.amount().currency())) {
            throw new MalformedMessageException(
                    Reason.UNKNOWN_CURRENCY,
                    "advice.approved_amount is not in the currency of amount");
        }
        return new NetworkMessage.AuthorizationAdvice(
                header, activity, approved, responseCode, approved ? approvedAmount.minor() : 0);
    }

    private static NetworkMessage reversal(JsonFields message, MessageHeader header) {
        var activity = ActivityReader.read(message, MessageKind.REVERSAL, header.network());
        Money remains = message.money("replacement_amount");
        if (remains != null && !remains.currency().equals(activity.amount().currency())) {
            throw new MalformedMessageException(
                    Reason.UNKNOWN_CURRENCY, "replacement_amount is not in the currency of amount");
        }
        return new NetworkMessage.Reversal(
                header, activity, remains == null ? null : remains.minor());
    }

    private static NetworkMessage clearing(
            JsonFields message, MessageKind kind, MessageHeader header) {
        var activity = ActivityReader.read(message, kind, header.network());
        if (activity.refs().arn() == null) {
            throw new MalformedMessageException(Reason.MISSING_FIELD, "refs.arn is missing");
        }
        boolean refund = kind == MessageKind.REFUND;
        Direction direction = message.value("direction", DIRECTIONS);
        String processing = message.text("processing_code");
        JsonFields interchange = readInterchange(message);
        return new NetworkMessage.Clearing(
                header,
                kind,
                activity,
                processing == null ? (refund ? "200000" : "000000") : processing,
                direction(kind, direction, activity.processing()),
                message.text("fx_rate"),
                interchange.integer("amount"),
                interchange.text("currency"),
                settlement(message));
    }

    /** A refund gives back, whatever it says; what says nothing goes by what it is a record of. */
    private static Direction direction(
            MessageKind kind, @Nullable Direction stated, Processing processing) {
        boolean gives =
                kind == MessageKind.REFUND
                        || (stated == null
                                && kind == MessageKind.CLEARING
                                && processing == Processing.REFUND);
        return gives ? Direction.CREDIT : stated == null ? Direction.DEBIT : stated;
    }

    private static NetworkMessage.@Nullable Interchange interchange(JsonFields message) {
        JsonFields interchange = readInterchange(message);
        Long minor = interchange.integer("amount");
        return minor == null
                ? null
                : new NetworkMessage.Interchange(minor, interchange.text("currency"));
    }

    private static Settlement settlement(JsonFields message) {
        JsonFields settlement = message.part("settlement");
        return new Settlement(
                settlement.date("settlement_date"),
                settlement.smallInteger("cycle"),
                settlement.reference("service"),
                settlement.reference("institution_id"),
                settlement.text("currency"),
                settlement.integer("amount"));
    }

    private static NetworkMessage recorded(
            JsonFields message, MessageKind kind, MessageHeader header) {
        ActivityReader.check(message);
        CardReference card = ActivityReader.card(message);
        return new NetworkMessage.RecordOnlyMessage(
                header,
                kind,
                card,
                account(message),
                message.value("mode", MODES),
                identity(message, kind, header, card),
                NoticeReader.read(message, kind));
    }

    private static @Nullable AccountId account(JsonFields message) {
        String text = message.identifier("account_id");
        return text == null
                ? null
                : AccountId.parse(text)
                        .orElseThrow(
                                () ->
                                        new MalformedMessageException(
                                                Reason.BAD_FORMAT,
                                                "account_id is not an account's id"));
    }

    private static String identity(
            JsonFields message,
            MessageKind kind,
            MessageHeader header,
            @Nullable CardReference card) {
        return switch (kind) {
            case SETTLEMENT_TOTAL -> totalIdentity(message) + "|" + mode(message);
            case CHARGEBACK, REPRESENTMENT, ARBITRATION -> disputeIdentity(message);
            case CARD_ORDER_UPDATE, WALLET_TOKEN_UPDATE -> NoticeReader.identity(message, kind);
            case BATCH_HEADER, BATCH_TRAILER ->
                    message.required(header.fileId(), "source.file_id")
                            + "|"
                            + header.fileSeq()
                            + "|"
                            + mode(message);
            default -> feeIdentity(message, header, card);
        };
    }

    /**
     * The purchase that it is about, or where it lies in its file, tells one fee from another; the
     * message only where neither is said. What is given back is another one than what was taken.
     */
    private static String feeIdentity(
            JsonFields message, MessageHeader header, @Nullable CardReference card) {
        requirePaid(message);
        String arn = ActivityReader.refs(message).arn();
        Direction direction = message.value("direction", DIRECTIONS);
        boolean filed = header.fileId() != null && header.recordNo() != null;
        String place = filed ? header.fileId() + "#" + header.recordNo() : null;
        return String.join(
                "|",
                card == null ? String.valueOf(account(message)) : card.text(),
                direction == Direction.CREDIT ? "credit" : "debit",
                arn != null ? arn : place != null ? place : header.messageId().toString());
    }

    /** A fee that is reckoned in one currency and settled in another says how much is paid. */
    private static void requirePaid(JsonFields message) {
        Settlement settlement = settlement(message);
        Money amount = message.money("amount");
        if (amount != null
                && settlement.currency() != null
                && !settlement.currency().equals(amount.currency().getCurrencyCode())) {
            message.required(settlement.minor(), "settlement.amount");
        }
    }

    /** The mode of what names no card, which tells a total or a file of the sandbox apart. */
    private static String mode(JsonFields message) {
        Mode mode = message.value("mode", MODES);
        return mode == null ? "" : mode.wire();
    }

    private static String totalIdentity(JsonFields message) {
        Settlement settlement = settlement(message);
        JsonFields total = readTotal(message);
        for (String name : TOTAL_COUNTS) {
            total.required(total.integer(name), name);
        }
        total.required(total.integer("net_amount"), "net_amount");
        Integer version = total.smallInteger("version");
        return String.join(
                "|",
                message.required(settlement.institutionId(), "settlement.institution_id"),
                message.required(settlement.service(), "settlement.service"),
                message.required(settlement.date(), "settlement.settlement_date").toString(),
                message.required(settlement.cycle(), "settlement.cycle").toString(),
                message.required(
                                message.part("settlement").currency("currency"),
                                "settlement.currency")
                        .getCurrencyCode(),
                String.valueOf(version == null ? 1 : version));
    }

    private static String disputeIdentity(JsonFields message) {
        JsonFields dispute = readDispute(message);
        return message.required(ActivityReader.refs(message).caseId(), "refs.case_id")
                + "|"
                + dispute.required(dispute.reference("stage"), "stage");
    }

    // ---- parts, each member checked

    private static JsonFields readAdvice(JsonFields message) {
        JsonFields advice = message.part("advice");
        advice.text("response_code");
        advice.money("approved_amount");
        return advice;
    }

    private static JsonFields readInterchange(JsonFields message) {
        JsonFields interchange = message.part("interchange");
        interchange.integer("amount");
        interchange.text("currency");
        return interchange;
    }

    private static JsonFields readTotal(JsonFields message) {
        JsonFields total = message.part("total");
        for (String name : TOTAL_COUNTS) {
            Long value = total.integer(name);
            if (value != null && value < 0) {
                throw new MalformedMessageException(
                        Reason.OUT_OF_RANGE, "total." + name + " is negative");
            }
        }
        total.integer("interchange_net");
        total.integer("fees");
        total.integer("net_amount");
        total.flag("is_complete");
        total.smallInteger("version");
        return total;
    }

    private static JsonFields readDispute(JsonFields message) {
        JsonFields dispute = message.part("dispute");
        dispute.reference("reason_code");
        dispute.reference("stage");
        dispute.money("amount");
        return dispute;
    }
}
