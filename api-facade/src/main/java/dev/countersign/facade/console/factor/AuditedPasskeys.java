package dev.countersign.facade.console.factor;

import dev.countersign.reconcile.domain.audit.SecurityEvent;
import dev.countersign.reconcile.service.AuditTrail;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.security.web.webauthn.api.Bytes;
import org.springframework.security.web.webauthn.api.CredentialRecord;
import org.springframework.security.web.webauthn.api.PublicKeyCredentialUserEntity;
import org.springframework.security.web.webauthn.management.PublicKeyCredentialUserEntityRepository;
import org.springframework.security.web.webauthn.management.UserCredentialRepository;

/** Passkeys of operators; the audit trail learns of each that is added or removed. */
final class AuditedPasskeys implements UserCredentialRepository {

    private static final int LABEL_MAX = 60;

    private final UserCredentialRepository passkeys;
    private final PublicKeyCredentialUserEntityRepository owners;
    private final AuditTrail trail;

    AuditedPasskeys(
            UserCredentialRepository passkeys,
            PublicKeyCredentialUserEntityRepository owners,
            AuditTrail trail) {
        this.passkeys = passkeys;
        this.owners = owners;
        this.trail = trail;
    }

    /** The passkeys of an operator. */
    List<CredentialRecord> of(String operator) {
        PublicKeyCredentialUserEntity owner = owners.findByUsername(operator);
        return owner == null ? List.of() : passkeys.findByUserId(owner.getId());
    }

    /** Removes a passkey of an operator; one of somebody else stays. */
    void remove(String operator, String id) {
        of(operator).stream()
                .map(CredentialRecord::getCredentialId)
                .filter(each -> each.toBase64UrlString().equals(id))
                .forEach(this::delete);
    }

    @Override
    public void delete(Bytes credentialId) {
        CredentialRecord before = passkeys.findByCredentialId(credentialId);
        passkeys.delete(credentialId);
        if (before != null) {
            record(SecurityEvent.FACTOR_REMOVED, before);
        }
    }

    @Override
    public void save(CredentialRecord passkey) {
        if (passkey.getLabel().length() > LABEL_MAX) {
            throw new IllegalArgumentException("a name of a passkey has at most 60 characters");
        }
        boolean added = passkeys.findByCredentialId(passkey.getCredentialId()) == null;
        passkeys.save(passkey);
        if (added) {
            record(SecurityEvent.FACTOR_ADDED, passkey);
        }
    }

    private void record(SecurityEvent event, CredentialRecord passkey) {
        PublicKeyCredentialUserEntity owner = owners.findById(passkey.getUserEntityUserId());
        if (owner != null) {
            trail.record(event, owner.getName(), "passkey " + passkey.getLabel());
        }
    }

    @Override
    public @Nullable CredentialRecord findByCredentialId(Bytes credentialId) {
        return passkeys.findByCredentialId(credentialId);
    }

    @Override
    public List<CredentialRecord> findByUserId(Bytes userId) {
        return passkeys.findByUserId(userId);
    }
}
