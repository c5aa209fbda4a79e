package dev.countersign.facade.console;

import dev.countersign.facade.approval.ApprovalProperties;
import dev.countersign.facade.console.access.AccessConfiguration;
import dev.countersign.facade.console.access.ConsoleProperties;
import dev.countersign.facade.console.access.MaskedRequest;
import dev.countersign.facade.console.administration.AuditPage;
import dev.countersign.facade.console.administration.CardKeysPage;
import dev.countersign.facade.console.administration.KeyRotation;
import dev.countersign.facade.console.administration.KeysPage;
import dev.countersign.facade.console.administration.OperatorsPage;
import dev.countersign.facade.console.breaks.BreakPage;
import dev.countersign.facade.console.breaks.BreaksPage;
import dev.countersign.facade.console.breaks.Owners;
import dev.countersign.facade.console.dispute.DisputePage;
import dev.countersign.facade.console.dispute.DisputesPage;
import dev.countersign.facade.console.dispute.ProposalsPage;
import dev.countersign.facade.console.factor.FactorConfiguration;
import dev.countersign.facade.console.form.FormDialect;
import dev.countersign.facade.console.lookup.CardPage;
import dev.countersign.facade.console.lookup.ManualMatchPage;
import dev.countersign.facade.console.lookup.SearchPage;
import dev.countersign.facade.console.lookup.TransactionPage;
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
import dev.countersign.facade.console.quarantine.MessagePage;
import dev.countersign.facade.console.quarantine.QuarantineActions;
import dev.countersign.facade.console.quarantine.QuarantinePage;
import dev.countersign.facade.local.SessionLimits;
import dev.countersign.facade.security.RegisteredFilter;
import dev.countersign.reconcile.Console;
import dev.countersign.reconcile.Reconcile;
import dev.countersign.reconcile.domain.operator.ApprovalPolicy;
import dev.countersign.reconcile.domain.text.ReferenceMask;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.service.operations.ApprovalPolicies;
import dev.countersign.reconcile.service.operations.Approvals;
import dev.countersign.reconcile.service.operations.BreakQueue;
import dev.countersign.reconcile.service.operations.Breaks;
import dev.countersign.reconcile.service.operations.DisputeQueue;
import dev.countersign.reconcile.service.operations.Disputes;
import dev.countersign.reconcile.service.operations.DualControl;
import dev.countersign.reconcile.service.operations.Lookup;
import dev.countersign.reconcile.service.operations.QuarantineQueue;
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

/** Wires the console, where a process has one: its door, then its pages. */
@Configuration(proxyBeanMethods = false)
@Import({
    AccessConfiguration.class,
    FactorConfiguration.class,
    ProviderConfiguration.class,
    ConsoleErrors.class,
    JobErrors.class,
    ProofConfiguration.class,
    Approvals.class,
    WorkTally.class,
    ModeCheck.class,
    FormDialect.class,
    UnknownPage.class,
    IconPage.class,
    HomePage.class,
    NowPage.class,
    SearchPage.class,
    TransactionPage.class,
    CardPage.class,
    Owners.class,
    BreaksPage.class,
    BreakPage.class,
    DisputesPage.class,
    DisputePage.class,
    ProposalsPage.class,
    QuarantineActions.class,
    QuarantinePage.class,
    MessagePage.class,
    NightOperations.class,
    NightsPage.class,
    NightPage.class,
    OperatorsPage.class,
    AuditPage.class,
    KeysPage.class,
    KeyRotation.class,
    CardKeysPage.class
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
        return RegisteredFilter.of(new FileNames(), Ordered.LOWEST_PRECEDENCE, "/console/*");
    }

    @Bean
    ConsoleReads consoleReads(DataSource product, SessionLimits ofInterface) {
        return ConsoleReads.open(product, ofInterface);
    }

    @Bean
    Lookup lookup(ConsoleReads reads, ReferenceMask references) {
        return Console.openLookup(reads.database(), references);
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
    DisputeQueue disputeQueue(
            ConsoleReads reads, Database database, Disputes disputes, InstantSource clock) {
        return new DisputeQueue(reads.database(), database, disputes, clock);
    }

    @Bean
    QuarantineQueue quarantineQueue(ConsoleReads reads, Database database, InstantSource clock) {
        return new QuarantineQueue(reads.database(), database, clock);
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
}
