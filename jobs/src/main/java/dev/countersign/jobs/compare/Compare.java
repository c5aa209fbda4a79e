package dev.countersign.jobs.compare;

import dev.countersign.jobs.compare.CycleStore.ComparedCycle;
import dev.countersign.jobs.night.Chunk;
import dev.countersign.jobs.night.MessagesInCut;
import dev.countersign.jobs.night.Night;
import dev.countersign.jobs.night.Range;
import dev.countersign.jobs.totals.DateSum;
import dev.countersign.reconcile.domain.breaks.BreakType;
import dev.countersign.reconcile.domain.breaks.TotalsBreak;
import dev.countersign.reconcile.domain.clearing.ClearingPolicy;
import dev.countersign.reconcile.domain.settlement.CycleKey;
import dev.countersign.reconcile.domain.settlement.CycleSums;
import dev.countersign.reconcile.domain.settlement.NetworkTotal;
import dev.countersign.reconcile.domain.settlement.TotalsComparison;
import dev.countersign.reconcile.store.breaks.BreakStore;
import dev.countersign.reconcile.store.breaks.WrittenOffTotalsStore;
import dev.countersign.reconcile.store.breaks.WrittenOffTotalsStore.WrittenOffTotal;
import java.math.BigInteger;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.locator.ClasspathSqlLocator;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Sums the settlement cycles, and compares each that this night has something new about with the
 * network's total, by {@link TotalsComparison}. Fees of which no message told are booked as the
 * total says them. A difference is found once and kept up to date until it is gone; one that the
 * written off stands until it is another.
 */
public final class Compare implements Chunk {

    private static final ClasspathSqlLocator SQL = ClasspathSqlLocator.create();
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final CaseRecords cases = new CaseRecords();
    private final CycleStore cycles = new CycleStore();
    private final BreakStore breaks = new BreakStore();
    private final WrittenOffTotalsStore accepted = new WrittenOffTotalsStore();
    private final CloseBreaks closing;

    public Compare(ClearingPolicy policy) {
        this.closing = new CloseBreaks(policy);
    }

    @Override
    public ChunkResult next(Handle handle, Night night, Range range, @Nullable String after) {
        cases.postOutOfSuspense(handle, night);
        long closed = closing.close(handle, night);
        Fees.book(handle, night);
        cases.book(handle, night);
        long summed = DateSum.CYCLES.sum(handle, night);
        MessagesInCut.update(
                handle, night, "settlement_total", SQL.locate(Compare.class, "network_totals"));
        List<ComparedCycle> touched = cycles.touched(handle, night);
        long found = 0;
        boolean feesBooked = false;
        for (ComparedCycle cycle : touched) {
            NetworkTotal total = cycle.total();
            if (total == null || !total.complete()) {
                continue;
            }
            CycleSums ours = cycle.ours();
            long fees = TotalsComparison.feesDue(ours, total);
            if (fees != 0) {
                cycles.bookFees(handle, night, total, fees);
                ours = ours.plusFees(BigInteger.valueOf(fees));
                feesBooked = true;
            }
            TotalsComparison compared = TotalsComparison.of(ours, total);
            found += report(handle, night, compared, total) ? 1 : 0;
        }
        if (feesBooked) {
            summed = DateSum.CYCLES.sum(handle, night);
        }
        return new ChunkResult(null, touched.size(), summed + found + closed, 0);
    }

    /** Says how a complete total stands; true when something differs. */
    private boolean report(
            Handle handle, Night night, TotalsComparison compared, NetworkTotal total) {
        ObjectNode differences = differences(compared, total);
        boolean writtenOff = stands(handle, night, total.cycle(), differences);
        boolean differs = !compared.agrees() && !writtenOff;
        boolean varies = compared.interchangeVaries() && !writtenOff;
        String gone = writtenOff ? "it is written off" : "the totals agree";
        breaks.keepOrResolve(
                handle,
                totalsBreak(night, BreakType.TOTALS_MISMATCH, compared, total),
                differs,
                gone,
                night.closingInstant());
        breaks.keepOrResolve(
                handle,
                totalsBreak(night, BreakType.INTERCHANGE_VARIANCE, compared, total),
                varies,
                writtenOff || compared.agrees() ? gone : "the totals differ in more",
                night.closingInstant());
        return differs || varies;
    }

    /** True when what differs is what was written off; else the write-off is taken back. */
    private boolean stands(Handle handle, Night night, CycleKey cycle, ObjectNode differences) {
        WrittenOffTotal writtenOff =
                accepted.find(handle, night.mode(), cycle.subject(night.mode())).orElse(null);
        if (writtenOff == null) {
            return false;
        }
        // Both are read: numbers that were just put in are nodes of other types.
        if (JSON.readTree(writtenOff.differences()).equals(JSON.readTree(differences.toString()))) {
            return true;
        }
        accepted.reverse(handle, writtenOff, night.businessDate());
        return false;
    }

    private static TotalsBreak totalsBreak(
            Night night, BreakType type, TotalsComparison compared, NetworkTotal total) {
        CycleKey cycle = total.cycle();
        BigInteger amount =
                type == BreakType.TOTALS_MISMATCH
                        ? compared.amount()
                                .max(compared.fees().abs())
                                .max(compared.difference().abs())
                        : compared.interchange();
        return new TotalsBreak(
                type,
                cycle.subject(night.mode()),
                night.mode(),
                night.businessDate(),
                null,
                amount,
                cycle.currency().getCurrencyCode(),
                detail(compared, total));
    }

    private static ObjectNode differences(TotalsComparison compared, NetworkTotal total) {
        ObjectNode differences = JSON.createObjectNode();
        put(
                differences,
                "debit_count",
                total.debitCount(),
                BigInteger.valueOf(compared.debitCount()));
        put(differences, "debit_minor", total.debitMinor(), compared.debit());
        put(
                differences,
                "credit_count",
                total.creditCount(),
                BigInteger.valueOf(compared.creditCount()));
        put(differences, "credit_minor", total.creditMinor(), compared.credit());
        put(differences, "interchange_minor", total.interchangeNet(), compared.interchange());
        put(differences, "fees_minor", total.fees(), compared.fees());
        put(differences, "net_minor", total.netMinor(), compared.difference());
        return differences;
    }

    private static void put(ObjectNode into, String name, long network, BigInteger difference) {
        if (difference.signum() != 0) {
            into.putObject(name)
                    .put("ours", BigInteger.valueOf(network).subtract(difference))
                    .put("network", BigInteger.valueOf(network));
        }
    }

    private static String detail(TotalsComparison compared, NetworkTotal total) {
        CycleKey cycle = total.cycle();
        ObjectNode detail = JSON.createObjectNode();
        detail.put("network", cycle.network().wire())
                .put("institution_id", cycle.institutionId())
                .put("service", cycle.service())
                .put("settlement_date", cycle.settlementDate().toString())
                .put("cycle", cycle.cycle())
                .put("version", total.version())
                .put("net_difference", compared.difference());
        detail.set("differences", differences(compared, total));
        return detail.toString();
    }
}
