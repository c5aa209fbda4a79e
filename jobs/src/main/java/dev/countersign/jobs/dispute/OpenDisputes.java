package dev.countersign.jobs.dispute;

import dev.countersign.jobs.night.Chunk;
import dev.countersign.jobs.night.Night;
import dev.countersign.jobs.night.Range;
import dev.countersign.reconcile.domain.account.Book;
import dev.countersign.reconcile.domain.dispute.Dispute;
import dev.countersign.reconcile.domain.dispute.DisputeAssessment;
import dev.countersign.reconcile.domain.dispute.DisputeCase;
import dev.countersign.reconcile.domain.dispute.DisputePolicy;
import dev.countersign.reconcile.domain.dispute.DisputeStatus;
import dev.countersign.reconcile.domain.id.BreakId;
import dev.countersign.reconcile.domain.id.DisputeId;
import dev.countersign.reconcile.domain.id.TimeOrderedId;
import dev.countersign.reconcile.domain.transaction.Transaction;
import dev.countersign.reconcile.store.dispute.DisputeStore;
import dev.countersign.reconcile.store.feed.TransactionStore;
import java.time.LocalDate;
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
 * Decides about each break that can be disputed, once; a merchant that still has time is waited
 * for. First, disputes that were covered meanwhile are withdrawn, or reduced to what is left.
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

    @Override
    public ChunkResult next(Handle handle, Night night, Range range, @Nullable String after) {
        long adjusted = after == null ? Withdrawals.adjust(handle, night) : 0;
        UUID last = after == null ? new UUID(0, 0) : UUID.fromString(after);
        List<DisputeCandidate> found = DisputeCandidate.next(handle, night, last, BREAKS_PER_CHUNK);
        if (found.isEmpty()) {
            return ChunkResult.finished(0, adjusted);
        }
        Map<UUID, Transaction> byId =
                transactions
                        .load(handle, found.stream().map(DisputeCandidate::transaction).toList())
                        .stream()
                        .collect(
                                Collectors.toMap(
                                        transaction -> transaction.id().value(),
                                        Function.identity()));
        long decided = 0;
        Set<UUID> opened = new HashSet<>();
        for (DisputeCandidate candidate : openedFirst(found)) {
            Transaction transaction = byId.get(candidate.transaction());
            if (transaction != null && decide(handle, night, candidate, transaction, opened)) {
                decided++;
            }
        }
        return new ChunkResult(
                found.getLast().transaction().toString(),
                found.size(),
                adjusted + decided,
                found.size() - decided);
    }

    /**
     * Sorts candidates that an operator has to accept last: nothing is proposed of what is disputed
     * by then.
     */
    private List<DisputeCandidate> openedFirst(List<DisputeCandidate> found) {
        return found.stream()
                .sorted(
                        Comparator.comparing((DisputeCandidate one) -> !policy.opens(one.type()))
                                .thenComparing(DisputeCandidate::id))
                .toList();
    }

    private boolean decide(
            Handle handle,
            Night night,
            DisputeCandidate candidate,
            Transaction transaction,
            Set<UUID> opened) {
        DisputeCase dispute =
                candidate.asCase(transaction, opened.contains(candidate.transaction()));
        return switch (policy.decide(dispute, night.businessDate())) {
            case DisputeAssessment.Wait wait -> false;
            case DisputeAssessment.Claim claim -> {
                if (claim(handle, night, candidate, transaction, claim)) {
                    opened.add(candidate.transaction());
                }
                yield true;
            }
            case DisputeAssessment.MissedDeadline expired -> {
                write(
                        handle,
                        night,
                        candidate,
                        new AssessmentRow("expired", null, null, expired.deadline()));
                yield true;
            }
            case DisputeAssessment.NoDispute never -> {
                write(handle, night, candidate, AssessmentRow.never(never.reason().wire()));
                yield true;
            }
        };
    }

    /** Says whether a dispute was opened; else it waits for a person, or there was one already. */
    private boolean claim(
            Handle handle,
            Night night,
            DisputeCandidate candidate,
            Transaction transaction,
            DisputeAssessment.Claim claim) {
        String evidence = evidence(candidate, claim);
        UUID opened = null;
        if (claim.mode() == DisputeAssessment.Mode.OPEN) {
            Dispute dispute =
                    new Dispute(
                            new DisputeId(TimeOrderedId.of(night.closingInstant(), candidate.id())),
                            transaction.id(),
                            claim.minor(),
                            transaction.currency().getCurrencyCode(),
                            claim.reason(),
                            DisputeStatus.OPEN,
                            evidence,
                            night.closingInstant(),
                            null);
            Book book = new Book(transaction.owner().accountId(), transaction.owner().mode());
            if (!disputes.insert(handle, book, dispute, candidate.id())) {
                write(handle, night, candidate, AssessmentRow.never("disputed_before"));
                return false;
            }
            opened = dispute.id().value();
        }
        write(
                handle,
                night,
                candidate,
                new AssessmentRow(
                        opened == null ? "proposed" : "opened",
                        claim.code(),
                        new ClaimedTransaction(claim, transaction, opened, evidence),
                        claim.deadline()));
        return opened != null;
    }

    private record ClaimedTransaction(
            DisputeAssessment.Claim claim,
            Transaction transaction,
            @Nullable UUID dispute,
            String evidence) {}

    /** The content of the row of a decision. */
    private record AssessmentRow(
            String outcome,
            @Nullable String code,
            @Nullable ClaimedTransaction claimed,
            @Nullable LocalDate deadline) {

        static AssessmentRow never(String why) {
            return new AssessmentRow("never", why, null, null);
        }
    }

    private static void write(
            Handle handle, Night night, DisputeCandidate candidate, AssessmentRow decided) {
        ClaimedTransaction claimed = decided.claimed();
        handle.createUpdate(
                        """
                        insert into dispute_assessment (break_id, mode, business_date, outcome, code,
                                                        transaction_id, dispute_id, reason,
                                                        amount_minor, currency, deadline, evidence)
                        values (:break, :mode, :businessDate, :outcome, :code, :transaction,
                                cast(:dispute as uuid), :reason, cast(:minor as bigint), :currency,
                                cast(:deadline as date), cast(:evidence as jsonb))
                            on conflict do nothing
                        """)
                .bind("break", candidate.id())
                .bindMethods(night)
                .bind("outcome", decided.outcome())
                .bind("code", decided.code())
                .bind("transaction", candidate.transaction())
                .bind("dispute", claimed == null ? null : claimed.dispute())
                .bind("reason", claimed == null ? null : claimed.claim().reason().wire())
                .bind("minor", claimed == null ? null : claimed.claim().minor())
                .bind(
                        "currency",
                        claimed == null ? null : claimed.transaction().currency().getCurrencyCode())
                .bind("deadline", decided.deadline())
                .bind("evidence", claimed == null ? null : claimed.evidence())
                .execute();
    }

    private static String evidence(DisputeCandidate candidate, DisputeAssessment.Claim claim) {
        ObjectNode evidence = JSON.createObjectNode();
        evidence.put("break_id", new BreakId(candidate.id()).toString());
        evidence.put("break_type", candidate.type().name());
        if (claim.code() != null) {
            evidence.put("code", claim.code());
        }
        if (candidate.arn() != null) {
            evidence.put("arn", candidate.arn());
        }
        JsonNode shown = candidate.detail().get("evidence");
        if (shown instanceof ObjectNode match) {
            evidence.setAll(match);
        }
        evidence.put("deadline", claim.deadline().toString());
        evidence.put("rules_version", DisputePolicy.RULES_VERSION);
        return evidence.toString();
    }
}
