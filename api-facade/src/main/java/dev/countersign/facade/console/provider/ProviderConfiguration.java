package dev.countersign.facade.console.provider;

import dev.countersign.reconcile.service.access.ProviderUsers;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Wires an identity provider, where there is one. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnProperty("countersign.console.oidc.issuer")
@EnableConfigurationProperties(ProviderProperties.class)
@Import({ProviderUsers.class, ProviderOutage.class, ProviderLogin.class})
public class ProviderConfiguration {

    @Bean
    ProviderButton providerButton(ProviderProperties settings) {
        return new ProviderButton(settings.label());
    }
}
