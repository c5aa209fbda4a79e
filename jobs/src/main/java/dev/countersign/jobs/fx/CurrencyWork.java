package dev.countersign.jobs.fx;

import dev.countersign.jobs.fx.CurrencyPurchases.BookedPurchase;
import dev.countersign.jobs.fx.CurrencyPurchases.OpenPosition;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.breaks.ResolutionPolicy;
import dev.countersign.reconcile.domain.id.NamedId;
import dev.countersign.reconcile.domain.operator.ApprovalKind;
import dev.countersign.reconcile.domain.operator.ApprovalRequest;
import dev.countersign.reconcile.service.ActionRefusedException;
import dev.countersign.reconcile.service.operations.Approvals;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/**
 * Open positions as operators see and close them. A large purchase takes two operators: one asks
 * for it, another agrees, and only then it is booked.
 */
public final class CurrencyWork {

    private static final int PURCHASES_SHOWN = 50;

    private final CurrencyPurchases purchases;
    private final Approvals approvals;
    private final ResolutionPolicy policy;

    /**
     * Opens it.
     *
     * @param policy tells which amounts take two operators
     */
    public CurrencyWork(CurrencyPurchases purchases, Approvals approvals, ResolutionPolicy policy) {
        this.purchases = purchases;
        this.approvals = approvals;
        this.policy = policy;
    }

    /** The open positions of a book, by currency. */
    public List<OpenPosition> open(Mode mode) {
        return purchases.open(mode);
    }

    /** The newest purchases of a book. */
    public List<BookedPurchase> newest(Mode mode) {
        return purchases.newest(mode, PURCHASES_SHOWN);
    }

    /** Returns what waits for a second operator. */
    public List<ApprovalRequest> asked(Mode mode) {
        return approvals.list(ApprovalKind.BUY_CURRENCY).stream()
                .filter(asked -> asked.subject().startsWith(prefix(mode)))
                .toList();
    }

    /** The purchase that a request is about. */
    public static CurrencyPurchase purchase(ApprovalRequest asked) {
        return CurrencyPurchase.parse(asked.subject().substring(asked.subject().indexOf(' ') + 1));
    }

    /** True where one operator may not book it alone. */
    public boolean needsApproval(CurrencyPurchase purchase) {
        return policy.needsApproval(
                        purchase.paid().minor(), purchase.paid().currency().getCurrencyCode())
                || policy.needsApproval(
                        purchase.bought().minor(), purchase.bought().currency().getCurrencyCode());
    }

    /**
     * Books what one operator may book alone.
     *
     * @param once of the form: sent twice, it books once
     * @throws ActionRefusedException when it takes two operators, or is booked already
     */
    public void buy(Mode mode, CurrencyPurchase purchase, String once, String by) {
        if (needsApproval(purchase)) {
            throw new ActionRefusedException("That amount takes two operators.");
        }
        purchases.buy(mode, purchase, NamedId.of("currency bought", once), by);
    }

    /** Asks a second operator to agree. */
    public void ask(Mode mode, CurrencyPurchase purchase, String reason, String by) {
        purchases.require(mode, purchase);
        approvals.ask(ApprovalKind.BUY_CURRENCY, prefix(mode) + purchase, reason, by);
    }

    /**
     * Agrees to what another operator asked for, and books it.
     *
     * @param seen when what is agreed to was asked for, as who agrees has read it
     */
    public void approve(Mode mode, CurrencyPurchase purchase, Instant seen, String by) {
        String subject = prefix(mode) + purchase;
        UUID id = NamedId.of("currency bought", subject, seen);
        approvals.approve(
                ApprovalKind.BUY_CURRENCY,
                subject,
                seen,
                by,
                asked -> purchases.buy(mode, purchase, id, by));
    }

    /** Does not agree, or asks no longer. */
    public void refuse(Mode mode, CurrencyPurchase purchase) {
        approvals.refuse(ApprovalKind.BUY_CURRENCY, prefix(mode) + purchase);
    }

    private static String prefix(Mode mode) {
        return mode.wire() + " ";
    }
}
