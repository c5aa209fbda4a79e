package dev.countersign.facade.console;

import dev.countersign.facade.console.funding.FundingPage;
import dev.countersign.facade.console.proof.BalancePage;
import dev.countersign.facade.console.proof.BankPage;
import dev.countersign.facade.console.proof.CurrencyPage;
import dev.countersign.facade.console.proof.Forecast;
import dev.countersign.facade.console.proof.HoldsPage;
import dev.countersign.facade.console.proof.MonthQuestions;
import dev.countersign.facade.console.proof.MonthsPage;
import dev.countersign.facade.console.proof.ProofDayPage;
import dev.countersign.facade.console.proof.ProofDaysPage;
import dev.countersign.facade.console.proof.ProofLinesPage;
import dev.countersign.facade.console.proof.RecordPage;
import dev.countersign.facade.console.proof.ReportFiles;
import dev.countersign.jobs.bank.BankWork;
import dev.countersign.jobs.fx.CurrencyPurchases;
import dev.countersign.jobs.fx.CurrencyWork;
import dev.countersign.jobs.month.Months;
import dev.countersign.jobs.proof.Proofs;
import dev.countersign.reconcile.Reconcile;
import dev.countersign.reconcile.domain.operator.ApprovalPolicy;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.service.RandomIds;
import dev.countersign.reconcile.service.funding.FundingWork;
import dev.countersign.reconcile.service.operations.Approvals;
import dev.countersign.reconcile.service.operations.DualControl;
import java.time.InstantSource;
import javax.sql.DataSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Wires the pages of the console on which dates and months are proved. */
@Configuration(proxyBeanMethods = false)
@Import({
    ProofDaysPage.class,
    ProofDayPage.class,
    ProofLinesPage.class,
    RecordPage.class,
    ReportFiles.class,
    BalancePage.class,
    Forecast.class,
    HoldsPage.class
})
class ProofConfiguration {

    @Bean
    Proofs proofs(ConsoleReads reads) {
        return new Proofs(reads.database());
    }

    /** To close a month takes as long as it takes, as a night does. */
    @Bean
    MonthsPage monthsPage(
            DataSource unlimited, DualControl second, Proofs proofs, InstantSource clock) {
        Database database = Database.over(unlimited);
        return new MonthsPage(
                new Months(database, clock),
                new Approvals(database, second, clock),
                new MonthQuestions(proofs),
                clock);
    }

    @Bean
    FundingPage fundingPage(
            ConsoleReads reads,
            Reconcile book,
            Approvals approvals,
            ApprovalPolicy policy,
            InstantSource clock) {
        return new FundingPage(
                new FundingWork(
                        reads.database(),
                        book.funding(),
                        book.answers(),
                        approvals,
                        policy.resolution()),
                new RandomIds(),
                clock);
    }

    @Bean
    CurrencyPage currencyPage(
            Database database, Approvals approvals, ApprovalPolicy policy, InstantSource clock) {
        return new CurrencyPage(
                new CurrencyWork(
                        new CurrencyPurchases(database, clock), approvals, policy.resolution()),
                new RandomIds(),
                clock);
    }

    @Bean
    BankPage bankPage(Database database) {
        return new BankPage(BankWork.atConsole(database));
    }
}
