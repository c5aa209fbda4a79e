package dev.countersign.jobs.dispute;

import dev.countersign.jobs.night.Chunk;
import dev.countersign.jobs.night.Night;
import dev.countersign.jobs.night.Range;
import dev.countersign.reconcile.domain.account.Book;
import dev.countersign.reconcile.domain.clearing.MatchEvidence;
import dev.countersign.reconcile.domain.dispute.Dispute;
import dev.countersign.reconcile.domain.dispute.DisputeCase;
import dev.countersign.reconcile.domain.dispute.DisputeDecision;
import dev.countersign.reconcile.domain.dispute.DisputePolicy;
import dev.countersign.reconcile.domain.dispute.DisputeStatus;
import dev.countersign.reconcile.domain.id.BreakId;
import dev.countersign.reconcile.domain.id.DisputeId;
import dev.countersign.reconcile.domain.id.TimeOrderedId;
import dev.countersign.reconcile.domain.money.Money;
import dev.countersign.reconcile.domain.settlement.BreakType;
import dev.countersign.reconcile.domain.transaction.Transaction;
import dev.countersign.reconcile.store.DisputeStore;
import dev.countersign.reconcile.store.GivenBackStore;
import dev.countersign.reconcile.store.TransactionStore;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Decides about each difference that can be disputed, once: a merchant that still has time is
 * waited for. First, disputes that were covered meanwhile are withdrawn.
 */
public final class OpenDisputes implements Chunk {

    private static final int BREAKS_PER_CHUNK = 500;
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final DisputePolicy policy;
    private final DisputeStore disputes = new DisputeStore(BREAKS_PER_CHUNK);
    private final TransactionStore transactions = new TransactionStore();

    public OpenDisputes(DisputePolicy policy) {
        this.policy = policy;
    }

    /** A difference that nobody has decided about. */
    private record Undecided(
            UUID id,
            BreakType type,
            long minor,
            LocalDate origin,
            UUID transaction,
            @Nullable Instant processedAt,
            long answeredMinor,
            boolean disputedBefore,
            boolean takenBack,
            boolean offline,
            JsonNode detail) {}

    @Override
    public Done next(Handle handle, Night night, Range range, @Nullable String after) {
        long withdrawn = after == null ? Withdrawals.withdraw(handle, night) : 0;
        List<Undecided> found =
                undecided(handle, night, after == null ? new UUID(0, 0) : UUID.fromString(after));
        if (found.isEmpty()) {
            return Done.finished(0, withdrawn);
        }
        Map<UUID, Transaction> byId =
                transactions
                        .load(handle, found.stream().map(Undecided::transaction).toList())
                        .stream()
                        .collect(
                                Collectors.toMap(
                                        transaction -> transaction.id().value(),
                                        Function.identity()));
        long decided = 0;
        Set<UUID> opened = new HashSet<>();
        for (Undecided difference : openedFirst(found)) {
            Transaction transaction = byId.get(difference.transaction());
            if (transaction != null && decide(handle, night, difference, transaction, opened)) {
                decided++;
            }
        }
        return new Done(
                found.getLast().transaction().toString(),
                found.size(),
                withdrawn + decided,
                found.size() - decided);
    }

    /** What a person has to accept comes last: nothing is proposed of what is disputed by then. */
    private List<Undecided> openedFirst(List<Undecided> found) {
        return found.stream()
                .sorted(
                        Comparator.comparing((Undecided one) -> !policy.opens(one.type()))
                                .thenComparing(Undecided::id))
                .toList();
    }

