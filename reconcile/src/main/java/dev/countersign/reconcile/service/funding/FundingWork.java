package dev.countersign.reconcile.service.funding;

import dev.countersign.reconcile.domain.account.KeyedRequest;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.breaks.ResolutionPolicy;
import dev.countersign.reconcile.domain.funding.FundingAccount;
import dev.countersign.reconcile.domain.funding.NumberedMovement;
import dev.countersign.reconcile.domain.funding.OwnedFunds;
import dev.countersign.reconcile.domain.id.FundingId;
import dev.countersign.reconcile.domain.list.ListPosition;
import dev.countersign.reconcile.domain.operator.ApprovalKind;
import dev.countersign.reconcile.domain.operator.ApprovalRequest;
import dev.countersign.reconcile.service.ActionRefusedException;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.service.IdempotentResponses;
import dev.countersign.reconcile.service.IdempotentResponses.Creation;
import dev.countersign.reconcile.service.IdempotentResponses.Reply;
import dev.countersign.reconcile.service.operations.Approvals;
import dev.countersign.reconcile.store.funding.FundingQueries;
import java.math.BigInteger;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Funding accounts as operators see and move them. A large credit or debit takes two operators: one
 * asks for it, another agrees, and only then it is booked.
 */
public final class FundingWork {

    private final Database reads;
    private final FundingAccounts accounts;
    private final IdempotentResponses answers;
    private final Approvals approvals;
    private final ResolutionPolicy policy;
    private final FundingQueries queries = new FundingQueries();

    /**
     * Opens it.
     *
     * @param reads a way to the database for those who only look
     * @param policy tells which amounts take two operators
     */
    public FundingWork(
            Database reads,
            FundingAccounts accounts,
            IdempotentResponses answers,
            Approvals approvals,
            ResolutionPolicy policy) {
        this.reads = reads;
        this.accounts = accounts;
        this.answers = answers;
        this.approvals = approvals;
        this.policy = policy;
    }

    /** Lists the accounts of a mode in the order they were opened. */
    public List<OwnedFunds> list(Mode mode, ListPosition<FundingId> at, int limit) {
        return reads.read(handle -> queries.list(handle, mode, at, limit));
    }

    public Optional<FundingAccount> find(FundingId id) {
        return accounts.find(id);
    }

    /** Lists what moved an account outside the stream, the newest first. */
    public List<NumberedMovement> history(FundingId id, ListPosition<Long> at, int limit) {
        return reads.read(handle -> queries.history(handle, id, at, limit));
    }

    /** Returns what waits for a second operator. */
    public List<ApprovalRequest> asked(FundingAccount account) {
        return Stream.of(ApprovalKind.CREDIT_FUNDS, ApprovalKind.DEBIT_FUNDS)
                .flatMap(kind -> approvals.find(kind, subject(account)).stream())
                .toList();
    }

    /** True where one operator may not book the amount alone. */
    public boolean needsApproval(FundingAccount account, long minor) {
        return policy.needsApproval(minor, account.currency().getCurrencyCode());
    }

    /**
     * Books an amount that one operator may book alone.
     *
     * @param once of the form: sent twice, it books once
     * @throws ActionRefusedException when it takes two operators, or is booked already
     */
    public void book(ApprovalKind kind, FundingAccount account, long minor, String once) {
        if (needsApproval(account, minor)) {
            throw new ActionRefusedException("That amount takes two operators.");
        }
        KeyedRequest request =
                new KeyedRequest(
                        account.book(),
                        kind.wire(),
                        subject(account),
                        once + " " + minor,
                        String.valueOf(minor));
        Reply reply =
                answers.answer(
                        new Creation<FundingAccount>(request, booked -> new Reply(200, "", false)),
                        handle -> move(kind, account, minor));
        if (reply.replayed()) {
            throw new ActionRefusedException("That is booked already: the account shows it.");
        }
    }

    /** Asks a second operator to agree to an amount. */
    public void ask(
            ApprovalKind kind, FundingAccount account, long minor, String reason, String by) {
        if (kind == ApprovalKind.DEBIT_FUNDS
                && account.availableMinor().compareTo(BigInteger.valueOf(minor)) < 0) {
            throw new ActionRefusedException("The account has less available.");
        }
        approvals.ask(kind, subject(account), minor, reason, by);
    }

    /**
     * Agrees to what another operator asked for, and books it.
     *
     * @param seen when what is agreed to was asked for, as who agrees has read it
     */
    public void approve(ApprovalKind kind, FundingAccount account, Instant seen, String by) {
        approvals.approve(
                kind,
                subject(account),
                seen,
                by,
                asked -> {
                    Long minor = asked.amountMinor();
                    if (minor == null) {
                        throw new IllegalStateException("a request without its amount: " + asked);
                    }
                    var unused = move(kind, account, minor);
                });
    }

    /** Does not agree, or asks no longer. */
    public void refuse(ApprovalKind kind, FundingAccount account) {
        approvals.refuse(kind, subject(account));
    }

    private FundingAccount move(ApprovalKind kind, FundingAccount account, long minor) {
        return kind == ApprovalKind.CREDIT_FUNDS
                ? accounts.credit(account.book(), account.id(), minor)
                : accounts.debit(account.book(), account.id(), minor);
    }

    private static String subject(FundingAccount account) {
        return account.id().toString();
    }
}
