package dev.countersign.facade.console.factor;

import dev.countersign.facade.console.access.OperatorContexts;
import dev.countersign.facade.security.KnownBrowser;
import dev.countersign.reconcile.Console;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.service.access.SecondFactors;
import dev.countersign.reconcile.vault.key.KeyProvider;
import java.security.SecureRandom;
import java.time.InstantSource;
import javax.sql.DataSource;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.web.webauthn.management.JdbcPublicKeyCredentialUserEntityRepository;
import org.springframework.security.web.webauthn.management.JdbcUserCredentialRepository;
import org.springframework.security.web.webauthn.management.PublicKeyCredentialUserEntityRepository;

/** Wires what operators have beside their passwords. */
@Configuration(proxyBeanMethods = false)
@Import({SecondFactorPage.class, AccountPage.class})
@EnableConfigurationProperties(PasskeyProperties.class)
public class FactorConfiguration {

    @Bean
    SecondFactors secondFactors(
            Database database,
            Console console,
            KeyProvider keys,
            SecureRandom random,
            InstantSource clock) {
        return Console.openSecondFactors(database, console.trail(), keys, random, clock);
    }

    @Bean
    PublicKeyCredentialUserEntityRepository passkeyOwners(DataSource product) {
        return new JdbcPublicKeyCredentialUserEntityRepository(new JdbcTemplate(product));
    }

    @Bean
    AuditedPasskeys passkeys(
            DataSource product,
            PublicKeyCredentialUserEntityRepository owners,
            SecondFactors factors,
            Console console) {
        return new AuditedPasskeys(
                new JdbcUserCredentialRepository(new JdbcTemplate(product)),
                owners,
                factors,
                console.trail());
    }

    @Bean
    PasskeyOrigins passkeyOrigins(PasskeyProperties settings) {
        return new PasskeyOrigins(settings.origins());
    }

    @Bean
    PasskeyLogin passkeyDoor(
            AuditedPasskeys passkeys,
            PublicKeyCredentialUserEntityRepository owners,
            PasskeyProperties settings,
            PasskeyOrigins origins,
            UserDetailsService operators,
            Console console,
            KnownBrowser browser,
            OperatorContexts contexts) {
        return new PasskeyLogin(
                passkeys,
                owners,
                settings.domain(),
                origins,
                operators,
                console.attempts(),
                browser,
                contexts);
    }
}
