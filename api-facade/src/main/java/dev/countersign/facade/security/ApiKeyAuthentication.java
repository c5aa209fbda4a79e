package dev.countersign.facade.security;

import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.service.access.ApiKeys.Caller;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.security.authentication.AbstractAuthenticationToken;
import org.springframework.security.core.authority.AuthorityUtils;

/**
 * An API key: at first as a request carries it, then as one of ours, whose scopes are authorities.
 */
final class ApiKeyAuthentication extends AbstractAuthenticationToken {

    private static final long serialVersionUID = 1L;

    private final transient @Nullable String text;
    private final transient @Nullable Caller caller;
    private final Mode mode;

    /**
     * A key that is not checked yet.
     *
     * @param mode of the base address that is called
     */
    ApiKeyAuthentication(String text, Mode mode) {
        super(List.of());
        this.text = text;
        this.caller = null;
        this.mode = mode;
    }

    /** A key that is one of ours. */
    ApiKeyAuthentication(Caller caller) {
        super(AuthorityUtils.createAuthorityList(caller.scopes()));
        this.text = null;
        this.caller = caller;
        this.mode = caller.book().mode();
        setAuthenticated(true);
    }

    Mode mode() {
        return mode;
    }

    Caller caller() {
        if (caller == null) {
            throw new IllegalStateException("the key is not checked yet");
        }
        return caller;
    }

    @Override
    public @Nullable String getCredentials() {
        return text;
    }

    @Override
    public String getPrincipal() {
        return caller == null ? "" : caller.keyId();
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(this);
    }
}