    private boolean decide(
            Handle handle,
            Night night,
            Undecided difference,
            Transaction transaction,
            Set<UUID> opened) {
        DisputeCase dispute =
                new DisputeCase(
                        difference.type(),
                        difference.minor(),
                        difference.origin(),
                        transaction,
                        difference.processedAt(),
                        evidence(difference.detail()),
                        transaction.amounts().refunded() - difference.answeredMinor(),
                        difference.disputedBefore() || opened.contains(difference.transaction()),
                        difference.takenBack(),
                        difference.offline());
        return switch (policy.decide(dispute, night.businessDate())) {
            case DisputeDecision.Wait wait -> false;
            case DisputeDecision.Claim claim -> {
                if (claim(handle, night, difference, transaction, claim)) {
                    opened.add(difference.transaction());
                }
                yield true;
            }
            case DisputeDecision.Expired expired -> {
                write(handle, night, difference, "expired", null, null, expired.deadline());
                yield true;
            }
            case DisputeDecision.Never never -> {
                write(handle, night, difference, "never", never.why().wire(), null, null);
                yield true;
            }
        };
    }

    /** Says whether a dispute was opened; else it waits for a person, or there was one already. */
    private boolean claim(
            Handle handle,
            Night night,
            Undecided difference,
            Transaction transaction,
            DisputeDecision.Claim claim) {
        String evidence = evidence(difference, claim);
        UUID opened = null;
        if (claim.mode() == DisputeDecision.Mode.OPEN) {
            Dispute dispute =
                    new Dispute(
                            new DisputeId(TimeOrderedId.of(night.moment(), difference.id())),
                            transaction.id(),
                            claim.minor(),
                            transaction.currency().getCurrencyCode(),
                            claim.reason(),
                            DisputeStatus.OPEN,
                            evidence,
                            night.moment(),
                            null);
            Book book = new Book(transaction.holder().accountId(), transaction.holder().mode());
            if (!disputes.insert(handle, book, dispute, difference.id())) {
                write(handle, night, difference, "never", "disputed_before", null, null);
                return false;
            }
            opened = dispute.id().value();
        }
        write(
                handle,
                night,
                difference,
                opened == null ? "proposed" : "opened",
                claim.code(),
                new Claimed(claim, transaction, opened, evidence),
                claim.deadline());
        return opened != null;
    }

    private record Claimed(
            DisputeDecision.Claim claim,
            Transaction transaction,
            @Nullable UUID dispute,
            String evidence) {}

    private static void write(
            Handle handle,
            Night night,
            Undecided difference,
            String decision,
            @Nullable String why,
            @Nullable Claimed claimed,
            @Nullable LocalDate deadline) {
        handle.createUpdate(
                        """
                        insert into dispute_decision (break_id, mode, business_date, decision, why,
                                                      transaction_id, dispute_id, reason,
                                                      amount_minor, currency, deadline, evidence)
                        values (:break, :mode, :businessDate, :decision, :why, :transaction,
                                cast(:dispute as uuid), :reason, cast(:minor as bigint), :currency,
                                cast(:deadline as date), cast(:evidence as jsonb))
                            on conflict do nothing
                        """)
                .bind("break", difference.id())
                .bind("mode", night.mode().wire())
                .bind("businessDate", night.businessDate())
                .bind("decision", decision)
                .bind("why", why)
                .bind("transaction", difference.transaction())
                .bind("dispute", claimed == null ? null : claimed.dispute())
                .bind("reason", claimed == null ? null : claimed.claim().reason().wire())
                .bind("minor", claimed == null ? null : claimed.claim().minor())
                .bind(
                        "currency",
                        claimed == null ? null : claimed.transaction().currency().getCurrencyCode())
                .bind("deadline", deadline)
                .bind("evidence", claimed == null ? null : claimed.evidence())
                .execute();
    }

