package dev.countersign.jobs.settle;

import dev.countersign.jobs.night.Changes;
import dev.countersign.jobs.night.Chunk;
import dev.countersign.jobs.night.Night;
import dev.countersign.jobs.night.NightStore;
import dev.countersign.jobs.night.Range;
import dev.countersign.reconcile.domain.clearing.ClearingPolicy;
import dev.countersign.reconcile.domain.clearing.ClearingRecord;
import dev.countersign.reconcile.domain.clearing.FeedCut;
import dev.countersign.reconcile.domain.clearing.NightRules;
import dev.countersign.reconcile.domain.clearing.SingleMessage;
import dev.countersign.reconcile.domain.clearing.post.ClearingOutcome;
import dev.countersign.reconcile.domain.clearing.post.LineageSettlement;
import dev.countersign.reconcile.domain.clearing.post.SettlementInput;
import dev.countersign.reconcile.domain.id.TransactionId;
import dev.countersign.reconcile.domain.transaction.TransactionStatus;
import dev.countersign.reconcile.store.feed.SingleMessageStore;
import dev.countersign.reconcile.store.sql.DataFault;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * Matches and settles. The first chunk of a range settles its plain records in one statement; those
 * after it read what is left of some lineages with all it may belong to, fold it, and write the
 * outcome. What is settled leaves the list of work in the same transaction; what nothing came out
 * for stays on it, and the proof finds it. What cannot be processed is skipped with a break.
 */
public final class Settle implements Chunk {

    private static final String PLAIN = "plain";

    private final ExactMatchSettlement plain;
    private final NightWorkStore work = new NightWorkStore();
    private final NightStore nights = new NightStore();
    private final BundleReader reader;
    private final SingleMessageStore singleMessages = new SingleMessageStore();
    private final OutcomeWriter writer = new OutcomeWriter();
    private final SkippedRecordWriter skipped = new SkippedRecordWriter();
    private final ClearingPolicy policy;
    private final int recordsPerChunk;

    public Settle(ClearingPolicy policy, int recordsPerChunk) {
        this.policy = policy;
        this.plain = new ExactMatchSettlement(policy);
        this.reader = new BundleReader(policy);
        this.recordsPerChunk = recordsPerChunk;
    }

    @Override
    public ChunkResult next(Handle handle, Night night, Range range, @Nullable String after) {
        if (after == null) {
            ExactMatchSettlement.SettledRange settled = settlePlain(handle, night, range);
            return new ChunkResult(
                    settled.all() ? null : PLAIN, settled.records(), settled.records(), 0);
        }
        Range left = PLAIN.equals(after) ? range : range.after(UUID.fromString(after));
        List<NightWorkStore.Item> items = work.next(handle, night, left, recordsPerChunk);
        if (items.isEmpty()) {
            return ChunkResult.finished(0, 0);
        }
        Rules rules =
                new Rules(
                        new NightRules(night.businessDate(), night.by(policy)),
                        nights.cut(handle, night.id()));
        LateAuthorizationGuard late = LateAuthorizationGuard.from(handle);
        List<OutcomeWriter.SettledRecord> settled = new ArrayList<>();
        settle(handle, night, rules, items, 0, settled);
        late.refuse(handle, settled);
        return new ChunkResult(
                items.getLast().lineage().toString(),
                items.size(),
                settled.size(),
                Math.max(0, items.size() - settled.size()));
    }

    private record Rules(NightRules night, FeedCut cut) {}

    /**
     * Settles the plain records of a range in one statement for all. If a record is in the way of
     * the statement, each record goes by the fold.
     */
    private ExactMatchSettlement.SettledRange settlePlain(Handle handle, Night night, Range range) {
        handle.savepoint(PLAIN);
        try {
            ExactMatchSettlement.SettledRange settled = plain.settle(handle, night, range);
            handle.releaseSavepoint(PLAIN);
            return settled;
        } catch (RuntimeException e) {
            if (DataFault.of(e).isEmpty()) {
                throw e;
            }
            handle.rollbackToSavepoint(PLAIN);
            return new ExactMatchSettlement.SettledRange(0, false);
        }
    }

