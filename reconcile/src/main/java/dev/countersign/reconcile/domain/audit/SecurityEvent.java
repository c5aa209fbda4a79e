package dev.countersign.reconcile.domain.audit;

/**
 * Events that belong on the audit trail although they change no data of their own, or more than one
 * chunk of it. The names are a closed set, as {@code noun.verb}.
 */
public enum SecurityEvent {
    LOGIN_SUCCEEDED("login.succeeded"),
    LOGIN_FAILED("login.failed"),
    LOGIN_LOCKED("login.locked"),
    LOGOUT("logout"),
    ACCESS_REFUSED("access.refused"),
    APPROVAL_GIVEN("approval.given"),
    APPROVAL_POLICY_CHANGED("approval_policy.changed"),
    FACTOR_ADDED("factor.added"),
    FACTOR_REMOVED("factor.removed"),
    FACTOR_SUCCEEDED("factor.succeeded"),
    FACTOR_FAILED("factor.failed"),
    KEY_COMPONENT_DRAWN("key_component.drawn"),
    PIN_KEY_RENEWED("pin_key.renewed"),
    PIN_BLOCKS_REFUSED("pin.blocks_refused");

    private final String text;

    SecurityEvent(String text) {
        this.text = text;
    }

    /** As the trail names it. */
    public String text() {
        return text;
    }
}
