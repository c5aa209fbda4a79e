package dev.countersign.facade.console.factor;

import dev.countersign.reconcile.domain.audit.SecurityEvent;
import dev.countersign.reconcile.domain.text.CardNumberMask;
import dev.countersign.reconcile.domain.text.PlainText;
import dev.countersign.reconcile.service.access.AuditTrail;
import dev.countersign.reconcile.service.access.SecondFactors;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.security.web.webauthn.api.Bytes;
import org.springframework.security.web.webauthn.api.CredentialRecord;
import org.springframework.security.web.webauthn.api.ImmutableCredentialRecord;
import org.springframework.security.web.webauthn.api.PublicKeyCredentialUserEntity;
import org.springframework.security.web.webauthn.management.PublicKeyCredentialUserEntityRepository;
import org.springframework.security.web.webauthn.management.UserCredentialRepository;
import org.springframework.util.Assert;

/** Passkeys of operators; the audit trail learns of each that is added or removed. */
record AuditedPasskeys(
        UserCredentialRepository passkeys,
        PublicKeyCredentialUserEntityRepository owners,
        SecondFactors factors,
        AuditTrail trail)
        implements UserCredentialRepository {

    private static final int LABEL_MAX = 60;

    /** The passkeys of an operator. */
    List<CredentialRecord> of(String operator) {
        PublicKeyCredentialUserEntity owner = owners.findByUsername(operator);
        return owner == null ? List.of() : passkeys.findByUserId(owner.getId());
    }

    /** Removes a passkey of an operator; one of another operator stays. */
    void remove(String operator, String id) {
        of(operator).stream()
                .map(CredentialRecord::getCredentialId)
                .filter(each -> each.toBase64UrlString().equals(id))
                .forEach(this::delete);
        factors.passkeyRemoved(operator);
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
        if (passkeys.findByCredentialId(passkey.getCredentialId()) != null) {
            passkeys.save(passkey);
            return;
        }
        CredentialRecord named =
                ImmutableCredentialRecord.fromCredentialRecord(passkey)
                        .label(sound(passkey.getLabel()))
                        .build();
        passkeys.save(named);
        record(SecurityEvent.FACTOR_ADDED, named);
    }

    /** A name, as any typed text: of one line, and without a card number. */
    static String sound(String label) {
        Assert.isTrue(label.length() <= LABEL_MAX, "a name of a passkey has at most 60 characters");
        Assert.isTrue(
                PlainText.isLine(label),
                "the name of a passkey may not contain control characters");
        return CardNumberMask.mask(label);
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
