package dev.countersign.jobs.settle;

import dev.countersign.jobs.night.Night;
import dev.countersign.jobs.settle.OutcomeWriter.SettledRecord;
import dev.countersign.reconcile.domain.breaks.Break;
import dev.countersign.reconcile.domain.breaks.BreakType;
import dev.countersign.reconcile.domain.clearing.ClearingRecord;
import dev.countersign.reconcile.domain.clearing.SingleMessage;
import dev.countersign.reconcile.domain.clearing.match.Candidate;
import dev.countersign.reconcile.domain.clearing.post.ClearingOutcome;
import dev.countersign.reconcile.domain.feed.MessageKind;
import dev.countersign.reconcile.domain.feed.Network;
import dev.countersign.reconcile.domain.feed.NetworkMessage.Settlement;
import dev.countersign.reconcile.domain.id.NamedId;
import dev.countersign.reconcile.domain.id.TransactionId;
import dev.countersign.reconcile.domain.ledger.Journal;
import dev.countersign.reconcile.domain.ledger.JournalEvent;
import dev.countersign.reconcile.domain.ledger.JournalLine;
import dev.countersign.reconcile.domain.ledger.LedgerAccount;
import dev.countersign.reconcile.domain.ledger.Side;
import dev.countersign.reconcile.domain.money.Money;
import dev.countersign.reconcile.domain.transaction.CardOwner;
import dev.countersign.reconcile.domain.transaction.Transaction;
import dev.countersign.reconcile.domain.transaction.TransactionType;
import dev.countersign.reconcile.domain.transaction.post.Posting.Change;
import dev.countersign.reconcile.store.settlement.SettlementLineStore.Line;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Currency;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The line of the settlement report that a record becomes. */
final class SettlementLines {

    private SettlementLines() {}

    static Line outcome(Night night, SettledRecord settled, @Nullable String explanation) {
        ClearingOutcome outcome = settled.outcome();
        ClearingRecord record = outcome.record();
        return record == null
                ? singleMessage(
                        night, settled, Objects.requireNonNull(outcome.single()), explanation)
                : clearing(night, settled, record, explanation);
    }

    private static Line clearing(
            Night night,
            SettledRecord settled,
            ClearingRecord record,
            @Nullable String explanation) {
        return line(
                night,
                settled,
                recordType(record),
                record.credit() || record.kind() == MessageKind.CLEARING_REVERSAL,
                record.refs().arn(),
                record.amount(),
                record.networkMoney(),
                record.network(),
                record.settlement(),
                record.at(),
                explanation);
    }

    private static Line singleMessage(
            Night night,
            SettledRecord settled,
            SingleMessage single,
            @Nullable String explanation) {
        Transaction now =
                settled.outcome().changes().stream().map(Change::after).findFirst().orElseThrow();
        Money money = new Money(now.amounts().cleared(), now.currency());
        return line(
                night,
                settled,
                recordType(now.type()),
                now.type() == TransactionType.REFUND,
                null,
                money,
                single.networkMoney(money, now.amounts().requested()),
                now.network(),
                single.settlement(),
                now.createdAt(),
                explanation);
    }

    private static Line line(
            Night night,
            SettledRecord settled,
            String recordType,
            boolean gives,
            @Nullable String arn,
            Money billed,
            Money network,
            Network over,
            Settlement settlement,
            Instant at,
            @Nullable String explanation) {
        ClearingOutcome outcome = settled.outcome();
        CardOwner owner = settled.owner();
        Money interchange = interchange(outcome.journals(), network.currency());
        TransactionId linked = outcome.linkedTo();
        return new Line(
                settled.id(),
                night.id(),
                night.mode(),
                night.businessDate(),
                recordType,
                outcome.disposition().wire(),
                owner == null ? null : owner.accountId(),
                owner == null ? null : owner.cardId(),
                settled.bundle().lineage(),
                outcome.transaction(),
                linked,
                arn,
                owed(outcome.journals(), !gives) ? "debit" : "credit",
                billed,
                network,
                interchangeSigned(outcome.journals()),
                interchange.currency(),
                over,
                settlement,
                null,
                outcome.match().level().number(),
                outcome.match().score(),
                explanation,
                authorized(outcome),
                gravest(outcome.breaks()),
                at);
    }

