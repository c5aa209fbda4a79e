package dev.countersign.facade.local;

import com.nulabinc.zxcvbn.Zxcvbn;
import dev.countersign.reconcile.service.access.Passwords;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;
import org.springframework.security.crypto.password.DelegatingPasswordEncoder;
import org.springframework.security.crypto.password.PasswordEncoder;

/**
 * Passwords kept by bcrypt, by default about a fifth of a second each. What is kept says by which
 * function, so that another one can take its place later. What a guesser would try is told by
 * zxcvbn, which brings its lists of passwords, names and words along.
 */
public final class BcryptPasswords implements Passwords {

    private static final String FUNCTION = "bcrypt";

    /** Of zxcvbn's 0 to 4: more than a hundred million guesses. */
    private static final int SCORE_MIN = 3;

    private final PasswordEncoder encoder;
    private final Zxcvbn guesser = new Zxcvbn();

    /** However many log in at once, half of the processors stay for others. */
    private final Semaphore atOnce =
            new Semaphore(Math.max(1, Runtime.getRuntime().availableProcessors() / 2), true);

    /**
     * Keeps passwords.
     *
     * @param strength each more doubles the work
     */
    public BcryptPasswords(int strength) {
        this.encoder =
                new DelegatingPasswordEncoder(
                        FUNCTION, Map.of(FUNCTION, new BCryptPasswordEncoder(strength)));
    }

    /** The same in the terms of Spring Security. */
    public PasswordEncoder encoder() {
        return new PasswordEncoder() {
            @Override
            public String encode(@Nullable CharSequence password) {
                return hash(String.valueOf(password));
            }

            @Override
            public boolean matches(@Nullable CharSequence password, @Nullable String hash) {
                return BcryptPasswords.this.matches(String.valueOf(password), String.valueOf(hash));
            }
        };
    }

    @Override
    public String hash(String password) {
        String hash = alone(() -> encoder.encode(password));
        if (hash == null) {
            throw new IllegalStateException("a password has a hash");
        }
        return hash;
    }

    @Override
    public boolean matches(String password, String hash) {
        return alone(() -> encoder.matches(password, hash));
    }

    private <T> T alone(Supplier<T> work) {
        atOnce.acquireUninterruptibly();
        try {
            return work.get();
        } finally {
            atOnce.release();
        }
    }

    @Override
    public boolean guessable(String password, String name) {
        return guesser.measure(password, List.of(name, "countersign", "console")).getScore()
                < SCORE_MIN;
    }
}
