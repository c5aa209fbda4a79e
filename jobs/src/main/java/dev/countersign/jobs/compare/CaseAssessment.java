package dev.countersign.jobs.compare;

import dev.countersign.jobs.night.Night;
import dev.countersign.reconcile.domain.breaks.Break;
import dev.countersign.reconcile.domain.breaks.BreakType;
import dev.countersign.reconcile.domain.dispute.CaseRecord;
import dev.countersign.reconcile.domain.dispute.CaseRecord.Fit;
import dev.countersign.reconcile.domain.dispute.CaseRecord.OwnClaim;
import dev.countersign.reconcile.domain.feed.MessageKind;
import dev.countersign.reconcile.domain.feed.Network;
import dev.countersign.reconcile.domain.id.AccountId;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.id.TransactionId;
import dev.countersign.reconcile.domain.ledger.Journal;
import dev.countersign.reconcile.domain.ledger.Journal.Entry;
import dev.countersign.reconcile.domain.ledger.JournalEvent;
import dev.countersign.reconcile.domain.ledger.Journals;
import dev.countersign.reconcile.domain.ledger.LedgerAccount;
import dev.countersign.reconcile.domain.money.Currencies;
import dev.countersign.reconcile.domain.money.Money;
import dev.countersign.reconcile.store.breaks.BreakStore;
import dev.countersign.reconcile.store.settlement.JournalStore;
import dev.countersign.reconcile.store.settlement.SettlementLineStore.Line;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Currency;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * A record of a case beside its dispute, and what it means for that: its line, its journal and its
 * break.
 *
 * @param own null where the case is none of ours
 */
record CaseAssessment(ReportedCase reported, @Nullable OwnDispute own, Fit fit) {

    static final Map<MessageKind, JournalEvent> EVENTS =
            Map.of(
                    MessageKind.CHARGEBACK, JournalEvent.CHARGEBACK_SETTLED,
                    MessageKind.REPRESENTMENT, JournalEvent.REPRESENTMENT_SETTLED,
                    MessageKind.ARBITRATION, JournalEvent.ARBITRATION_SETTLED);

    private static final JsonMapper JSON = JsonMapper.builder().build();

    /** A record as the network told it. */
    record ReportedCase(
            UUID id,
            @Nullable UUID account,
            @Nullable UUID card,
            Network network,
            Instant at,
            @Nullable String caseId,
            @Nullable String reasonCode,
            CaseRecord record) {}

    /** A dispute of ours that a case is. */
    record OwnDispute(UUID id, UUID account, UUID transaction, UUID card, OwnClaim claim) {}

    static CaseAssessment of(ReportedCase reported, @Nullable OwnDispute own) {
        return new CaseAssessment(
                reported, own, reported.record().with(own == null ? null : own.claim()));
    }

    boolean fits() {
        return fit == Fit.FITS;
    }

    boolean paid() {
        return reported.record().minor() < 0;
    }

    /** Returns the amount that it settles; null where it is in no currency that there is. */
    @Nullable Money money() {
        String stated = reported.record().currency();
        String code = stated == null && own != null ? own.claim().currency() : stated;
        Currency currency = code == null ? null : Currencies.find(code).orElse(null);
        return currency == null ? null : new Money(Math.abs(reported.record().minor()), currency);
    }

    /** Returns what it is of its dispute; null where that is not known. */
    @Nullable Money claimed() {
        Long minor = own == null ? null : reported.record().minorOf(own.claim());
        return minor == null
                ? null
                : Money.of(Math.abs(minor), Objects.requireNonNull(own).claim().currency());
    }

    @Nullable AccountId account() {
        UUID account = own == null ? reported.account() : own.account();
        return account == null ? null : new AccountId(account);
    }

    @Nullable CardId card() {
        UUID card = own == null ? reported.card() : own.card();
        return card == null ? null : new CardId(card);
    }

    @Nullable TransactionId transaction() {
        return own == null ? null : new TransactionId(own.transaction());
    }

    BreakType breakType() {
        return switch (fit) {
            case OTHER_CURRENCY, NO_CLAIM -> BreakType.CURRENCY_MISMATCH;
            case UNKNOWN_CASE, TOO_MUCH, FITS -> BreakType.DISPUTE_MISMATCH;
        };
    }

