package dev.countersign.facade.console.lookup;

import dev.countersign.facade.console.page.Formatter;
import dev.countersign.reconcile.domain.clearing.Identification;
import dev.countersign.reconcile.domain.clearing.match.MatchLevel;
import dev.countersign.reconcile.domain.id.TransactionId;
import dev.countersign.reconcile.domain.lookup.ClearedRecord;
import dev.countersign.reconcile.domain.lookup.LaterMessage;
import dev.countersign.reconcile.domain.lookup.RelatedRefund;
import dev.countersign.reconcile.domain.lookup.TransactionDispute;
import dev.countersign.reconcile.domain.lookup.WaitingRecord;
import dev.countersign.reconcile.domain.money.Money;
import dev.countersign.reconcile.domain.transaction.Transaction;
import dev.countersign.reconcile.domain.transaction.TransactionStatus;
import dev.countersign.reconcile.service.operations.Lookup;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Something that happened to a transaction, on its timeline.
 *
 * @param tone good, bad or nothing: how it is marked
 * @param details what else is to say about it, a line each
 * @param page where the console shows it, if it is a transaction of its own
 */
public record TimelineEvent(
        Instant at,
        String title,
        String tone,
        long minor,
        String currency,
        List<String> details,
        @Nullable String page) {

    private static final Formatter SHOW = new Formatter();

    private TimelineEvent(
            Instant at, String what, String tone, long minor, String currency, List<String> also) {
        this(at, what, tone, minor, currency, also, null);
    }

    /** The whole life, in the order in which it happened. */
    static List<TimelineEvent> of(Lookup.TransactionHistory history) {
        List<TimelineEvent> moments = new ArrayList<>();
        moments.add(first(history.transaction()));
        history.messages().forEach(each -> moments.add(of(each, history.transaction())));
        history.arrived().forEach(each -> moments.add(of(each)));
        history.cleared().forEach(each -> moments.add(of(each)));
        history.links().forEach(each -> moments.add(of(each, history.transaction())));
        history.disputes().forEach(each -> moments.add(of(each)));
        history.refunds().forEach(each -> moments.add(refund(each)));
        history.refunded().forEach(each -> moments.add(refunded(each)));
        moments.sort(Comparator.comparing(TimelineEvent::at));
        return List.copyOf(moments);
    }

    private static TimelineEvent first(Transaction transaction) {
        boolean declined = transaction.status() == TransactionStatus.DECLINED;
        String currency = transaction.currency().getCurrencyCode();
        List<String> also = new ArrayList<>();
        also.add(
                "Response %s%s, decided %s"
                        .formatted(
                                transaction.decision().responseCode(),
                                transaction.decision().approvalCode() == null
                                        ? ""
                                        : ", approval code "
                                                + transaction.decision().approvalCode(),
                                SHOW.time(transaction.decidedAt())));
        if (!transaction.claim().amount().currency().equals(transaction.currency())) {
            Money atMerchant = transaction.claim().amount();
            also.add(
                    money(atMerchant.minor(), atMerchant.currency().getCurrencyCode())
                            + " at the merchant");
        }
        String what =
                switch (transaction.origin()) {
                    case REQUEST -> declined ? "Authorization declined" : "Authorization approved";
                    case SINGLE_MESSAGE ->
                            declined ? "Financial request declined" : "Financial request approved";
                    case ADVICE -> "Stand-in advice";
                    case INCREMENT -> "Increment";
                    case REFUND_REQUEST ->
                            declined ? "Refund request declined" : "Refund request accepted";
                    case REFUND -> "Refund";
                    case FORCE_POST -> "Presented without authorization";
                };
        return new TimelineEvent(
                transaction.createdAt(),
                what,
                declined ? "is-bad" : "is-good",
                transaction.amounts().requested(),
                currency,
                also);
    }

    private static TimelineEvent of(LaterMessage message, Transaction transaction) {
        List<String> also = new ArrayList<>();
        also.add(
                SHOW.words(message.outcome())
                        + (message.responseCode() == null
                                ? ""
                                : ", response " + message.responseCode()));
        if (message.declineCode() != null) {
            also.add("Declined: " + lower(message.declineCode()));
        }
        String currency = message.currency();
        return new TimelineEvent(
                message.at(),
                SHOW.words(message.kind()),
                message.declineCode() == null ? "" : "is-bad",
                message.minor(),
                currency == null ? transaction.currency().getCurrencyCode() : currency,
                also);
    }

    private static TimelineEvent of(WaitingRecord record) {
        List<String> also = new ArrayList<>();
        also.add("Waits for the night");
        if (record.arn() != null) {
            also.add("ARN " + record.arn());
        }
        return new TimelineEvent(
                record.at(),
                SHOW.words(record.kind()) + " received",
                "",
                record.minor(),
                record.currency(),
                also);
    }

    private static TimelineEvent of(ClearedRecord record) {
        List<String> also = new ArrayList<>();
        also.add(
                "%s in the night of %s"
                        .formatted(SHOW.words(record.outcome()), SHOW.day(record.businessDate())));
        if (record.postedMinor() != record.minor()) {
            also.add(
                    money(record.postedMinor(), record.currency())
                            + " of it reversed, the rest to suspense");
        }
        if (record.matchLevel() > 0) {
            also.add(
                    String.format(
                            Locale.ROOT,
                            "Matched at level %d, %s; score %d of 100",
                            record.matchLevel(),
                            level(record.matchLevel()),
                            record.matchScore()));
        }
        if (record.arn() != null) {
            also.add("ARN " + record.arn());
        }
        if (record.interchangeMinor() != 0) {
            also.add(
                    "Interchange "
                            + money(record.interchangeMinor(), record.interchangeCurrency()));
        }
        also.addAll(runnersUp(record.detail()));
        if (record.breakType() != null) {
            also.add("Found: " + lower(record.breakType()));
        }
        return new TimelineEvent(
                record.at(),
                SHOW.words(record.recordType()),
                record.breakType() == null ? "is-good" : "is-bad",
                record.minor(),
                record.currency(),
                also);
    }

    private static TimelineEvent of(TransactionDispute dispute) {
        return new TimelineEvent(
                dispute.at(),
                "Disputed: " + lower(dispute.reason()),
                "",
                dispute.minor(),
                dispute.currency(),
                List.of("Now " + lower(dispute.status())));
    }

    private static TimelineEvent refund(RelatedRefund refund) {
        return new TimelineEvent(
                refund.at(),
                "Refund that names this purchase",
                "is-good",
                refund.minor(),
                refund.currency(),
                List.of(
                        refund.settledOn() == null
                                ? "Waits for the night"
                                : "Settled in the night of " + SHOW.day(refund.settledOn())),
                page(refund));
    }

    private static TimelineEvent refunded(RelatedRefund purchase) {
        return new TimelineEvent(
                purchase.at(),
                "The purchase that it gives back",
                "",
                purchase.minor(),
                purchase.currency(),
                purchase.merchant() == null ? List.of() : List.of(purchase.merchant()),
                page(purchase));
    }

    private static @Nullable String page(RelatedRefund other) {
        return other.transaction() == null ? null : "/transactions/" + other.transaction();
    }

    private static TimelineEvent of(Identification match, Transaction transaction) {
        boolean here = transaction.id().equals(match.to());
        TransactionId other = here ? match.from() : match.to();
        return new TimelineEvent(
                match.at(),
                here ? "Clearing matched here" : "Clearing matched elsewhere",
                here ? "is-good" : "is-bad",
                match.amount().minor(),
                match.amount().currency().getCurrencyCode(),
                List.of(
                        "%s %s, by %s"
                                .formatted(
                                        here ? "From" : "To",
                                        other == null ? "suspense" : other,
                                        match.by()),
                        match.reason(),
                        match.postedOn() == null
                                ? "Waits for the night"
                                : "Posted in the night of " + SHOW.day(match.postedOn())));
    }

    private static String money(long minor, @Nullable String currency) {
        return SHOW.amount(minor, currency) + " " + currency;
    }

    /** Within a sentence, initials too. */
    private static String lower(@Nullable Object name) {
        return SHOW.words(name).toLowerCase(Locale.ROOT);
    }

    private static String level(int number) {
        for (MatchLevel level : MatchLevel.values()) {
            if (level.number() == number) {
                return lower(level.wire());
            }
        }
        return "none";
    }

    private static List<String> runnersUp(@Nullable String detail) {
        if (detail == null) {
            return List.of();
        }
        JsonNode json = JsonMapper.shared().readTree(detail);
        List<String> lines = new ArrayList<>();
        for (JsonNode other : json.at("/runners_up")) {
            lines.add(
                    "Not %s, at level %s: %s"
                            .formatted(
                                    other.at("/transaction_id").asString(""),
                                    other.at("/level").asString(""),
                                    lower(other.at("/because").asString(""))));
        }
        if (json.at("/ambiguous").asBoolean(false)) {
            lines.add("Several fitted equally: none was taken");
        }
        return lines;
    }
}
