package dev.countersign.facade.launch.night;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.countersign.facade.launch.night.settings.ClearingProperties;
import dev.countersign.facade.launch.night.settings.DisputeProperties;
import dev.countersign.facade.launch.night.settings.NightProperties;
import dev.countersign.facade.launch.report.ReportProperties;
import dev.countersign.facade.launch.telemetry.Telemetry;
import dev.countersign.facade.local.DatabaseOption;
import dev.countersign.facade.output.FormatOption;
import dev.countersign.facade.output.TerminalCommand;
import dev.countersign.jobs.NightQueries;
import dev.countersign.jobs.NightSettings;
import dev.countersign.jobs.Nights;
import dev.countersign.reconcile.Reconcile;
import dev.countersign.reconcile.service.SystemTime;
import java.util.function.ToIntFunction;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;

/** A command of the night, beside a product that may run. */
abstract class NightCommand extends TerminalCommand {

    /** A database that does not answer for so long has gone. */
    private static final long CONNECTION_WAIT_MS = 5_000;

    @Mixin private DatabaseOption database = new DatabaseOption();

    private @Nullable DataSource opened;

    final DataSource dataSource() {
        if (opened == null) {
            opened = database.dataSource();
            Reconcile.requireSchema(opened);
        }
        return opened;
    }

    /** The nights, to look at. */
    final NightQueries queries() {
        return NightQueries.open(dataSource(), SystemTime.clock());
    }

    /**
     * Works on nights in sessions that stay open. A night has some transactions for each of its
     * steps and ranges; a session of its own for each begins with nothing in its caches and nothing
     * of the shared memory mapped, which cost settling a quarter of its time.
     */
    final int atNights(ToIntFunction<Nights> work) {
        HikariConfig pool = new HikariConfig();
        pool.setDataSource(dataSource());
        pool.setMinimumIdle(0);
        pool.setConnectionTimeout(CONNECTION_WAIT_MS);
        try (HikariDataSource sessions = new HikariDataSource(pool)) {
            return work.applyAsInt(nights(sessions));
        }
    }

    private static Nights nights(DataSource source) {
        return Nights.open(
                source,
                SystemTime.clock(),
                DisputeProperties.ofThisProcess()
                        .in(
                                NightProperties.ofThisProcess()
                                        .in(
                                                NightSettings.with(
                                                        ReportProperties.ofThisProcess().open()))
                                        .with(ClearingProperties.ofThisProcess().policy())),
                Telemetry.ofThisProcess());
    }

    /** Tells of nights in a format. */
    final NightPrinter printer(FormatOption format) {
        return new NightPrinter(dataSource(), format, out(), err());
    }
}
