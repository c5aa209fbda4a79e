package dev.countersign.facade.local;

import dev.countersign.reconcile.service.Passwords;
import java.util.Map;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;
import org.springframework.security.crypto.password.DelegatingPasswordEncoder;
import org.springframework.security.crypto.password.PasswordEncoder;

/**
 * Passwords kept by bcrypt, by default about a fifth of a second each. What is kept says by which
 * function, so that another one can take its place later.
 */
public final class SlowPasswords implements Passwords {

    private static final String FUNCTION = "bcrypt";

    private final PasswordEncoder encoder;

    /**
     * Keeps passwords.
     *
     * @param strength each more doubles the work
     */
    public SlowPasswords(int strength) {
        this.encoder =
                new DelegatingPasswordEncoder(
                        FUNCTION, Map.of(FUNCTION, new BCryptPasswordEncoder(strength)));
    }

    @Override
    public String hash(String password) {
        String hash = encoder.encode(password);
        if (hash == null) {
            throw new IllegalStateException("a password has a hash");
        }
        return hash;
    }

    @Override
    public boolean matches(String password, String hash) {
        return encoder.matches(password, hash);
    }
}
