package dev.countersign.jobs.file;

import dev.countersign.jobs.file.FileStore.ClearingFile;
import dev.countersign.jobs.file.FileStore.Source;
import dev.countersign.jobs.night.Chunk;
import dev.countersign.jobs.night.Night;
import dev.countersign.jobs.night.Range;
import dev.countersign.reconcile.domain.breaks.BreakType;
import dev.countersign.reconcile.domain.breaks.TotalsBreak;
import dev.countersign.reconcile.domain.id.NamedId;
import dev.countersign.reconcile.domain.settlement.ControlTotals;
import dev.countersign.reconcile.domain.settlement.FileCheck;
import dev.countersign.reconcile.domain.settlement.FileSequence;
import dev.countersign.reconcile.domain.settlement.FileSequence.Gap;
import dev.countersign.reconcile.store.breaks.BreakStore;
import java.math.BigInteger;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Checks clearing files before they are posted: counts and sums of their records against the
 * trailer, and their numbers against each other. What does not pass is held back whole, and goes on
 * as soon as it is whole. An hour of a stream that names itself as a file is checked alike. Records
 * are counted whether or not anything was said of their file yet: its trailer may come a night
 * later.
 */
public final class CheckFiles implements Chunk {

    /** Written with the work itself: what was counted is never counted again. */
    private static final String CHECKED = "checked";

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final FileStore files = new FileStore();
    private final BreakStore breaks = new BreakStore();

    @Override
    public ChunkResult next(Handle handle, Night night, Range range, @Nullable String after) {
        if (CHECKED.equals(after)) {
            return ChunkResult.finished(0, 0);
        }
        files.take(handle, night);
        files.addUp(handle, night);
        List<ClearingFile> judged = files.files(handle, night);
        boolean anyHeld = false;
        for (ClearingFile file : judged) {
            anyHeld |= judge(handle, night, file) != FileCheck.FileStatus.ACCEPTED;
        }
        long held = anyHeld ? files.hold(handle, night) : 0;
        long released = files.release(handle, night);
        for (Source source : files.sources(handle, night)) {
            for (Gap gap : FileSequence.gaps(files.numbered(handle, night, source))) {
                breaks.keepOrResolve(
                        handle,
                        gap(night, source, gap),
                        gap.missing() > 0,
                        "the files came",
                        night.closingInstant());
            }
        }
        return new ChunkResult(CHECKED, judged.size(), released, held);
    }

    private FileCheck.FileStatus judge(Handle handle, Night night, ClearingFile file) {
        FileCheck.FileStatus status = FileCheck.judge(file.facts());
        files.judge(handle, file, status, night);
        breaks.keepOrResolve(
                handle,
                totalsBreak(night, file, status),
                status != FileCheck.FileStatus.ACCEPTED,
                "the file is whole",
                night.closingInstant());
        return status;
    }

    private static TotalsBreak totalsBreak(
            Night night, ClearingFile file, FileCheck.FileStatus status) {
        ControlTotals stated = file.facts().stated();
        ControlTotals found = file.facts().found();
        ObjectNode detail = JSON.createObjectNode();
        detail.put("network", file.network())
                .put("source", file.system())
                .put("file_id", file.fileId());
        if (file.number() != null) {
            detail.put("file_seq", file.number());
        }
        detail.put("state", status.wire());
        BigInteger amount = found.debit().max(found.credit());
        if (stated != null) {
            amount = stated.difference(found);
            ObjectNode differences = detail.putObject("differences");
            put(differences, "debit_count", stated.debitCount(), found.debitCount());
            put(differences, "debit_minor", stated.debit(), found.debit());
            put(differences, "credit_count", stated.creditCount(), found.creditCount());
            put(differences, "credit_minor", stated.credit(), found.credit());
        }
        return night.found(BreakType.MISSING_FILE, file.subject(), amount, file.currency(), detail);
    }

    private static void put(ObjectNode into, String name, long stated, long found) {
        put(into, name, BigInteger.valueOf(stated), BigInteger.valueOf(found));
    }

    private static void put(ObjectNode into, String name, BigInteger stated, BigInteger found) {
        if (!stated.equals(found)) {
            into.putObject(name).put("trailer", stated).put("records", found);
        }
    }

    private static TotalsBreak gap(Night night, Source source, Gap gap) {
        ObjectNode detail = JSON.createObjectNode();
        detail.put("network", source.network())
                .put("source", source.system())
                .put("after_file_id", gap.after().fileId())
                .put("first_file_seq", gap.first())
                .put("last_file_seq", gap.last())
                .put("missing", gap.missing());
        return night.found(
                BreakType.SEQUENCE_GAP,
                NamedId.of(
                        night.mode().wire(),
                        source.network(),
                        source.system(),
                        gap.after().fileId(),
                        "gap"),
                BigInteger.ZERO,
                null,
                detail);
    }
}
