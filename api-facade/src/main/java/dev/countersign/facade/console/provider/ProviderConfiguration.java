package dev.countersign.facade.console.provider;

import dev.countersign.facade.security.KnownBrowser;
import dev.countersign.reconcile.Console;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.service.access.ProviderUsers;
import java.time.InstantSource;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Wires an identity provider, where there is one. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnProperty("countersign.console.oidc.issuer")
@EnableConfigurationProperties(ProviderProperties.class)
public class ProviderConfiguration {

    @Bean
    ProviderLogin providerDoor(
            ProviderProperties settings,
            Console console,
            KnownBrowser browser,
            Database database,
            InstantSource clock) {
        return new ProviderLogin(
                settings,
                console.operators(),
                console.attempts(),
                browser,
                new ProviderUsers(database, clock),
                clock);
    }

    @Bean
    ProviderButton providerButton(ProviderProperties settings) {
        return new ProviderButton(settings.label());
    }
}
