package dev.countersign.jobs.compare;

import dev.countersign.jobs.compare.CaseAssessment.OwnDispute;
import dev.countersign.jobs.compare.CaseAssessment.ReportedCase;
import dev.countersign.jobs.night.MessagesInCut;
import dev.countersign.jobs.night.Night;
import dev.countersign.reconcile.domain.dispute.CaseRecord;
import dev.countersign.reconcile.domain.dispute.CaseRecord.OwnClaim;
import dev.countersign.reconcile.domain.feed.MessageKind;
import dev.countersign.reconcile.domain.feed.Network;
import dev.countersign.reconcile.domain.feed.NetworkMessage.Settlement;
import dev.countersign.reconcile.domain.id.DisputeId;
import dev.countersign.reconcile.domain.id.TransactionId;
import dev.countersign.reconcile.domain.money.Money;
import dev.countersign.reconcile.store.breaks.BreakStore;
import dev.countersign.reconcile.store.settlement.JournalStore;
import dev.countersign.reconcile.store.settlement.SettlementLineStore;
import dev.countersign.reconcile.store.settlement.SettlementLineStore.Line;
import dev.countersign.reconcile.store.sql.Rows;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.locator.ClasspathSqlLocator;
import org.jspecify.annotations.Nullable;

/**
 * Chargebacks, representments and arbitrations that cycles settle: a line each, and a journal. What
 * belongs to no dispute, or not to its amount or currency, waits in suspense with a break; what is
 * in another currency, until its program is settled in that.
 */
final class CaseRecords {

    private static final ClasspathSqlLocator SQL = ClasspathSqlLocator.create();
    private static final String WAITING =
            SQL.locate(CaseRecords.class, "waiting") + SQL.locate(CaseRecords.class, "reported");

    private final SettlementLineStore lines = new SettlementLineStore();
    private final JournalStore journals = new JournalStore();
    private final BreakStore breaks = new BreakStore();

    void book(Handle handle, Night night) {
        List<ReportedCase> reported = new ArrayList<>();
        for (MessageKind kind : CaseAssessment.EVENTS.keySet().stream().sorted().toList()) {
            MessagesInCut.list(
                            handle,
                            night,
                            kind.wire(),
                            SQL.locate(CaseRecords.class, "reported"),
                            (row, context) -> reported(row))
                    .stream()
                    .filter(one -> one.record().minor() != 0)
                    .forEach(reported::add);
        }
        if (reported.isEmpty()) {
            return;
        }
        Map<UUID, OwnDispute> disputes = disputes(handle, night, reported);
        List<Line> settled = new ArrayList<>();
        List<JournalStore.BookedJournal> booked = new ArrayList<>();
        List<BreakStore.FoundBreak> found = new ArrayList<>();
        for (ReportedCase one : reported) {
            CaseAssessment judged = judged(one, disputes);
            Money money = judged.money();
            if (money != null) {
                settled.add(judged.line(night, money));
                booked.add(judged.booked(night, money));
            }
            if (!judged.fits()) {
                found.add(judged.found(night, money));
            }
        }
        lines.insert(handle, settled);
        journals.insert(handle, booked);
        breaks.insertFound(handle, found);
    }

    /**
     * Posts what waits in suspense since it is settled in another currency than its dispute's, and
     * that its program is settled in by now. What was written off stays so.
     */
    void postOutOfSuspense(Handle handle, Night night) {
        if (night.settlementCurrencies().isEmpty()) {
            return;
        }
        List<ReportedCase> waiting =
                handle.createQuery(WAITING)
                        .bind("mode", night.mode().wire())
                        .map((row, context) -> reported(row))
                        .list();
        if (waiting.isEmpty()) {
            return;
        }
        Map<UUID, OwnDispute> disputes = disputes(handle, night, waiting);
        List<JournalStore.BookedJournal> booked = new ArrayList<>();
        for (ReportedCase one : waiting) {
            CaseAssessment judged = judged(one, disputes);
            if (judged.fits()) {
                booked.add(judged.outOfSuspense(night));
                OwnDispute own = Objects.requireNonNull(judged.own());
                lines.identify(
                        handle,
                        one.id(),
                        own.id(),
                        new TransactionId(own.transaction()),
                        night.businessDate());
            }
        }
        journals.insert(handle, booked);
    }

    private static CaseAssessment judged(ReportedCase reported, Map<UUID, OwnDispute> disputes) {
        return CaseAssessment.of(
                reported, dispute(reported.caseId()).map(disputes::get).orElse(null));
    }

    private static Optional<UUID> dispute(@Nullable String caseId) {
        return Optional.ofNullable(caseId).flatMap(DisputeId::parse).map(DisputeId::value);
    }

    private static Map<UUID, OwnDispute> disputes(
            Handle handle, Night night, List<ReportedCase> reported) {
        return handle.createQuery(SQL.locate(CaseRecords.class, "own"))
                .bindArray(
                        "ids",
                        UUID.class,
                        reported.stream().flatMap(one -> dispute(one.caseId()).stream()).toList())
                .bind("mode", night.mode().wire())
                .reduceRows(
                        new HashMap<>(),
                        (own, row) -> {
                            UUID id = row.getColumn("id", UUID.class);
                            own.put(
                                    id,
                                    new OwnDispute(
                                            id,
                                            row.getColumn("account_id", UUID.class),
                                            row.getColumn("transaction_id", UUID.class),
                                            row.getColumn("card_id", UUID.class),
                                            new OwnClaim(
                                                    row.getColumn("minor", Long.class),
                                                    row.getColumn("currency", String.class),
                                                    night.settlementCurrencies()
                                                            .getOrDefault(
                                                                    row.getColumn(
                                                                            "program_id",
                                                                            UUID.class),
                                                                    List.of()))));
                            return own;
                        });
    }

    private static ReportedCase reported(ResultSet row) throws SQLException {
        return new ReportedCase(
                Rows.uuid(row, "id"),
                Rows.uuidOrNull(row, "account_id"),
                Rows.uuidOrNull(row, "card_id"),
                Rows.wire(row, "network", Network.class),
                Rows.instant(row, "created_at"),
                row.getString("case_id"),
                row.getString("reason_code"),
                new CaseRecord(
                        Rows.wire(row, "kind", MessageKind.class),
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
