package dev.countersign.facade.launch.audit;

import dev.countersign.facade.local.DataDirectory;
import dev.countersign.ingest.feed.topic.Topics;
import dev.countersign.reconcile.Console;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.service.Outages;
import dev.countersign.reconcile.service.audit.AuditChain;
import dev.countersign.reconcile.vault.key.KeyProvider;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Wires the keeper of the audit trail, in each process that serves. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties({AuditProperties.class, Topics.class})
public class AuditConfiguration {

    @Bean
    AuditChain auditChain(Database database, KeyProvider keys, InstantSource clock) {
        return Console.openChain(database, keys, clock);
    }

    @Bean
    AuditKeeper auditKeeper(
            AuditChain chain,
            AuditProperties properties,
            Topics topics,
            KafkaProperties kafka,
            Outages outages) {
        return new AuditKeeper(
                chain,
                List.of(
                        new CheckpointFile(
                                properties.checkpointFile(DataDirectory.ofThisProcess())),
                        new CheckpointTopic(topics.audit(), kafka.buildAdminProperties())),
                outages);
    }

    @Bean
    MeterBinder auditMeters(AuditKeeper keeper) {
        return registry ->
                keeper.due()
                        .forEach(
                                (place, due) ->
                                        Gauge.builder(
                                                        "countersign.audit.checkpoints.due",
                                                        due,
                                                        AtomicLong::doubleValue)
                                                .description(
                                                        "Checkpoints of the audit trail that are on"
                                                                + " their way to a place outside the"
                                                                + " database")
                                                .tag(
                                                        "place",
                                                        place instanceof CheckpointFile
                                                                ? "file"
                                                                : "topic")
                                                .register(registry));
    }
}
