package dev.countersign.facade.launch.wiring;

import dev.countersign.jobs.NightQueries;
import dev.countersign.jobs.Nights;
import dev.countersign.reconcile.Console;
import dev.countersign.reconcile.Reconcile;
import dev.countersign.reconcile.service.IdempotentResponses;
import dev.countersign.reconcile.service.access.ApiKeys;
import dev.countersign.reconcile.service.access.AuditTrail;
import dev.countersign.reconcile.service.access.LoginAttempts;
import dev.countersign.reconcile.service.access.Operators;
import dev.countersign.reconcile.service.feed.FeedRecord;
import dev.countersign.reconcile.service.funding.FundingAccounts;
import dev.countersign.reconcile.service.issuing.BulkCardChanges;
import dev.countersign.reconcile.service.issuing.CardIssuing;
import dev.countersign.reconcile.service.issuing.Cards;
import dev.countersign.reconcile.service.issuing.Customers;
import dev.countersign.reconcile.service.issuing.PanKeys;
import dev.countersign.reconcile.service.issuing.PhysicalOrders;
import dev.countersign.reconcile.service.issuing.Pins;
import dev.countersign.reconcile.service.issuing.Programs;
import dev.countersign.reconcile.service.issuing.TokenExpiry;
import dev.countersign.reconcile.service.issuing.Transactions;
import dev.countersign.reconcile.service.issuing.WalletTokens;
import dev.countersign.reconcile.service.operations.Disputes;
import java.util.function.Function;
import org.springframework.beans.factory.BeanRegistrar;
import org.springframework.beans.factory.BeanRegistry;
import org.springframework.core.env.Environment;

/**
 * The services behind the front doors of book, console and nights, each as a bean of its own:
 * resources and pages say in their constructors what they work with, and are imported by their
 * class.
 */
public final class BookServices implements BeanRegistrar {

    @Override
    public void register(BeanRegistry beans, Environment settings) {
        add(beans, IdempotentResponses.class, Reconcile.class, Reconcile::answers);
        add(beans, ApiKeys.class, Reconcile.class, Reconcile::apiKeys);
        add(beans, Programs.class, Reconcile.class, Reconcile::programs);
        add(beans, Customers.class, Reconcile.class, Reconcile::customers);
        add(beans, Cards.class, Reconcile.class, Reconcile::cards);
        add(beans, CardIssuing.class, Reconcile.class, Reconcile::cardIssuing);
        add(beans, BulkCardChanges.class, Reconcile.class, Reconcile::bulkCardChanges);
        add(beans, WalletTokens.class, Reconcile.class, Reconcile::walletTokens);
        add(beans, TokenExpiry.class, Reconcile.class, Reconcile::tokenExpiry);
        add(beans, PhysicalOrders.class, Reconcile.class, Reconcile::physicalOrders);
        add(beans, Pins.class, Reconcile.class, Reconcile::pins);
        add(beans, Transactions.class, Reconcile.class, Reconcile::transactions);
        add(beans, Disputes.class, Reconcile.class, Reconcile::disputes);
        add(beans, FundingAccounts.class, Reconcile.class, Reconcile::funding);
        add(beans, FeedRecord.class, Reconcile.class, Reconcile::feedRecord);
        add(beans, PanKeys.class, Reconcile.class, Reconcile::panKeys);
        add(beans, Operators.class, Console.class, Console::operators);
        add(beans, LoginAttempts.class, Console.class, Console::attempts);
        add(beans, AuditTrail.class, Console.class, Console::trail);
        add(beans, NightQueries.class, Nights.class, Nights::queries);
    }

    private static <D, S> void add(
            BeanRegistry beans, Class<S> service, Class<D> door, Function<D, S> behind) {
        beans.registerBean(
                service, bean -> bean.supplier(context -> behind.apply(context.bean(door))));
    }
}
