package dev.countersign.jobs.compare;

import dev.countersign.jobs.night.MessagesInCut;
import dev.countersign.jobs.night.Night;
import dev.countersign.reconcile.domain.Wire;
import dev.countersign.reconcile.domain.breaks.Break;
import dev.countersign.reconcile.domain.breaks.BreakType;
import dev.countersign.reconcile.domain.dispute.CaseRecord;
import dev.countersign.reconcile.domain.dispute.CaseRecord.Fit;
import dev.countersign.reconcile.domain.dispute.CaseRecord.OwnClaim;
import dev.countersign.reconcile.domain.feed.MessageKind;
import dev.countersign.reconcile.domain.feed.Network;
import dev.countersign.reconcile.domain.feed.NetworkMessage.Settlement;
import dev.countersign.reconcile.domain.id.AccountId;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.id.DisputeId;
import dev.countersign.reconcile.domain.id.TransactionId;
import dev.countersign.reconcile.domain.ledger.Journal;
import dev.countersign.reconcile.domain.ledger.Journal.Entry;
import dev.countersign.reconcile.domain.ledger.JournalEvent;
import dev.countersign.reconcile.domain.ledger.Journals;
import dev.countersign.reconcile.domain.money.Currencies;
import dev.countersign.reconcile.domain.money.Money;
import dev.countersign.reconcile.store.breaks.BreakStore;
import dev.countersign.reconcile.store.settlement.JournalStore;
import dev.countersign.reconcile.store.settlement.SettlementLineStore;
import dev.countersign.reconcile.store.settlement.SettlementLineStore.Line;
import dev.countersign.reconcile.store.sql.Rows;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Currency;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.locator.ClasspathSqlLocator;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Chargebacks, representments and arbitrations that cycles settle: a line each, and a journal. What
 * belongs to no dispute, or not to its amount or currency, waits in suspense with a break.
 */
final class CaseRecords {

    private static final ClasspathSqlLocator SQL = ClasspathSqlLocator.create();
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Function<String, Optional<Network>> NETWORKS = Wire.reader(Network.class);

    private static final Map<MessageKind, JournalEvent> EVENTS =
            Map.of(
                    MessageKind.CHARGEBACK, JournalEvent.CHARGEBACK_SETTLED,
                    MessageKind.REPRESENTMENT, JournalEvent.REPRESENTMENT_SETTLED,
                    MessageKind.ARBITRATION, JournalEvent.ARBITRATION_SETTLED);

    private final SettlementLineStore lines = new SettlementLineStore();
    private final JournalStore journals = new JournalStore();
    private final BreakStore breaks = new BreakStore();

    /** A record as the network told it. */
    private record Told(
            UUID id,
            @Nullable UUID account,
            @Nullable UUID card,
            Network network,
            Instant at,
            @Nullable String caseId,
            @Nullable String reasonCode,
            CaseRecord record) {}

    /** A dispute of ours that a case is. */
    private record Own(UUID id, UUID account, UUID transaction, UUID card, OwnClaim claim) {}

    /** A record beside its dispute, where it has one, and what it means for it. */
    private record Judged(Told told, @Nullable Own own, Fit fit) {

        boolean fits() {
            return fit == Fit.FITS;
        }

        boolean paid() {
            return told.record().minor() < 0;
        }

        /** Returns the amount that it settles; null where it is in no currency that there is. */
        @Nullable Money money() {
            String said = told.record().currency();
            String code = said == null && own != null ? own.claim().currency() : said;
            Currency currency = code == null ? null : Currencies.find(code).orElse(null);
            return currency == null ? null : new Money(Math.abs(told.record().minor()), currency);
        }

        @Nullable AccountId account() {
            UUID account = own == null ? told.account() : own.account();
            return account == null ? null : new AccountId(account);
        }

        @Nullable CardId card() {
            UUID card = own == null ? told.card() : own.card();
            return card == null ? null : new CardId(card);
        }

        @Nullable TransactionId transaction() {
            return own == null ? null : new TransactionId(own.transaction());
        }

        BreakType breakType() {
            return fit == Fit.OTHER_CURRENCY
                    ? BreakType.CURRENCY_MISMATCH
                    : BreakType.DISPUTE_MISMATCH;
        }
    }

    void book(Handle handle, Night night) {
        List<Told> told = new ArrayList<>();
        for (MessageKind kind : EVENTS.keySet().stream().sorted().toList()) {
            MessagesInCut.list(
                            handle,
                            night,
                            kind.wire(),
                            SQL.locate(CaseRecords.class, "told"),
                            (row, context) -> told(row, kind))
                    .stream()
                    .filter(one -> one.record().minor() != 0)
                    .forEach(told::add);
        }
        if (told.isEmpty()) {
            return;
        }
        Map<UUID, Own> disputes = disputes(handle, night, told);
        List<Line> settled = new ArrayList<>();
        List<JournalStore.Booked> booked = new ArrayList<>();
        List<BreakStore.Found> found = new ArrayList<>();
        for (Told one : told) {
            Own own = dispute(one.caseId()).map(disputes::get).orElse(null);
            Judged judged =
                    new Judged(one, own, one.record().with(own == null ? null : own.claim()));
            Money money = judged.money();
            if (money != null) {
                settled.add(line(night, judged, money));
                booked.add(booked(night, judged, money));
            }
            if (!judged.fits()) {
                found.add(found(night, judged, money));
            }
        }
        lines.insert(handle, settled);
        journals.insert(handle, booked);
        breaks.insertFound(handle, found);
    }

