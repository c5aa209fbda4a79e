package dev.countersign.facade.launch;

import dev.countersign.facade.launch.night.DisputeProperties;
import dev.countersign.facade.local.DataDirectory;
import dev.countersign.facade.local.SlowPasswords;
import dev.countersign.facade.local.VaultKeys;
import dev.countersign.reconcile.Console;
import dev.countersign.reconcile.Reconcile;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.service.RandomIds;
import dev.countersign.reconcile.service.SystemTime;
import dev.countersign.reconcile.vault.KeyProvider;
import java.security.SecureRandom;
import java.time.InstantSource;
import javax.sql.DataSource;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

/** The Spring context of the product; {@code application.yaml} beside it holds the defaults. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableConfigurationProperties({
    VaultProperties.class,
    ConsoleProperties.class,
    DisputeProperties.class
})
@Import(TraceConfiguration.class)
class ProductConfiguration {

    @Bean
    InstantSource clock() {
        return SystemTime.clock();
    }

    @Bean
    SecureRandom random() {
        return new SecureRandom();
    }

    @Bean
    KeyProvider vaultKeys(VaultProperties properties, SecureRandom random) {
        return VaultKeys.open(properties.settings(), DataDirectory.ofThisProcess(), random);
    }

    @Bean
    Reconcile reconcile(
            DataSource dataSource,
            InstantSource clock,
            KeyProvider keys,
            SecureRandom random,
            DisputeProperties disputes) {
        return Reconcile.open(dataSource, clock, new RandomIds(), keys, random, disputes.filing());
    }

    @Bean
    Database database(Reconcile reconcile) {
        return reconcile.database();
    }

    @Bean
    Console console(Database database, ConsoleProperties properties, InstantSource clock) {
        return Console.open(database, new SlowPasswords(properties.passwordStrength()), clock);
    }
}
