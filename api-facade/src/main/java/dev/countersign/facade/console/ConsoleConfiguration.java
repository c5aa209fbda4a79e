package dev.countersign.facade.console;

import dev.countersign.facade.console.access.ConsoleFilter;
import dev.countersign.facade.console.access.LoginPage;
import dev.countersign.facade.console.administration.AuditPage;
import dev.countersign.facade.console.administration.OperatorsPage;
import dev.countersign.facade.console.lookup.CardPage;
import dev.countersign.facade.console.lookup.SearchPage;
import dev.countersign.facade.console.lookup.TransactionPage;
import dev.countersign.facade.console.page.ConsoleErrors;
import dev.countersign.facade.console.page.HomePage;
import dev.countersign.reconcile.Console;
import dev.countersign.reconcile.Reconcile;
import dev.countersign.reconcile.service.Lookup;
import java.time.InstantSource;
import javax.sql.DataSource;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Wires the console, where a process has one: its door, then its pages. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnWebApplication
@Import(ConsoleErrors.class)
public class ConsoleConfiguration {

    @Bean
    FilterRegistrationBean<ConsoleFilter> consoleDoor(Console console, InstantSource clock) {
        FilterRegistrationBean<ConsoleFilter> registration =
                new FilterRegistrationBean<>(new ConsoleFilter(console.sessions(), clock));
        registration.addUrlPatterns("/console", "/console/*");
        registration.setOrder(4);
        return registration;
    }

    @Bean
    ConsoleReads consoleReads(DataSource product) {
        return ConsoleReads.beside(product);
    }

    @Bean
    Lookup lookup(ConsoleReads reads) {
        return Console.openLookup(reads.database());
    }

    @Bean
    HomePage homePage(Lookup lookup) {
        return new HomePage(lookup);
    }

    @Bean
    SearchPage searchPage(Lookup lookup) {
        return new SearchPage(lookup);
    }

    @Bean
    TransactionPage transactionPage(Lookup lookup) {
        return new TransactionPage(lookup);
    }

    @Bean
    CardPage cardPage(Lookup lookup, Reconcile book, InstantSource clock) {
        return new CardPage(
                lookup, book.walletTokens(), book.physicalOrders(), book.pins(), clock);
    }

    @Bean
    LoginPage loginPage(Console console) {
        return new LoginPage(console.sessions(), console.operators());
    }

    @Bean
    OperatorsPage operatorsPage(Console console, InstantSource clock) {
        return new OperatorsPage(console.operators(), clock);
    }

    @Bean
    AuditPage auditPage(Console console) {
        return new AuditPage(console.trail());
    }
}