    /**
     * Settles items together. Where that fails for what one of them is, each half goes by itself,
     * down to the one that is skipped: it stops nothing else.
     *
     * @param depth how often they were halved
     * @param settled is given what came out
     */
    private void settle(
            Handle handle,
            Night night,
            Rules rules,
            List<NightWorkStore.Item> items,
            int depth,
            List<OutcomeWriter.SettledRecord> settled) {
        String before = "settle-" + depth;
        handle.savepoint(before);
        try {
            settled.addAll(settleTogether(handle, night, rules, items));
            handle.releaseSavepoint(before);
        } catch (RuntimeException e) {
            String reason = DataFault.of(e).orElseThrow(() -> e);
            handle.rollbackToSavepoint(before);
            if (items.size() == 1) {
                skipped.add(handle, night, items.getFirst(), reason);
                return;
            }
            List<NightWorkStore.Item> ordered = NightWorkStore.Item.inOrder(items);
            int half = NightWorkStore.Item.half(ordered);
            List<NightWorkStore.Item> rest = ordered.subList(half, ordered.size());
            settle(handle, night, rules, ordered.subList(0, half), depth + 1, settled);
            settle(handle, night, rules, rest, depth + 1, settled);
        }
    }

    private List<OutcomeWriter.SettledRecord> settleTogether(
            Handle handle, Night night, Rules rules, List<NightWorkStore.Item> items) {
        Changes changes = new Changes();
        List<OutcomeWriter.SettledRecord> settled = new ArrayList<>();
        List<Bundle> bundles = reader.read(handle, night, items);
        Map<TransactionId, SingleMessage> singles = singles(handle, bundles);
        Set<UUID> done = new HashSet<>();
        for (Bundle bundle : bundles) {
            for (ClearingOutcome outcome : settle(rules, bundle, singles)) {
                outcome.changes().forEach(changes::add);
                settled.add(new OutcomeWriter.SettledRecord(bundle, outcome));
            }
            bundle.singleMessages().stream()
                    .filter(single -> single.status() != TransactionStatus.AUTHORIZED)
                    .forEach(single -> done.add(single.id().value()));
        }
        changes.write(handle, night);
        writer.write(handle, night, settled);
        settled.forEach(one -> done.add(one.id()));
        work.done(handle, night, items.stream().filter(item -> done.contains(item.id())).toList());
        return settled;
    }

    private Map<TransactionId, SingleMessage> singles(Handle handle, List<Bundle> bundles) {
        List<UUID> wanted =
                bundles.stream()
                        .flatMap(bundle -> bundle.singleMessages().stream())
                        .map(single -> single.id().value())
                        .toList();
        return wanted.isEmpty()
                ? Map.of()
                : singleMessages.load(handle, wanted).stream()
                        .collect(Collectors.toMap(SingleMessage::transaction, Function.identity()));
    }

    private static List<ClearingOutcome> settle(
            Rules rules, Bundle bundle, Map<TransactionId, SingleMessage> singles) {
        List<ClearingOutcome> outcomes = new ArrayList<>();
        List<ClearingRecord> ofCards = new ArrayList<>();
        for (ClearingRecord record : bundle.records()) {
            if (record.owner() == null) {
                outcomes.add(LineageSettlement.unknownCard(rules.night(), record));
            } else {
                ofCards.add(record);
            }
        }
        outcomes.addAll(
                new LineageSettlement(
                                rules.night(),
                                rules.cut(),
                                new SettlementInput(
                                        bundle.cards(),
                                        bundle.transactions().values(),
                                        bundle.posted().values(),
                                        bundle.chargebacksWon(),
                                        bundle.settlementCurrencies(),
                                        bundle.matches()))
                        .settle(
                                ofCards,
                                bundle.singleMessages().stream()
                                        .map(single -> singles.get(single.id()))
                                        .filter(Objects::nonNull)
                                        .toList()));
        return outcomes;
    }
}
