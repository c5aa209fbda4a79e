package dev.countersign.jobs;

import dev.countersign.jobs.remote.RemoteWorkers;
import dev.countersign.jobs.report.store.ReportFolder;
import dev.countersign.jobs.report.store.ReportStore;
import dev.countersign.reconcile.domain.clearing.ClearingPolicy;
import dev.countersign.reconcile.domain.dispute.DisputeMoney;
import dev.countersign.reconcile.domain.dispute.DisputePolicy;
import java.nio.file.Path;
import java.time.Duration;

/**
 * The settings of a night: how it is cut into chunks, and what the issuer decided about clearing
 * and disputes.
 *
 * @param workers ranges that a process works on at the same time
 * @param recordsPerRange clearing records that one range of cards has about
 * @param recordsPerChunk clearing records that one database transaction posts about
 * @param reports where reports are kept
 * @param clearing how much may clear against an authorization, and how long that may take
 * @param disputes which breaks are disputed
 * @param disputeMoney what disputes move in the ledger
 * @param lease after which another process goes on with the night of one that was not heard of
 * @param remote the processes that ranges are handed out to
 * @param statementMax after it an answer of the database is waited for no longer
 */
public record NightSettings(
        int workers,
        int recordsPerRange,
        int recordsPerChunk,
        ReportStore reports,
        ClearingPolicy clearing,
        DisputePolicy disputes,
        DisputeMoney disputeMoney,
        Duration lease,
        RemoteWorkers remote,
        Duration statementMax) {

    /** Long enough for a pause, short enough for a night to go on within a minute. */
    public static final Duration LEASE_USUAL = Duration.ofSeconds(30);

    /** Much longer than any statement of a night takes, and short enough for the day after it. */
    public static final Duration STATEMENT_MAX_USUAL = Duration.ofHours(1);

    /** Ranges that a process works on at the same time, on a machine of two cores. */
    private static final int WORKERS_USUAL = 2;

    public NightSettings {
        if (workers < 1 || recordsPerRange < 1 || recordsPerChunk < 1) {
            throw new IllegalArgumentException("a night is cut into chunks of at least one");
        }
    }

    /** With the usual rules, and reports in a folder. */
    public NightSettings(int workers, int recordsPerRange, int recordsPerChunk, Path reports) {
        this(workers, recordsPerRange, recordsPerChunk, new ReportFolder(reports));
    }

    private NightSettings(
            int workers, int recordsPerRange, int recordsPerChunk, ReportStore reports) {
        this(
                workers,
                recordsPerRange,
                recordsPerChunk,
                reports,
                ClearingPolicy.DEFAULT,
                DisputePolicy.DEFAULT,
                DisputeMoney.DEFAULT,
                LEASE_USUAL,
                RemoteWorkers.NONE,
                STATEMENT_MAX_USUAL);
    }

    /** The same with other rules of clearing. */
    public NightSettings with(ClearingPolicy changed) {
        return with(workers, changed, disputes, disputeMoney, lease, remote, statementMax);
    }

    /** The same with other rules of disputes. */
    public NightSettings with(DisputePolicy policy, DisputeMoney money) {
        return with(workers, clearing, policy, money, lease, remote, statementMax);
    }

    /** The same with another lease. */
    public NightSettings with(Duration other) {
        return with(workers, clearing, disputes, disputeMoney, other, remote, statementMax);
    }

    /** The same with ranges that are handed out. */
    public NightSettings with(RemoteWorkers other) {
        return with(workers, clearing, disputes, disputeMoney, lease, other, statementMax);
    }

    /** The same that works on so many ranges at the same time. */
    public NightSettings withWorkers(int other) {
        return with(other, clearing, disputes, disputeMoney, lease, remote, statementMax);
    }

    /** The same that waits for other statements. */
    public NightSettings withStatementMax(Duration other) {
        return with(workers, clearing, disputes, disputeMoney, lease, remote, other);
    }

    private NightSettings with(
            int atOnce,
            ClearingPolicy clears,
            DisputePolicy policy,
            DisputeMoney money,
            Duration leased,
            RemoteWorkers handedTo,
            Duration waits) {
        return new NightSettings(
                atOnce,
                recordsPerRange,
                recordsPerChunk,
                reports,
                clears,
                policy,
                money,
                leased,
                handedTo,
                waits);
    }

    /** Ranges that all processes together work on at the same time. */
    int rangesAtOnce() {
        return workers * Math.max(1, remote.processes());
    }

    /** For a machine of two cores. */
    public static NightSettings with(ReportStore reports) {
        return new NightSettings(WORKERS_USUAL, 50_000, 2_000, reports);
    }
}