    private static List<Undecided> undecided(Handle handle, Night night, UUID after) {
        return handle.createQuery(
                        """
                        select break.id, break.type, break.amount_minor, break.origin_date,
                               break.transaction_id, break.detail::text as detail,
                               clearing.created_at as processed_at,
                               (select coalesce(sum(other.amount_minor), 0)
                                  from transaction purchase
                                  join transaction beside
                                    on beside.card_id = purchase.card_id
                                   and beside.network_txn_id = purchase.network_txn_id
                                   and beside.id <> purchase.id
                                  join break other
                                    on other.transaction_id = beside.id
                                   and other.state = 'resolved'
                                   and other.resolution = :givenBack
                                   and other.resolved_by = 'night'
                                 where purchase.id = break.transaction_id
                                   and purchase.refunded_minor > 0) as answered_minor,
                               exists (select 1
                                         from dispute
                                        where dispute.transaction_id = break.transaction_id) as disputed,
                               exists (select 1
                                         from card
                                         join settlement_line line
                                           on line.lineage_id = card.lineage_id
                                          and line.record_type = 'reversal'
                                          and (line.arn = clearing.arn
                                               or line.created_at >= clearing.created_at)
                                        where card.id = clearing.card_id
                                          and coalesce(line.identified_transaction_id,
                                                       line.transaction_id)
                                              = break.transaction_id) as taken_back,
                               break.type = 'CLEARING_WITHOUT_AUTH'
                                 and coalesce(clearing.chip_proven, false) as offline
                          from break
                          left join clearing on clearing.id = break.clearing_id
                          left join dispute_decision on dispute_decision.break_id = break.id
                         where break.mode = :mode
                           and break.state in ('open', 'investigating')
                           and break.type in ('DUPLICATE_CLEARING', 'AMOUNT_OVER',
                                              'CLEARED_AFTER_DECLINE', 'CLEARING_WITHOUT_AUTH',
                                              'CLEARED_AFTER_REVERSAL', 'LATE_PRESENTMENT')
                           and break.transaction_id is not null
                           and break.origin_date <= :businessDate
                           and break.transaction_id > :after
                           and dispute_decision.break_id is null
                         order by break.transaction_id
                         fetch first :limit rows with ties
                        """)
                .bind("mode", night.mode().wire())
                .bind("businessDate", night.businessDate())
                .bind("after", after)
                .bind("limit", BREAKS_PER_CHUNK)
                .bind("givenBack", GivenBackStore.RESOLUTION)
                .map((row, context) -> read(row))
                .list();
    }

    private static Undecided read(ResultSet row) throws SQLException {
        OffsetDateTime processed = row.getObject("processed_at", OffsetDateTime.class);
        return new Undecided(
                row.getObject("id", UUID.class),
                BreakType.valueOf(row.getString("type")),
                row.getLong("amount_minor"),
                row.getObject("origin_date", LocalDate.class),
                row.getObject("transaction_id", UUID.class),
                processed == null ? null : processed.toInstant(),
                row.getLong("answered_minor"),
                row.getBoolean("disputed"),
                row.getBoolean("taken_back"),
                row.getBoolean("offline"),
                JSON.readTree(row.getString("detail")));
    }

    // ---- evidence

    private static @Nullable MatchEvidence evidence(JsonNode detail) {
        JsonNode shown = detail.get("evidence");
        return shown == null
                ? null
                : new MatchEvidence(
                        shown.path("level").asInt(),
                        shown.path("authorized_minor").asLong(),
                        Money.of(
                                shown.path("ceiling_minor").asLong(),
                                shown.path("ceiling_currency").asString()),
                        text(shown, "arn"),
                        text(shown, "valid_arn"),
                        shown.path("same_merchant_id").asBoolean());
    }

    private static @Nullable String text(JsonNode node, String name) {
        JsonNode value = node.get(name);
        return value == null || value.isNull() ? null : value.asString();
    }

    private static String evidence(Undecided difference, DisputeDecision.Claim claim) {
        ObjectNode evidence = JSON.createObjectNode();
        evidence.put("break_id", new BreakId(difference.id()).toString());
        evidence.put("break_type", difference.type().name());
        if (claim.code() != null) {
            evidence.put("code", claim.code());
        }
        JsonNode shown = difference.detail().get("evidence");
        if (shown instanceof ObjectNode match) {
            evidence.setAll(match);
        }
        evidence.put("deadline", claim.deadline().toString());
        evidence.put("rules_version", DisputePolicy.RULES_VERSION);
        return evidence.toString();
    }
}
