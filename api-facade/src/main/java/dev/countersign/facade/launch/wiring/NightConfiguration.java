package dev.countersign.facade.launch.wiring;

import dev.countersign.facade.launch.health.NightMetrics;
import dev.countersign.facade.launch.night.settings.BankProperties;
import dev.countersign.facade.launch.night.settings.ClearingProperties;
import dev.countersign.facade.launch.night.settings.DisputeProperties;
import dev.countersign.facade.launch.night.settings.NightProperties;
import dev.countersign.facade.launch.report.ReportProperties;
import dev.countersign.jobs.NightSettings;
import dev.countersign.jobs.Nights;
import dev.countersign.jobs.remote.RemoteWorkers;
import dev.countersign.reconcile.Reconcile;
import dev.countersign.reconcile.domain.clearing.ClearingPolicy;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.service.operations.WaitingWork;
import io.opentelemetry.api.OpenTelemetry;
import java.time.InstantSource;
import javax.sql.DataSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The nights of this process. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties({
    BankProperties.class,
    ClearingProperties.class,
    DisputeProperties.class,
    NightProperties.class,
    ReportProperties.class
})
public class NightConfiguration {

    @Bean
    ClearingPolicy clearingPolicy(ClearingProperties clearing) {
        return clearing.policy();
    }

    /** The book is named so that its schema is up to date. */
    @Bean
    Nights nights(
            DataSource dataSource,
            InstantSource clock,
            Reconcile book,
            ClearingPolicy clearing,
            DisputeProperties disputes,
            NightProperties properties,
            ReportProperties reports,
            ObjectProvider<RemoteWorkers> remote,
            OpenTelemetry telemetry) {
        return Nights.open(
                dataSource,
                clock,
                disputes.in(
                        properties
                                .in(NightSettings.with(reports.open()))
                                .with(clearing)
                                .with(remote.getIfAvailable(() -> RemoteWorkers.NONE))),
                telemetry);
    }

    @Bean
    NightHandover nightHandover(Nights nights) {
        return new NightHandover(nights);
    }

    @Bean
    NightMetrics nightMetrics(Nights nights, DataSource unlimited, InstantSource clock) {
        return new NightMetrics(nights, new WaitingWork(Database.over(unlimited)), clock);
    }
}
