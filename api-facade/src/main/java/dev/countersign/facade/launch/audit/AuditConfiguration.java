package dev.countersign.facade.launch.audit;

import dev.countersign.facade.local.DataDirectory;
import dev.countersign.ingest.feed.Topics;
import dev.countersign.reconcile.Console;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.service.Outages;
import dev.countersign.reconcile.service.audit.AuditChain;
import dev.countersign.reconcile.vault.KeyProvider;
import java.time.InstantSource;
import java.util.List;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What keeps the audit trail, in each process that serves. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(AuditProperties.class)
public class AuditConfiguration {

    @Bean
    AuditChain auditChain(Database database, KeyProvider keys, InstantSource clock) {
        return Console.openChain(database, keys, clock);
    }

    @Bean
    AuditKeeper auditKeeper(
            AuditChain chain, AuditProperties properties, KafkaProperties kafka, Outages outages) {
        return new AuditKeeper(
                chain,
                List.of(
                        new CheckpointFile(
                                properties.checkpointFile(DataDirectory.ofThisProcess())),
                        new CheckpointTopic(Topics.AUDIT, kafka.buildAdminProperties())),
                outages);
    }
}