    /**
     * Returns the authorized amount of the transaction that a record was posted to. A single
     * message is its own authorization.
     */
    private static @Nullable Long authorized(ClearingOutcome outcome) {
        Candidate winner = outcome.match().winner();
        if (winner != null) {
            return winner.transaction().authorizedMinor();
        }
        return outcome.record() != null
                ? null
                : outcome.changes().stream()
                        .map(Change::after)
                        .map(Transaction::authorizedMinor)
                        .findFirst()
                        .orElse(null);
    }

    /** The break that it raised; of several, the one that matters most. */
    private static @Nullable String gravest(List<Break> breaks) {
        return breaks.stream()
                .map(Break::type)
                .min(Comparator.comparing(BreakType::severity))
                .map(BreakType::name)
                .orElse(null);
    }

    /**
     * Returns the lines for what a record that was settled before moves towards the network beyond
     * what its own night booked. There is a line for each amount, beside the line of the record. It
     * bills nothing.
     */
    static List<Line> corrections(Night night, SettledRecord settled) {
        ClearingRecord record = Objects.requireNonNull(settled.outcome().record());
        List<Line> corrections = new ArrayList<>(0);
        for (Journal journal : settled.outcome().journals()) {
            for (JournalLine line : journal.lines()) {
                if (line.account() == LedgerAccount.NETWORK_SETTLEMENT) {
                    corrections.add(
                            correction(night, settled, record, journal, line, corrections.size()));
                }
            }
        }
        return corrections;
    }

    private static Line correction(
            Night night,
            SettledRecord settled,
            ClearingRecord record,
            Journal journal,
            JournalLine line,
            int number) {
        CardOwner owner = settled.owner();
        Money nothing = new Money(0, line.money().currency());
        boolean owed = line.side() == Side.CREDIT;
        boolean interchange = journal.entry().event() == JournalEvent.INTERCHANGE_CORRECTED;
        long earned = owed ? -line.money().minor() : line.money().minor();
        return new Line(
                NamedId.of(journal.entry().id(), "correction", number),
                night.id(),
                night.mode(),
                night.businessDate(),
                "correction",
                settled.outcome().disposition().wire(),
                owner == null ? null : owner.accountId(),
                owner == null ? null : owner.cardId(),
                settled.bundle().lineage(),
                settled.outcome().transaction(),
                null,
                record.refs().arn(),
                owed ? "debit" : "credit",
                new Money(0, record.amount().currency()),
                interchange ? nothing : line.money(),
                interchange ? earned : 0,
                line.money().currency(),
                record.network(),
                record.settlement(),
                record.id(),
                0,
                0,
                null,
                null,
                null,
                record.at());
    }

    private static String recordType(ClearingRecord record) {
        if (record.kind() == MessageKind.CLEARING_REVERSAL) {
            return "reversal";
        }
        return record.credit() ? "refund" : recordType(record.type());
    }

    private static String recordType(TransactionType type) {
        return switch (type) {
            case PURCHASE -> "clearing";
            case CASH_WITHDRAWAL -> "atm";
            case REFUND -> "refund";
        };
    }

    /**
     * True when the network is owed for it.
     *
     * @param otherwise where nothing is booked, since it is about nothing
     */
    private static boolean owed(List<Journal> journals, boolean otherwise) {
        return journals.stream()
                .filter(journal -> journal.entry().event() != JournalEvent.INTERCHANGE)
                .flatMap(journal -> journal.lines().stream())
                .filter(line -> line.account() == LedgerAccount.NETWORK_SETTLEMENT)
                .map(JournalLine::side)
                .findFirst()
                .map(side -> side == Side.CREDIT)
                .orElse(otherwise);
    }

    /** Above 0 what the issuer earns. */
    private static long interchangeSigned(List<Journal> journals) {
        long sum = 0;
        for (Journal journal : journals) {
            if (journal.entry().event() == JournalEvent.INTERCHANGE) {
                for (JournalLine line : journal.lines()) {
                    if (line.account() == LedgerAccount.NETWORK_SETTLEMENT) {
                        sum +=
                                line.side() == Side.DEBIT
                                        ? line.money().minor()
                                        : -line.money().minor();
                    }
                }
            }
        }
        return sum;
    }

    private static Money interchange(List<Journal> journals, Currency otherwise) {
        return journals.stream()
                .filter(journal -> journal.entry().event() == JournalEvent.INTERCHANGE)
                .flatMap(journal -> journal.lines().stream())
                .map(JournalLine::money)
                .findFirst()
                .orElseGet(() -> new Money(0, Objects.requireNonNull(otherwise)));
    }
}
