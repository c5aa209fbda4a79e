package dev.countersign.facade.console.factor;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import org.jspecify.annotations.Nullable;
import org.springframework.security.core.Authentication;
import org.springframework.security.web.webauthn.api.Bytes;
import org.springframework.security.web.webauthn.api.PublicKeyCredentialCreationOptions;
import org.springframework.security.web.webauthn.api.PublicKeyCredentialRequestOptions;
import org.springframework.security.web.webauthn.authentication.PublicKeyCredentialRequestOptionsRepository;
import org.springframework.security.web.webauthn.management.ImmutablePublicKeyCredentialCreationOptionsRequest;
import org.springframework.security.web.webauthn.management.ImmutablePublicKeyCredentialRequestOptionsRequest;
import org.springframework.security.web.webauthn.management.WebAuthnRelyingPartyOperations;
import org.springframework.security.web.webauthn.registration.PublicKeyCredentialCreationOptionsRepository;

/**
 * Challenges that browsers were given, each for one answer. A session has the challenge alone; what
 * else was asked with it is the same for each.
 */
record PasskeyChallenges(WebAuthnRelyingPartyOperations passkeys) {

    private static void keep(
            HttpServletRequest request, String attribute, @Nullable Bytes challenge) {
        HttpSession session = request.getSession(challenge != null);
        if (session == null) {
            return;
        }
        if (challenge == null) {
            session.removeAttribute(attribute);
            return;
        }
        session.setAttribute(attribute, challenge.toBase64UrlString());
    }

    private static @Nullable Bytes kept(HttpServletRequest request, String attribute) {
        HttpSession session = request.getSession(false);
        String challenge = session == null ? null : (String) session.getAttribute(attribute);
        return challenge == null ? null : Bytes.fromBase64(challenge);
    }

    /** Those of logins. */
    PublicKeyCredentialRequestOptionsRepository ofLogins() {
        return new LoginChallenges(passkeys);
    }

    /** Those of passkeys that are added. */
    PublicKeyCredentialCreationOptionsRepository ofAdditions() {
        return new RegistrationChallenges(passkeys);
    }

    private record LoginChallenges(WebAuthnRelyingPartyOperations passkeys)
            implements PublicKeyCredentialRequestOptionsRepository {

        private static final String ATTRIBUTE = "passkey_login";

        @Override
        public void save(
                HttpServletRequest request,
                HttpServletResponse response,
                @Nullable PublicKeyCredentialRequestOptions options) {
            keep(request, ATTRIBUTE, options == null ? null : options.getChallenge());
        }

        @Override
        public @Nullable PublicKeyCredentialRequestOptions load(HttpServletRequest request) {
            Bytes challenge = kept(request, ATTRIBUTE);
            if (challenge == null) {
                return null;
            }
            PublicKeyCredentialRequestOptions like =
                    passkeys.createCredentialRequestOptions(
                            new ImmutablePublicKeyCredentialRequestOptionsRequest(null));
            return PublicKeyCredentialRequestOptions.builder()
                    .challenge(challenge)
                    .rpId(like.getRpId())
                    .timeout(like.getTimeout())
                    .userVerification(like.getUserVerification())
                    .build();
        }
    }

    private record RegistrationChallenges(WebAuthnRelyingPartyOperations passkeys)
            implements PublicKeyCredentialCreationOptionsRepository {

        private static final String ATTRIBUTE = "passkey_addition";

        @Override
        public void save(
                HttpServletRequest request,
                HttpServletResponse response,
                @Nullable PublicKeyCredentialCreationOptions options) {
            keep(request, ATTRIBUTE, options == null ? null : options.getChallenge());
        }

        @Override
        public @Nullable PublicKeyCredentialCreationOptions load(HttpServletRequest request) {
            Bytes challenge = kept(request, ATTRIBUTE);
            if (challenge == null || !(request.getUserPrincipal() instanceof Authentication by)) {
                return null;
            }
            PublicKeyCredentialCreationOptions like =
                    passkeys.createPublicKeyCredentialCreationOptions(
                            new ImmutablePublicKeyCredentialCreationOptionsRequest(by));
            return PublicKeyCredentialCreationOptions.builder()
                    .challenge(challenge)
                    .rp(like.getRp())
                    .user(like.getUser())
                    .pubKeyCredParams(like.getPubKeyCredParams())
                    .authenticatorSelection(like.getAuthenticatorSelection())
                    .attestation(like.getAttestation())
                    .timeout(like.getTimeout())
                    .build();
        }
    }
}
