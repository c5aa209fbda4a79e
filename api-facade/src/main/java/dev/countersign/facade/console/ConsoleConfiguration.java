package dev.countersign.facade.console;

import dev.countersign.facade.approval.ApprovalProperties;
import dev.countersign.facade.console.access.AccessConfiguration;
import dev.countersign.facade.console.access.ConsoleProperties;
import dev.countersign.facade.console.access.MaskedRequest;
import dev.countersign.facade.console.access.WorkCounts;
import dev.countersign.facade.console.administration.AuditPage;
import dev.countersign.facade.console.administration.CardKeysPage;
import dev.countersign.facade.console.administration.KeyRotation;
import dev.countersign.facade.console.administration.KeysPage;
import dev.countersign.facade.console.administration.OperatorsPage;
import dev.countersign.facade.console.breaks.BreakPage;
import dev.countersign.facade.console.breaks.BreaksPage;
import dev.countersign.facade.console.factor.FactorConfiguration;
import dev.countersign.facade.console.form.FormDialect;
import dev.countersign.facade.console.lookup.CardPage;
import dev.countersign.facade.console.lookup.ManualMatchPage;
import dev.countersign.facade.console.lookup.SearchPage;
import dev.countersign.facade.console.lookup.TransactionPage;
import dev.countersign.facade.console.night.NightErrors;
import dev.countersign.facade.console.night.NightOperations;
import dev.countersign.facade.console.night.NightPage;
import dev.countersign.facade.console.night.NightsPage;
import dev.countersign.facade.console.now.DecisionWatch;
import dev.countersign.facade.console.now.FeedLag;
import dev.countersign.facade.console.now.LiveMetrics;
import dev.countersign.facade.console.now.NowPage;
import dev.countersign.facade.console.page.ConsoleErrors;
import dev.countersign.facade.console.page.HomePage;
import dev.countersign.facade.console.page.ModeCheck;
import dev.countersign.facade.console.page.UnknownPage;
import dev.countersign.facade.console.provider.ProviderConfiguration;
import dev.countersign.facade.local.SessionLimits;
import dev.countersign.jobs.Nights;
import dev.countersign.jobs.proof.Proofs;
import dev.countersign.reconcile.Console;
import dev.countersign.reconcile.Reconcile;
import dev.countersign.reconcile.domain.operator.ApprovalPolicy;
import dev.countersign.reconcile.domain.text.ReferenceMask;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.service.audit.AuditChain;
import dev.countersign.reconcile.service.operations.ApprovalPolicies;
import dev.countersign.reconcile.service.operations.Approvals;
import dev.countersign.reconcile.service.operations.BreakQueue;
import dev.countersign.reconcile.service.operations.Breaks;
import dev.countersign.reconcile.service.operations.DisputeQueue;
import dev.countersign.reconcile.service.operations.DualControl;
import dev.countersign.reconcile.service.operations.Lookup;
import dev.countersign.reconcile.service.operations.WaitingWork;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletRequest;
import java.time.InstantSource;
import javax.sql.DataSource;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.Ordered;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** Wires the console, where a process has one: its door, then its pages. */
@Configuration(proxyBeanMethods = false)
@Import({
    AccessConfiguration.class,
    FactorConfiguration.class,
    ProviderConfiguration.class,
    ConsoleErrors.class,
    NightErrors.class,
    ProofConfiguration.class,
    DisputeConfiguration.class,
    QuarantineConfiguration.class
})
public class ConsoleConfiguration {

    /** The rules that the console follows; commands find them in the database. */
    @Bean
    ApprovalPolicy approvalPolicy(
            Database database,
            ApprovalProperties approvals,
            ConsoleProperties settings,
            InstantSource clock) {
        ApprovalPolicy policy = approvals.policy(settings.secondFactorRoles());
        new ApprovalPolicies(database, clock)
                .follow(policy, System.getProperty("user.name", "unknown"));
        return policy;
    }

    @Bean
    Breaks breaks(Database database, ApprovalPolicy policy, InstantSource clock) {
        return Reconcile.openBreaks(database, policy.resolution(), clock);
    }

    @Bean
    DualControl secondOperator(ApprovalPolicy policy, InstantSource clock) {
        return new DualControl(policy.independence(), clock);
    }

    @Bean
    WaitingWork waitingWork(ConsoleReads reads) {
        return new WaitingWork(reads.database());
    }

    @Bean
    WorkCounts workCounts(WaitingWork work, Nights nights) {
        return new WorkTally(work, nights.queries());
    }

    @Bean
    FormDialect formDialect() {
        return new FormDialect();
    }

    @Bean
    WebMvcConfigurer booksOfPages() {
        return new WebMvcConfigurer() {
            @Override
            public void addInterceptors(InterceptorRegistry registry) {
                registry.addInterceptor(new ModeCheck()).addPathPatterns("/console/**");
            }
        };
    }