    private static Optional<UUID> dispute(@Nullable String caseId) {
        return Optional.ofNullable(caseId).flatMap(DisputeId::parse).map(DisputeId::value);
    }

    private static Map<UUID, Own> disputes(Handle handle, Night night, List<Told> told) {
        return handle.createQuery(SQL.locate(CaseRecords.class, "own"))
                .bindArray(
                        "ids",
                        UUID.class,
                        told.stream().flatMap(one -> dispute(one.caseId()).stream()).toList())
                .bind("mode", night.mode().wire())
                .reduceRows(
                        new HashMap<>(),
                        (own, row) -> {
                            UUID id = row.getColumn("id", UUID.class);
                            own.put(
                                    id,
                                    new Own(
                                            id,
                                            row.getColumn("account_id", UUID.class),
                                            row.getColumn("transaction_id", UUID.class),
                                            row.getColumn("card_id", UUID.class),
                                            new OwnClaim(
                                                    row.getColumn("minor", Long.class),
                                                    row.getColumn("currency", String.class))));
                            return own;
                        });
    }

    /** The lines of a dispute share its id; one of no dispute stands alone. */
    private static Line line(Night night, Judged judged, Money money) {
        Told told = judged.told();
        UUID dispute = judged.fits() ? Objects.requireNonNull(judged.own()).id() : told.id();
        ObjectNode explanation = JSON.createObjectNode();
        put(explanation, "case_id", told.caseId());
        put(explanation, "stage", told.record().stage());
        put(explanation, "reason_code", told.reasonCode());
        return new Line(
                told.id(),
                night.id(),
                night.mode(),
                night.businessDate(),
                told.record().kind().wire(),
                judged.fits() ? "booked" : "suspended",
                judged.account(),
                judged.card(),
                dispute,
                judged.transaction(),
                null,
                null,
                judged.paid() ? "credit" : "debit",
                money,
                money,
                0,
                money.currency(),
                told.network(),
                told.record().settlement(),
                null,
                0,
                0,
                explanation.toString(),
                null,
                judged.fits() ? null : judged.breakType().name(),
                told.at());
    }

    private static JournalStore.Booked booked(Night night, Judged judged, Money money) {
        Told told = judged.told();
        JournalEvent event =
                judged.fits()
                        ? Objects.requireNonNull(EVENTS.get(told.record().kind()))
                        : JournalEvent.SUSPENSE;
        return new JournalStore.Booked(
                journal(Entry.of(night.businessDate(), event, told.id()), judged, money),
                night.mode(),
                judged.account(),
                judged.card(),
                judged.transaction(),
                told.id());
    }

    private static Journal journal(Entry entry, Judged judged, Money money) {
        if (judged.fits()) {
            return judged.paid()
                    ? Journals.disputePaid(entry, money)
                    : Journals.disputeTakenBack(entry, money);
        }
        return judged.paid()
                ? Journals.suspendedCredit(entry, money)
                : Journals.suspended(entry, money);
    }

    private static BreakStore.Found found(Night night, Judged judged, @Nullable Money money) {
        Told told = judged.told();
        ObjectNode detail = JSON.createObjectNode();
        put(detail, "case_id", told.caseId());
        put(detail, "kind", told.record().kind().wire());
        put(detail, "stage", told.record().stage());
        put(detail, "settlement_minor", String.valueOf(told.record().minor()));
        put(detail, "settlement_currency", told.record().currency());
        Own own = judged.own();
        if (own != null) {
            put(detail, "claimed_minor", String.valueOf(own.claim().minor()));
            put(detail, "claimed_currency", own.claim().currency());
        }
        put(detail, "why", why(judged, money));
        return new BreakStore.Found(
                new Break(
                        judged.breakType(),
                        told.id(),
                        judged.account(),
                        night.mode(),
                        judged.card(),
                        judged.transaction(),
                        money,
                        night.businessDate().atStartOfDay(ZoneOffset.UTC).toInstant()),
                night.mode(),
                money == null ? null : told.id(),
                detail.toString());
    }

    private static String why(Judged judged, @Nullable Money money) {
        String where = money == null ? "it is not booked" : "it waits in suspense";
        return switch (judged.fit()) {
            case UNKNOWN_CASE -> "the case is none of our disputes; " + where;
            case OTHER_CURRENCY -> "the dispute is in another currency; " + where;
            case TOO_MUCH -> "it is more than the dispute claims; " + where;
            case FITS -> throw new IllegalArgumentException(judged + " fits");
        };
    }

    private static void put(ObjectNode into, String name, @Nullable String text) {
        if (text != null) {
            into.put(name, text);
        }
    }

    private static Told told(ResultSet row, MessageKind kind) throws SQLException {
        return new Told(
                Rows.uuid(row, "id"),
                Rows.uuidOrNull(row, "account_id"),
                Rows.uuidOrNull(row, "card_id"),
                NETWORKS.apply(row.getString("network")).orElseThrow(),
                Rows.instant(row, "created_at"),
                row.getString("case_id"),
                row.getString("reason_code"),
                new CaseRecord(
                        kind,
                        row.getString("stage"),
                        Rows.longOrNull(row, "case_minor"),
                        row.getString("case_currency"),
                        new Settlement(
                                row.getObject("settlement_date", LocalDate.class),
                                row.getObject("cycle", Integer.class),
                                row.getString("service"),
                                row.getString("institution_id"),
                                row.getString("settlement_currency"),
                                Rows.longOrNull(row, "settlement_minor"))));
    }
}
