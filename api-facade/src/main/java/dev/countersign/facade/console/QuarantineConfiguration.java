package dev.countersign.facade.console;

import dev.countersign.facade.console.quarantine.FeedReplay;
import dev.countersign.facade.console.quarantine.MessagePage;
import dev.countersign.facade.console.quarantine.QuarantineActions;
import dev.countersign.facade.console.quarantine.QuarantinePage;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.service.operations.QuarantineQueue;
import java.time.InstantSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Wires the pages of the console that show what could not be read. */
@Configuration(proxyBeanMethods = false)
class QuarantineConfiguration {

    @Bean
    QuarantineQueue quarantineQueue(ConsoleReads reads, Database database, InstantSource clock) {
        return new QuarantineQueue(reads.database(), database, clock);
    }

    @Bean
    QuarantineActions quarantineActions(QuarantineQueue queue, FeedReplay feed) {
        return new QuarantineActions(queue, feed);
    }

    @Bean
    QuarantinePage quarantinePage(QuarantineQueue queue, QuarantineActions actions) {
        return new QuarantinePage(queue, actions);
    }

    @Bean
    MessagePage messagePage(QuarantineQueue queue, QuarantineActions actions) {
        return new MessagePage(queue, actions);
    }
}
