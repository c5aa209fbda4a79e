package dev.countersign.jobs;

import dev.countersign.jobs.compare.Prove;
import dev.countersign.jobs.night.Night;
import dev.countersign.jobs.report.ChangesAfterClose;
import dev.countersign.jobs.report.ReportQueries;
import dev.countersign.jobs.report.Reports;
import dev.countersign.jobs.totals.DateSum;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jdbi.v3.core.Handle;

/**
 * Proves that a complete date would come out as it did: totals, ledger and reports are computed
 * again from the rows and compared with what stands. Whatever is written on the way is taken back.
 */
final class Rerun {

    private static final String AS_LEFT = "as_left";

    private Rerun() {}

    /** Returns what differs, and what was done since. */
    static RerunResult prove(
            Handle handle,
            Night night,
            boolean newest,
            ReportQueries reports,
            Consumer<String> watcher) {
        List<String> differences = new ArrayList<>();
        List<String> remarks = new ArrayList<>();
        handle.begin();
        try {
            for (DateSum sum : DateSum.values()) {
                watcher.accept(sum.table().replace('_', ' '));
                handle.execute(
                        "create temporary table as_issued on commit drop as select * from "
                                + sum.table()
                                + " where mode = '"
                                + night.mode().wire()
                                + "' and business_date = date '"
                                + night.businessDate()
                                + "'");
                var unused = sum.sum(handle, night);
                differences.addAll(compared(handle, night, sum.table()));
                handle.execute("drop table as_issued");
            }
            if (newest) {
                watcher.accept("proofs");
                differences.addAll(Prove.contradictions(handle, night));
            }
            int workedOn = 0;
            int moved = newest ? ChangesAfterClose.movedDisputes(handle, night) : 0;
            for (String name : Reports.NAMES) {
                watcher.accept("report " + name);
                if (newest && Reports.OF_BREAKS.contains(name)) {
                    // An operator who works on breaks now waits no longer than for this report.
                    handle.savepoint(AS_LEFT);
                    workedOn = ChangesAfterClose.undo(handle, night);
                    if (moved == 0 || !name.equals(Reports.EXPOSURE)) {
                        differences.addAll(reports.compare(handle, night, name));
                    }
                    handle.rollbackToSavepoint(AS_LEFT);
                } else if (newest || !Reports.OF_NOW.contains(name)) {
                    differences.addAll(reports.compare(handle, night, name));
                }
            }
            remarkOn(workedOn, moved, remarks);
        } finally {
            handle.rollback();
        }
        return new RerunResult(differences, remarks);
    }

    private static void remarkOn(int breaks, int disputes, List<String> remarks) {
        if (breaks > 0) {
            remarks.add(
                    breaks == 1
                            ? "1 break was worked on since; it was compared as the night left it."
                            : "%s breaks were worked on since; they were compared as the night left them."
                                    .formatted(breaks));
        }
        if (disputes > 0) {
            remarks.add(
                    "%s after its cut; the report %s, which says how disputes stand, was not compared."
                            .formatted(
                                    disputes == 1
                                            ? "1 dispute moved"
                                            : disputes + " disputes moved",
                                    Reports.EXPOSURE));
        }
    }

    private static List<String> compared(Handle handle, Night night, String table) {
        String now =
                "select * from " + table + " where mode = :mode and business_date = :businessDate";
        return handle.createQuery(
                        """
                        select '- %1$s ' || to_jsonb(gone)::text
                          from (select * from as_issued except %2$s) gone
                        union all
                        select '+ %1$s ' || to_jsonb(come)::text
                          from (%2$s except select * from as_issued) come
                        """
                                .formatted(table, now))
                .bindMethods(night)
                .mapTo(String.class)
                .list();
    }
}
