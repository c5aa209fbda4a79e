package dev.countersign.reconcile.service.operations;

import dev.countersign.reconcile.domain.operator.ApprovalKind;
import dev.countersign.reconcile.domain.operator.ApprovalRequest;
import dev.countersign.reconcile.service.ActionRefusedException;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.store.console.ApprovalStore;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** Actions that take two operators: one asks, another agrees, and only then the action is done. */
public final class Approvals {

    /** Nobody agrees to what was put in the place of what they have read. */
    private static final String ASKED_ANEW =
            "It was asked for anew since: read again what is asked for.";

    /**
     * Refusal of a request that another operator has already made. The operator who asked may ask
     * again. Any other operator agrees, or refuses the request first.
     */
    static final String ANOTHER_ASKS =
            "Another operator asks for it already: approve or refuse that first.";

    private final Database database;
    private final DualControl second;
    private final InstantSource clock;
    private final ApprovalStore store = new ApprovalStore();

    public Approvals(Database database, DualControl second, InstantSource clock) {
        this.database = database;
        this.second = second;
        this.clock = clock;
    }

    /** Finds the request that waits for a second operator, if there is one. */
    public Optional<ApprovalRequest> find(ApprovalKind kind, String subject) {
        return database.read(handle -> store.find(handle, kind, subject));
    }

    /** Lists the requests of a kind, the oldest first. */
    public List<ApprovalRequest> list(ApprovalKind kind) {
        return database.read(handle -> store.list(handle, kind));
    }

    /**
     * Asks a second operator to agree.
     *
     * @throws ActionRefusedException without a reason, when another operator asks for it already,
     *     or who asks may not
     */
    public void ask(ApprovalKind kind, String subject, String reason, String by) {
        ask(kind, subject, null, reason, by);
    }

    /**
     * The same, of what is about an amount.
     *
     * @param minor null where it is not about an amount
     */
    public void ask(
            ApprovalKind kind, String subject, @Nullable Long minor, String reason, String by) {
        if (reason.isBlank()) {
            throw new ActionRefusedException("Say why it should be done.");
        }
        ApprovalRequest request =
                new ApprovalRequest(kind, subject, minor, reason.strip(), by, clock.instant());
        database.doAtomically(
                handle -> {
                    second.requireAsker(handle, by, kind.role());
                    if (!store.upsertOwn(handle, request)) {
                        throw new ActionRefusedException(ANOTHER_ASKS);
                    }
                });
    }

    /**
     * Agrees to what another operator asked for, and does it.
     *
     * @param seen when what is agreed to was asked for, as who agrees has read it
     * @param work done in one database transaction with the answer
     * @throws ActionRefusedException when nobody asks for it, or who agrees is no second operator
     */
    public void approve(
            ApprovalKind kind,
            String subject,
            Instant seen,
            String by,
            Consumer<ApprovalRequest> work) {
        database.doAtomically(
                handle -> {
                    // The persons before the request, as where one of them is disabled
                    String asker = asker(handle, kind, subject);
                    second.require(handle, asker, kind.role(), by, kind.role());
                    ApprovalRequest request = lock(handle, kind, subject);
                    if (!request.askedBy().equals(asker) || !request.askedAt().equals(seen)) {
                        throw new ActionRefusedException(ASKED_ANEW);
                    }
                    work.accept(request);
                    store.delete(handle, kind, subject);
                });
    }

    /**
     * Does what one operator asks for and another agrees to at once, who both gave their passwords
     * at a terminal. A request that waits for the same is answered by it.
     *
     * @param work done in one database transaction with the answer
     * @throws ActionRefusedException when they are not two, or one of them may not
     */
    public void together(
            ApprovalKind kind, String subject, String asker, String approving, Runnable work) {
        database.doAtomically(
                handle -> {
                    second.requireAtTerminal(
                            handle,
                            asker,
                            kind.role(),
                            approving,
                            kind.role(),
                            kind.wire(),
                            subject);
                    work.run();
                    store.delete(handle, kind, subject);
                });
    }

    /** Does not agree, or asks no longer: it is not done. */
    public void refuse(ApprovalKind kind, String subject) {
        database.doAtomically(
                handle -> {
                    var unused = lock(handle, kind, subject);
                    store.delete(handle, kind, subject);
                });
    }

    private String asker(Handle handle, ApprovalKind kind, String subject) {
        return store.find(handle, kind, subject)
                .map(ApprovalRequest::askedBy)
                .orElseThrow(Approvals::notAsked);
    }

    private static ActionRefusedException notAsked() {
        return new ActionRefusedException("Nobody asks for that now.");
    }

    private ApprovalRequest lock(Handle handle, ApprovalKind kind, String subject) {
        return store.lock(handle, kind, subject).orElseThrow(Approvals::notAsked);
    }
}
