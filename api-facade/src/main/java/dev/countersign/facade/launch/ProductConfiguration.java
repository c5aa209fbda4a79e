package dev.countersign.facade.launch;

import dev.countersign.facade.console.access.ConsoleProperties;
import dev.countersign.facade.launch.night.DisputeProperties;
import dev.countersign.facade.local.BcryptPasswords;
import dev.countersign.facade.local.DataDirectory;
import dev.countersign.facade.local.VaultKeys;
import dev.countersign.reconcile.Console;
import dev.countersign.reconcile.Reconcile;
import dev.countersign.reconcile.domain.operator.LoginLimits;
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
import org.springframework.security.crypto.password.PasswordEncoder;

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
