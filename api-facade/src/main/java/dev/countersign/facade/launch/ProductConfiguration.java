package dev.countersign.facade.launch;

import dev.countersign.facade.rest.RestConfiguration;
import dev.countersign.reconcile.Reconcile;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.service.RandomIds;
import java.time.InstantSource;
import javax.sql.DataSource;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

/** The Spring context of the product; {@code application.yaml} beside it holds the defaults. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
@Import(RestConfiguration.class)
class ProductConfiguration {

    @Bean
    InstantSource clock() {
        return InstantSource.system();
    }

    @Bean
    Reconcile reconcile(DataSource dataSource, InstantSource clock) {
        return Reconcile.open(dataSource, clock, new RandomIds());
    }

    @Bean
    Database database(Reconcile reconcile) {
        return reconcile.database();
    }
}