    /** The line of the cycle. Those of a dispute share its id; one of no dispute stands alone. */
    Line line(Night night, Money money) {
        UUID dispute = fits() ? Objects.requireNonNull(own).id() : reported.id();
        ObjectNode explanation = JSON.createObjectNode();
        put(explanation, "case_id", reported.caseId());
        put(explanation, "stage", reported.record().stage());
        put(explanation, "reason_code", reported.reasonCode());
        return new Line(
                reported.id(),
                night.id(),
                night.mode(),
                night.businessDate(),
                reported.record().kind().wire(),
                fits() ? "booked" : "suspended",
                account(),
                card(),
                dispute,
                transaction(),
                null,
                null,
                paid() ? "credit" : "debit",
                Objects.requireNonNullElse(claimed(), money),
                money,
                0,
                money.currency(),
                reported.network(),
                reported.record().settlement(),
                null,
                0,
                0,
                explanation.toString(),
                null,
                fits() ? null : breakType().name(),
                reported.at());
    }

    /** Books it towards the network. */
    JournalStore.BookedJournal booked(Night night, Money money) {
        JournalEvent event =
                fits()
                        ? Objects.requireNonNull(EVENTS.get(reported.record().kind()))
                        : JournalEvent.SUSPENSE;
        Entry entry = Entry.of(night.businessDate(), event, reported.id());
        if (fits()) {
            return booked(night, ofDispute(entry, LedgerAccount.NETWORK_SETTLEMENT, money));
        }
        return booked(
                night,
                paid() ? Journals.suspendedCredit(entry, money) : Journals.suspended(entry, money));
    }

    private JournalStore.BookedJournal booked(Night night, Journal journal) {
        return new JournalStore.BookedJournal(
                journal, night.mode(), account(), card(), transaction(), reported.id());
    }

    /** Books what its own night left in suspense. */
    JournalStore.BookedJournal outOfSuspense(Night night) {
        Entry entry =
                Entry.of(night.businessDate(), JournalEvent.SUSPENSE_IDENTIFIED, reported.id());
        return booked(
                night, ofDispute(entry, LedgerAccount.SUSPENSE, Objects.requireNonNull(money())));
    }

    private Journal ofDispute(Entry entry, LedgerAccount counterAccount, Money money) {
        Money claimed = Objects.requireNonNull(claimed());
        return paid()
                ? Journals.disputePaid(entry, claimed, counterAccount, money)
                : Journals.disputeReversed(entry, claimed, counterAccount, money);
    }

    /** Says why it is not booked to a dispute. */
    BreakStore.FoundBreak found(Night night, @Nullable Money money) {
        ObjectNode detail = JSON.createObjectNode();
        put(detail, "case_id", reported.caseId());
        put(detail, "kind", reported.record().kind().wire());
        put(detail, "stage", reported.record().stage());
        put(detail, "settlement_minor", String.valueOf(reported.record().minor()));
        put(detail, "settlement_currency", reported.record().currency());
        if (own != null) {
            put(detail, "claimed_minor", String.valueOf(own.claim().minor()));
            put(detail, "claimed_currency", own.claim().currency());
        }
        put(detail, "why", why(money));
        return new BreakStore.FoundBreak(
                new Break(
                        breakType(),
                        reported.id(),
                        account(),
                        night.mode(),
                        card(),
                        transaction(),
                        money,
                        night.businessDate().atStartOfDay(ZoneOffset.UTC).toInstant()),
                night.mode(),
                money == null ? null : reported.id(),
                detail.toString());
    }

    private String why(@Nullable Money money) {
        String where = money == null ? "it is not booked" : "it waits in suspense";
        return switch (fit) {
            case UNKNOWN_CASE -> "the case is none of our disputes; " + where;
            case OTHER_CURRENCY ->
                    "the dispute is in another currency, and its program does not settle in this one; %s"
                            .formatted(where);
            case NO_CLAIM ->
                    "the network did not say the amount of the case in the currency of the dispute; %s"
                            .formatted(where);
            case TOO_MUCH -> "it is more than the dispute claims; " + where;
            case FITS -> throw new IllegalArgumentException(this + " fits");
        };
    }

    private static void put(ObjectNode into, String name, @Nullable String text) {
        if (text != null) {
            into.put(name, text);
        }
    }
}