    /** Behind the door: what is typed there is masked before a page sees it. */
    @Bean
    FilterRegistrationBean<Filter> maskedConsole() {
        FilterRegistrationBean<Filter> registration =
                new FilterRegistrationBean<>(
                        (request, response, chain) ->
                                chain.doFilter(
                                        new MaskedRequest((HttpServletRequest) request), response));
        registration.setName("maskedConsole");
        registration.addUrlPatterns("/console", "/console/*");
        registration.setOrder(Ordered.LOWEST_PRECEDENCE);
        return registration;
    }

    @Bean
    FilterRegistrationBean<FileNames> namesOfFiles() {
        FilterRegistrationBean<FileNames> registration =
                new FilterRegistrationBean<>(new FileNames());
        registration.addUrlPatterns("/console/*");
        registration.setOrder(Ordered.LOWEST_PRECEDENCE);
        return registration;
    }

    @Bean
    ConsoleReads consoleReads(DataSource product, SessionLimits ofInterface) {
        return ConsoleReads.beside(product, ofInterface);
    }

    @Bean
    Lookup lookup(ConsoleReads reads, ReferenceMask references) {
        return Console.openLookup(reads.database(), references);
    }

    @Bean
    HomePage homePage(Lookup lookup) {
        return new HomePage(lookup);
    }

    @Bean
    UnknownPage unknownPage() {
        return new UnknownPage();
    }

    @Bean
    IconPage iconPage() {
        return new IconPage();
    }

    @Bean
    LiveMetrics liveMetrics(
            MeterRegistry registry,
            DecisionWatch decisions,
            FeedLag lag,
            WaitingWork work,
            Console console,
            ConsoleProperties settings) {
        return new LiveMetrics(
                registry,
                decisions,
                lag,
                work::messages,
                sessions ->
                        console.sessions()
                                .live(sessions, settings.sessionRest(), settings.sessionLife()));
    }

    @Bean
    NowPage nowPage(LiveMetrics liveMetrics, Lookup lookup) {
        return new NowPage(liveMetrics, lookup);
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
    ManualMatchPage manualMatchPage(
            ConsoleReads reads,
            Database database,
            ApprovalPolicy policy,
            BreakQueue queue,
            InstantSource clock) {
        return new ManualMatchPage(
                Reconcile.openManualMatches(reads.database(), database, policy.resolution(), clock),
                queue);
    }

    @Bean
    CardPage cardPage(Lookup lookup, Reconcile book, InstantSource clock) {
        return new CardPage(
                lookup,
                book.walletTokens(),
                book.physicalOrders(),
                book.pins(),
                book.programs(),
                clock);
    }

    @Bean
    BreakQueue breakQueue(
            ConsoleReads reads,
            Database database,
            Breaks breaks,
            DualControl second,
            InstantSource clock) {
        return new BreakQueue(reads.database(), database, breaks, second, clock);
    }

    @Bean
    BreaksPage breaksPage(BreakQueue queue, Breaks breaks, Console console, InstantSource clock) {
        return new BreaksPage(queue, breaks, console.operators(), clock);
    }

    @Bean
    BreakPage breakPage(
            BreakQueue queue,
            DisputeQueue disputes,
            Breaks breaks,
            Console console,
            InstantSource clock) {
        return new BreakPage(queue, breaks, disputes, console.operators(), clock);
    }

    @Bean
    NightOperations nightOperations(Nights nights, InstantSource clock) {
        return new NightOperations(nights, clock);
    }

    @Bean
    NightsPage nightsPage(NightOperations operations) {
        return new NightsPage(operations);
    }

    @Bean
    NightPage nightPage(
            NightOperations operations, BreakQueue breaks, Proofs proofs, InstantSource clock) {
        return new NightPage(operations, breaks, proofs, clock);
    }

    @Bean
    OperatorsPage operatorsPage(Console console) {
        return new OperatorsPage(console.operators(), console.attempts());
    }

    @Bean
    AuditPage auditPage(Console console, AuditChain chain) {
        return new AuditPage(console.trail(), chain);
    }

    @Bean
    KeysPage keysPage(Reconcile book, InstantSource clock) {
        return new KeysPage(book, clock);
    }

    @Bean
    Approvals approvals(Database database, DualControl second, InstantSource clock) {
        return new Approvals(database, second, clock);
    }

    @Bean
    KeyRotation keyRotation(Reconcile book) {
        return new KeyRotation(book.panKeys());
    }

    @Bean
    CardKeysPage cardKeysPage(Reconcile book, KeyRotation rotation, Approvals approvals) {
        return new CardKeysPage(book.panKeys(), rotation, approvals);
    }
}
