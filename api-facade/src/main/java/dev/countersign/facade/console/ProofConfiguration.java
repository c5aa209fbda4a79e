package dev.countersign.facade.console;

import dev.countersign.facade.console.funding.FundingPage;
import dev.countersign.facade.console.proof.BalancePage;
import dev.countersign.facade.console.proof.BankPage;
import dev.countersign.facade.console.proof.CurrencyPage;
import dev.countersign.facade.console.proof.HoldsPage;
import dev.countersign.facade.console.proof.MonthQuestions;
import dev.countersign.facade.console.proof.MonthsPage;
import dev.countersign.facade.console.proof.ProofDayPage;
import dev.countersign.facade.console.proof.ProofDaysPage;
import dev.countersign.facade.console.proof.ProofErrors;
import dev.countersign.facade.console.proof.ProofLinesPage;
import dev.countersign.facade.console.proof.RecordPage;
import dev.countersign.facade.console.proof.ReportFiles;
import dev.countersign.jobs.Nights;
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
@Import(ProofErrors.class)
class ProofConfiguration {

    @Bean
    Proofs proofs(ConsoleReads reads) {
        return new Proofs(reads.database());
    }

    @Bean
    ProofDaysPage proofDaysPage(Proofs proofs) {
        return new ProofDaysPage(proofs);
    }

    @Bean
    ProofDayPage proofDayPage(Proofs proofs) {
        return new ProofDayPage(proofs);
    }

    @Bean
    ProofLinesPage proofLinesPage(Proofs proofs) {
        return new ProofLinesPage(proofs);
    }

    @Bean
    RecordPage recordPage(Proofs proofs) {
        return new RecordPage(proofs);
    }

    @Bean
    ReportFiles reportFiles(Nights nights) {
        return new ReportFiles(nights);
    }

    @Bean
    BalancePage balancePage(Proofs proofs, Nights nights, InstantSource clock) {
        return new BalancePage(proofs, nights, clock);
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
    HoldsPage holdsPage(Proofs proofs, Nights nights, InstantSource clock) {
        return new HoldsPage(proofs, nights, clock);
    }

    @Bean
    FundingPage fundingPage(
            ConsoleReads reads,
            Reconcile book,
            DualControl second,
            ApprovalPolicy policy,
            InstantSource clock) {
        return new FundingPage(
                new FundingWork(
                        reads.database(),
                        book.funding(),
                        book.answers(),
                        new Approvals(book.database(), second, clock),
                        policy.resolution()),
                new RandomIds(),
                clock);
    }

    @Bean
    CurrencyPage currencyPage(
            Database database, DualControl second, ApprovalPolicy policy, InstantSource clock) {
        return new CurrencyPage(
                new CurrencyWork(
                        new CurrencyPurchases(database, clock),
                        new Approvals(database, second, clock),
                        policy.resolution()),
                new RandomIds(),
                clock);
    }

    @Bean
    BankPage bankPage(Database database) {
        return new BankPage(BankWork.atConsole(database));
    }
}
