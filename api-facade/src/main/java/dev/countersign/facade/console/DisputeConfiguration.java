package dev.countersign.facade.console;

import dev.countersign.facade.console.dispute.DisputePage;
import dev.countersign.facade.console.dispute.DisputesPage;
import dev.countersign.facade.console.dispute.ProposalsPage;
import dev.countersign.reconcile.Reconcile;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.service.operations.DisputeQueue;
import java.time.InstantSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Wires the pages of the console on which disputes are worked on. */
@Configuration(proxyBeanMethods = false)
class DisputeConfiguration {

    @Bean
    DisputeQueue disputeQueue(
            ConsoleReads reads, Database database, Reconcile book, InstantSource clock) {
        return new DisputeQueue(reads.database(), database, book.disputes(), clock);
    }

    @Bean
    DisputesPage disputesPage(DisputeQueue queue, InstantSource clock) {
        return new DisputesPage(queue, clock);
    }

    @Bean
    DisputePage disputePage(DisputeQueue queue, InstantSource clock) {
        return new DisputePage(queue, clock);
    }

    @Bean
    ProposalsPage proposalsPage(DisputeQueue queue, InstantSource clock) {
        return new ProposalsPage(queue, clock);
    }
}
