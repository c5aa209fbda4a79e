package dev.countersign.facade.launch.wiring;

import dev.countersign.facade.approval.ApprovalProperties;
import dev.countersign.facade.console.access.ConsoleProperties;
import dev.countersign.facade.launch.audit.AuditConfiguration;
import dev.countersign.facade.launch.health.ServerOutages;
import dev.countersign.facade.launch.night.settings.DisputeProperties;
import dev.countersign.facade.launch.telemetry.Telemetry;
import dev.countersign.facade.launch.telemetry.TraceProperties;
import dev.countersign.facade.local.BcryptPasswords;
import dev.countersign.facade.local.BookSource;
import dev.countersign.facade.local.DataDirectory;
import dev.countersign.facade.local.SessionLimits;
import dev.countersign.facade.local.VaultKeys;
import dev.countersign.reconcile.Console;
import dev.countersign.reconcile.Reconcile;
import dev.countersign.reconcile.domain.operator.LoginLimits;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.service.RandomIds;
import dev.countersign.reconcile.service.SystemTime;
import dev.countersign.reconcile.vault.KeyedReferenceMask;
import dev.countersign.reconcile.vault.key.KeyProvider;
import io.micrometer.core.instrument.MeterRegistry;
import io.opentelemetry.api.OpenTelemetry;
import java.security.SecureRandom;
import java.time.InstantSource;
import javax.sql.DataSource;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.security.crypto.password.PasswordEncoder;

/** The Spring context of the product; {@code application.yaml} beside it holds the defaults. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableConfigurationProperties({
    VaultProperties.class,
    ApprovalProperties.class,
    ConsoleProperties.class,
    DatabaseProperties.class,
    DisputeProperties.class,
    TraceProperties.class
})
@Import({KeyedReferenceMask.class, AuditConfiguration.class})
public class ProductConfiguration {

    @Bean
    InstantSource clock() {
        return SystemTime.clock();
    }

    @Bean
    SecureRandom random() {
        return new SecureRandom();
    }

    @Bean
    KeyProvider vaultKeys(VaultProperties properties, BookSource book, SecureRandom random) {
        return VaultKeys.open(
                properties.settings(),
                DataDirectory.ofThisProcess(),
                random,
                !Reconcile.hasVault(book.dataSource()));
    }

    /** Sends traces where the settings say so, and is closed with the rest. */
    @Bean
    OpenTelemetry telemetry(TraceProperties properties) {
        return Telemetry.of(properties);
    }

    @Bean
    SessionLimits ofInterface(DatabaseProperties properties) {
        return properties.ofInterface();
    }

    /** The schema is that of this version, which {@code migrate} has seen to. */
    @Bean
    BookSource bookSource(
            DataSource dataSource, SessionLimits ofInterface, MeterRegistry registry) {
        Reconcile.requireSchema(dataSource);
        return BookSource.beside(dataSource, ofInterface, registry);
    }

    @Bean
    Reconcile reconcile(
            BookSource book,
            InstantSource clock,
            KeyProvider keys,
            SecureRandom random,
            DisputeProperties disputes) {
        return Reconcile.open(
                book.dataSource(), clock, new RandomIds(), keys, random, disputes.filing());
    }

    @Bean
    ServerOutages outages(
            DataSource dataSource,
            SessionLimits ofInterface,
            KafkaProperties kafka,
            InstantSource clock) {
        return ServerOutages.of(dataSource, ofInterface, kafka.buildAdminProperties(), clock);
    }

    @Bean
    Database database(Reconcile reconcile) {
        return reconcile.database();
    }

    @Bean
    BcryptPasswords passwords(ConsoleProperties properties) {
        return new BcryptPasswords(properties.passwordStrength());
    }

    @Bean
    PasswordEncoder passwordEncoder(BcryptPasswords passwords) {
        return passwords.encoder();
    }

    @Bean
    Console console(
            Database database,
            BcryptPasswords passwords,
            ConsoleProperties properties,
            InstantSource clock) {
        LoginLimits limits =
                LoginLimits.of(properties.failuresPerOperator(), properties.failuresPerSource());
        return Console.open(database, passwords, limits, clock);
    }
}
