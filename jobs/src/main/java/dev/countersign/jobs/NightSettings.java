package dev.countersign.jobs;

import dev.countersign.reconcile.domain.clearing.ClearingPolicy;
import dev.countersign.reconcile.domain.dispute.DisputeMoney;
import dev.countersign.reconcile.domain.dispute.DisputePolicy;
import java.nio.file.Path;

/**
 * The settings of a night: how it is cut into pieces, and what the issuer decided about clearing
 * and disputes.
 *
 * @param workers ranges that are worked on at the same time
 * @param recordsPerRange clearing records that one range of cards has about
 * @param recordsPerChunk clearing records that one database transaction posts about
 * @param reports where reports are kept
 * @param clearing how much may clear against an authorization, and how long that may take
 * @param disputes which breaks are disputed
 * @param disputeMoney what disputes move in the ledger
 */
public record NightSettings(
        int workers,
        int recordsPerRange,
        int recordsPerChunk,
        Path reports,
        ClearingPolicy clearing,
        DisputePolicy disputes,
        DisputeMoney disputeMoney) {

    public NightSettings {
        if (workers < 1 || recordsPerRange < 1 || recordsPerChunk < 1) {
            throw new IllegalArgumentException("a night is cut into pieces of at least one");
        }
    }

    /** With the usual rules. */
    public NightSettings(int workers, int recordsPerRange, int recordsPerChunk, Path reports) {
        this(
                workers,
                recordsPerRange,
                recordsPerChunk,
                reports,
                ClearingPolicy.DEFAULT,
                DisputePolicy.DEFAULT,
                DisputeMoney.DEFAULT);
    }

    /** The same with other rules of clearing. */
    public NightSettings with(ClearingPolicy changed) {
        return new NightSettings(
                workers,
                recordsPerRange,
                recordsPerChunk,
                reports,
                changed,
                disputes,
                disputeMoney);
    }

    /** The same with other rules of disputes. */
    public NightSettings with(DisputePolicy policy, DisputeMoney money) {
        return new NightSettings(
                workers, recordsPerRange, recordsPerChunk, reports, clearing, policy, money);
    }

    /** For a machine of two cores. */
    public static NightSettings with(Path reports) {
        return new NightSettings(2, 50_000, 2_000, reports);
    }
}
