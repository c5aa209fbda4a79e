package dev.countersign.jobs.compare;

import dev.countersign.jobs.night.Night;
import dev.countersign.reconcile.domain.breaks.AutoClose;
import dev.countersign.reconcile.domain.breaks.BreakType;
import dev.countersign.reconcile.domain.breaks.CreditMatcher;
import dev.countersign.reconcile.domain.breaks.CreditMatcher.Credit;
import dev.countersign.reconcile.domain.breaks.CreditMatcher.CreditAllocation;
import dev.countersign.reconcile.domain.breaks.CreditMatcher.UncoveredBreak;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.locator.ClasspathSqlLocator;

/** Allocates the merchant credits of a night to open breaks. */
final class MerchantCredits {

    private static final ClasspathSqlLocator SQL = ClasspathSqlLocator.create();
    private static final String REDUCE = SQL.locate(MerchantCredits.class, "reduce");
    private static final String TONIGHT = SQL.locate(MerchantCredits.class, "tonight");

    private static final String INSERT =
            """
            insert into break_credit (break_id, record_id, minor, business_date)
            select part.break_id, part.record_id, part.minor, :businessDate
              from unnest(:breaks, :records, :minors) as part (break_id, record_id, minor)
            """;

    private MerchantCredits() {}

    /** A credit beside a break that it may cover. */
    private record Pair(Credit credit, UncoveredBreak open) {}

    /** Allocates what came back with this night; returns the breaks that are covered by now. */
    static List<UUID> allocate(Handle handle, Night night) {
        handle.createUpdate(REDUCE).bindMethods(night).execute();
        Map<Credit, List<UncoveredBreak>> breaks = new LinkedHashMap<>();
        for (Pair pair : pairs(handle, night)) {
            breaks.computeIfAbsent(pair.credit(), none -> new ArrayList<>(1)).add(pair.open());
        }
        CreditMatcher matcher = new CreditMatcher();
        breaks.forEach(matcher::allocate);
        insert(handle, night, matcher.allocations());
        return matcher.covered();
    }

    private static List<Pair> pairs(Handle handle, Night night) {
        return handle.createQuery(TONIGHT)
                .bindMethods(night)
                .bindArray(
                        "types",
                        String.class,
                        Arrays.stream(BreakType.values())
                                .filter(type -> type.autoClose() == AutoClose.MISSING_SIDE_CAME)
                                .map(BreakType::name)
                                .toList())
                .map(
                        (row, context) ->
                                new Pair(
                                        new Credit(
                                                row.getObject("record_id", UUID.class),
                                                row.getLong("credit_minor")),
                                        new UncoveredBreak(
                                                row.getObject("break_id", UUID.class),
                                                row.getLong("uncovered_minor"))))
                .list();
    }

    private static void insert(Handle handle, Night night, List<CreditAllocation> parts) {
        if (parts.isEmpty()) {
            return;
        }
        handle.createUpdate(INSERT)
                .bind("businessDate", night.businessDate())
                .bindArray(
                        "breaks",
                        UUID.class,
                        parts.stream().map(CreditAllocation::breakId).toList())
                .bindArray(
                        "records",
                        UUID.class,
                        parts.stream().map(CreditAllocation::record).toList())
                .bindArray(
                        "minors", Long.class, parts.stream().map(CreditAllocation::minor).toList())
                .execute();
    }
}
