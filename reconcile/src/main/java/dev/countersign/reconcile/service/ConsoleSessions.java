package dev.countersign.reconcile.service;

import dev.countersign.reconcile.domain.Wire;
import dev.countersign.reconcile.domain.operator.Operator;
import dev.countersign.reconcile.domain.operator.OperatorRoles;
import dev.countersign.reconcile.store.OperatorStore;
import dev.countersign.reconcile.store.OperatorStore.Session;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Who is logged in at the console. A session is a random token that only its browser has; a login
 * always begins a new one. It ends when nobody used it for half an hour, after twelve hours in any
 * case, and as soon as its operator's password is changed or they are kept out.
 */
public final class ConsoleSessions {

    /** How long a session may rest. */
    public static final Duration REST_MAX = Duration.ofMinutes(30);

    /** How long a session lasts at most. */
    public static final Duration LIFE_MAX = Duration.ofHours(12);

    /** So long it is remembered that a session was, to tell its browser why it is over. */
    private static final Duration REMEMBERED = Duration.ofDays(1);

    private static final Duration SEEN_EVERY = Duration.ofMinutes(1);
    private static final int TOKEN_BYTES = 32;

    private final Database database;
    private final OperatorStore store;
    private final Passwords passwords;
    private final InstantSource clock;
    private final SecureRandom random = new SecureRandom();
    private @Nullable String nobody;

    public ConsoleSessions(
            Database database, OperatorStore store, Passwords passwords, InstantSource clock) {
        this.database = database;
        this.store = store;
        this.passwords = passwords;
        this.clock = clock;
    }

    /**
     * Somebody who is logged in.
     *
     * @param formToken what every form of theirs carries
     */
    public record Visitor(
            String name, OperatorRoles roles, boolean passwordTemporary, String formToken) {

        @Override
        public String toString() {
            return name;
        }
    }

    /** What came of a login. */
    public sealed interface Login {

        /** Let in, with the token of the new session. */
        record In(String token) implements Login {
            @Override
            public String toString() {
                return "let in";
            }
        }

        /**
         * The name or the password is wrong, whichever; or too many wrong passwords were given for
         * the name a short while ago. Which of them it is would tell who works here.
         */
        record Wrong() implements Login {}
    }

    /**
     * Lets somebody in. An unknown name takes as long as a wrong password, so that nobody learns
     * names.
     */
    public Login login(String name, String password) {
        if (!Operator.isName(name)
                || password.getBytes(StandardCharsets.UTF_8).length
                        > Operators.PASSWORD_BYTES_MAX) {
            var unused = passwords.matches("", hashOfNobody());
            return new Login.Wrong();
        }
        Instant now = clock.instant();
        Operator known = database.read(handle -> store.find(handle, name)).orElse(null);
        boolean matches =
                passwords.matches(password, known == null ? hashOfNobody() : known.passwordHash());
        if (known == null) {
            return new Login.Wrong();
        }
        return database.atomically(
                handle -> {
                    Operator operator = store.lock(handle, name).orElseThrow();
                    if (operator.locked(now)) {
                        return new Login.Wrong();
                    }
                    boolean in =
                            matches
                                    && operator.passwordHash().equals(known.passwordHash())
                                    && !operator.disabled();
                    store.update(handle, in ? operator.letIn(now) : operator.mistaken(now));
                    if (!in) {
                        return new Login.Wrong();
                    }
                    String token = token();
                    store.insertSession(handle, sha256(token), name, token(), now);
                    return new Login.In(token);
                });
    }

    /** Why a session is over. */
    public enum Ending implements Wire {
        /** Nobody used it for {@link #REST_MAX}. */
        RESTED,
        /** It lasted {@link #LIFE_MAX}. */
        LASTED,
        /** Its operator logged out, has another password or is kept out; or it was never one. */
        ENDED
    }

    /** Why a token lets nobody in. */
    public Ending ending(String token) {
        Instant now = clock.instant();
        return database.read(handle -> store.findSession(handle, sha256(token)))
                .map(
                        session -> {
                            if (!over(session, now)) {
                                return Ending.ENDED;
                            }
                            return restsAt(session).isBefore(lastsUntil(session))
                                    ? Ending.RESTED
                                    : Ending.LASTED;
                        })
                .orElse(Ending.ENDED);
    }

    /** Whose session a token is; empty when it is none, or over. */
    public Optional<Visitor> find(String token) {
        Instant now = clock.instant();
        Session session =
                database.read(handle -> store.findSession(handle, sha256(token)))
                        .filter(found -> !over(found, now))
                        .filter(found -> !found.operator().disabled())
                        .orElse(null);
        if (session == null) {
            return Optional.empty();
        }
        if (session.seenAt().plus(SEEN_EVERY).isBefore(now)) {
            database.doAtomically(handle -> store.updateSeen(handle, session.tokenSha256(), now));
        }
        Operator operator = session.operator();
        return Optional.of(
                new Visitor(
                        operator.name(),
                        operator.roles(),
                        operator.passwordTemporary(),
                        session.formToken()));
    }

    private static boolean over(Session session, Instant now) {
        return restsAt(session).isBefore(now) || lastsUntil(session).isBefore(now);
    }

    private static Instant restsAt(Session session) {
        return session.seenAt().plus(REST_MAX);
    }

    private static Instant lastsUntil(Session session) {
        return session.begunAt().plus(LIFE_MAX);
    }

    /** Ends a session. */
    public void end(String token) {
        database.doAtomically(handle -> store.deleteSession(handle, sha256(token)));
    }

    /** Forgets the sessions that have been over for long. */
    public void forget() {
        Instant before = clock.instant().minus(REMEMBERED);
        database.doAtomically(
                handle ->
                        store.deleteSessionsBefore(
                                handle, before.minus(REST_MAX), before.minus(LIFE_MAX)));
    }

    private synchronized String hashOfNobody() {
        String made = nobody;
        if (made == null) {
            made = passwords.hash(token());
            nobody = made;
        }
        return made;
    }

    private String token() {
        byte[] bytes = new byte[TOKEN_BYTES];
        random.nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    private static String sha256(String token) {
        try {
            return HexFormat.of()
                    .formatHex(
                            MessageDigest.getInstance("SHA-256")
                                    .digest(token.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
