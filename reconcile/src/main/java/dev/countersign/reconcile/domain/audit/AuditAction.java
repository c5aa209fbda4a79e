package dev.countersign.reconcile.domain.audit;

/**
 * Something that a person or a key does and that belongs on the audit trail.
 *
 * @param actor the name of an operator, the id of a key
 * @param name a verb on a noun, such as {@code break.assign}, or a request, such as {@code POST
 *     /v1/cards}
 * @param subject the identifier of what it is done to, empty where there is none yet
 * @param remark what was said about it; never a secret
 */
public record AuditAction(
        ActorKind actorKind, String actor, String name, String subject, String remark) {

    private static final int REMARK_MAX = 1_000;

    public AuditAction {
        if (actor.isBlank() || name.isBlank()) {
            throw new IllegalArgumentException("an action needs an actor and a name");
        }
        remark = remark.length() > REMARK_MAX ? remark.substring(0, REMARK_MAX) : remark;
    }
}
