package dev.countersign.reconcile.service.access;

import dev.countersign.reconcile.domain.audit.ActorKind;
import dev.countersign.reconcile.domain.audit.SecurityEvent;
import dev.countersign.reconcile.domain.operator.LoginLimit;
import dev.countersign.reconcile.domain.operator.LoginLimits;
import dev.countersign.reconcile.domain.operator.LoginOrigin;
import dev.countersign.reconcile.domain.operator.Operator;
import dev.countersign.reconcile.domain.text.Sha256;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.store.console.LoginFailureStore;
import dev.countersign.reconcile.store.console.LoginFailureStore.Failures;
import dev.countersign.reconcile.store.console.OperatorStore;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jdbi.v3.core.Handle;

/**
 * Limits how often one may try to log in: under a name from one address, from one address under any
 * name, and under a name from anywhere. None of these keeps everybody out, and in a browser in
 * which an operator has logged in before, only their failures there count: a stranger does not lock
 * them out, even one behind the same address. An unknown name is treated as a known one.
 */
public final class LoginAttempts {

    /** A browser in which nobody logs in for so long is known no longer. */
    public static final Duration BROWSERS_KNOWN = Duration.ofDays(90);

    /** Stands for the address where a second factor is asked for: it counts by the name alone. */
    private static final String FACTOR = "second factor";

    private static final String BROWSER = "browser ";
    private static final String SESSION = "session ";

    /** Stands for all names that no operator can have. */
    private static final String NO_NAME = "?";

    private final Database database;
    private final LoginFailureStore failures = new LoginFailureStore();
    private final OperatorStore operators = new OperatorStore();
    private final AuditTrail trail;
    private final LoginLimits limits;
    private final InstantSource clock;

    public LoginAttempts(
            Database database, AuditTrail trail, LoginLimits limits, InstantSource clock) {
        this.database = database;
        this.trail = trail;
        this.limits = limits;
        this.clock = clock;
    }

    /**
     * Counts an attempt as failed until it is told to have succeeded, so that many at once are no
     * way around.
     *
     * @return how long to wait, where the attempt is not to be looked at; it does not count then
     */
    public Optional<Duration> begin(String name, LoginOrigin origin) {
        String key = key(name);
        Instant now = clock.instant();
        return unlessLimited(handle -> count(handle, key, origin, now));
    }

    private Optional<Duration> unlessLimited(Consumer<Handle> counting) {
        try {
            database.doAtomically(counting);
            return Optional.empty();
        } catch (LimitReachedException limited) {
            return Optional.of(limited.wait);
        }
    }

    private void count(Handle handle, String name, LoginOrigin origin, Instant now) {
        boolean known = isKnown(handle, name, origin);
        String source = known ? browser(origin) : source(origin.address());
        List<Key> keys = keys(name, source, known);
        keys.forEach(each -> failures.prepare(handle, each.name(), each.source(), now));
        failures.lock(handle, name, source).stream()
                .filter(each -> !known || isOfBoth(each))
                .flatMap(each -> wait(each, now).stream())
                .max(Comparator.naturalOrder())
                .ifPresent(
                        wait -> {
                            throw new LimitReachedException(wait);
                        });
        keys.forEach(each -> failures.add(handle, each.name(), each.source(), now));
    }

    private boolean isKnown(Handle handle, String name, LoginOrigin origin) {
        return origin.browser() != null && failures.isKnown(handle, name, browser(origin));
    }

    private static String browser(LoginOrigin origin) {
        return hashed(BROWSER, String.valueOf(origin.browser()));
    }

    /** Hashes a secret, so that a reader of the table learns no secret. */
    private static String hashed(String kind, String secret) {
        return kind + Sha256.hex(secret);
    }

    /** An attempt that does not count: what was written for it is taken back. */
    private static final class LimitReachedException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        private final Duration wait;

        private LimitReachedException(Duration wait) {
            super("too many attempts", null, false, false);
            this.wait = wait;
        }
    }

    private record Key(String name, String source) {}

    /**
     * Returns the keys that an attempt counts under. They come in one order, so that no two
     * attempts wait for each other.
     */
    private static List<Key> keys(String name, String source, boolean known) {
        Key both = new Key(name, source);
        return known ? List.of(both) : List.of(new Key("", source), new Key(name, ""), both);
    }

    private static boolean isOfBoth(Failures failed) {
        return !failed.name().isEmpty() && !failed.source().isEmpty();
    }

    private Optional<Duration> wait(Failures failed, Instant now) {
        LoginLimit limit = failed.name().isEmpty() ? limits.ofSource() : limits.ofName();
        return (isOfBoth(failed) ? limits.ofBoth() : limit)
                .wait(failed.count(), failed.lastAt(), now);
    }

    /**
     * Counts an attempt at the second factor of an operator whose password was right; the same as
     * {@link #begin} otherwise.
     */
    public Optional<Duration> beginFactor(String name, LoginOrigin origin) {
        Instant now = clock.instant();
        return unlessLimited(handle -> countAlone(handle, name, factor(handle, name, origin), now));
    }

    private String factor(Handle handle, String name, LoginOrigin origin) {
        return isKnown(handle, name, origin) ? FACTOR + " " + browser(origin) : FACTOR;
    }

    private void countAlone(Handle handle, String name, String place, Instant now) {
        failures.prepare(handle, name, place, now);
        failures.lock(handle, name, place).stream()
                .filter(LoginAttempts::isOfBoth)
                .flatMap(each -> wait(each, now).stream())
                .findFirst()
                .ifPresent(
                        wait -> {
                            throw new LimitReachedException(wait);
                        });
        failures.add(handle, name, place, now);
    }

    /** An attempt at a second factor that was begun succeeded. */
    public void factorSucceeded(String name, LoginOrigin origin) {
        database.doAtomically(
                handle -> failures.delete(handle, name, factor(handle, name, origin)));
    }

    /**
     * Counts an attempt of an operator who is logged in already, such as at the password that is to
     * be changed: nobody else's failures count there.
     */
    public Optional<Duration> beginInSession(String name, String session) {
        Instant now = clock.instant();
        return unlessLimited(handle -> countAlone(handle, name, hashed(SESSION, session), now));
    }

    /** An attempt in a session that was begun succeeded. */
    public void succeededInSession(String name, String session) {
        database.doAtomically(handle -> failures.delete(handle, name, hashed(SESSION, session)));
    }

    /** An attempt that was begun succeeded. */
    public void succeeded(String name, LoginOrigin origin) {
        succeeded(name, origin, "password");
    }

    /**
     * An attempt that was begun succeeded.
     *
     * @param method such as {@code password}, for the audit trail
     */
    public void succeeded(String name, LoginOrigin origin, String method) {
        Instant now = clock.instant();
        database.doAtomically(
                handle -> {
                    if (isKnown(handle, name, origin)) {
                        failures.delete(handle, name, browser(origin));
                    } else {
                        String source = source(origin.address());
                        failures.subtract(handle, "", source);
                        failures.subtract(handle, name, "");
                        failures.delete(handle, name, source);
                    }
                    operators.updateLastLogin(handle, name, now);
                });
        trail.record(SecurityEvent.LOGIN_SUCCEEDED, name, method + " from " + origin.address());
    }

    /** Knows a browser from now on in which an operator gave all that they have. */
    public void remember(String name, String browser) {
        Instant now = clock.instant();
        database.doAtomically(
                handle -> failures.remember(handle, name, hashed(BROWSER, browser), now));
    }

    /** True for the secret of a browser in which some operator logged in. */
    public boolean isOfABrowser(String secret) {
        return database.read(handle -> failures.isKnown(handle, hashed(BROWSER, secret)));
    }

    /** An attempt that was begun failed: it goes on the audit trail, and so does the lock-out. */
    public void failed(String name, LoginOrigin origin) {
        String address = origin.address();
        String actor =
                Operator.isName(name)
                                && database.read(each -> operators.find(each, name)).isPresent()
                        ? name
                        : AuditTrail.UNKNOWN;
        trail.recordRepeated(SecurityEvent.LOGIN_FAILED, ActorKind.OPERATOR, actor, address);
        if (isLocked(key(name), origin)) {
            trail.recordRepeated(SecurityEvent.LOGIN_LOCKED, ActorKind.OPERATOR, actor, address);
        }
    }

    private boolean isLocked(String key, LoginOrigin origin) {
        Instant now = clock.instant();
        return database
                .atomically(
                        handle ->
                                failures.lock(
                                        handle,
                                        key,
                                        isKnown(handle, key, origin)
                                                ? browser(origin)
                                                : source(origin.address())))
                .stream()
                .anyMatch(each -> wait(each, now).isPresent());
    }

    /** The names that have to wait, at one address or at all. */
    public Set<String> locked() {
        Instant since = clock.instant().minus(LoginLimit.WAIT_MAX);
        return database.read(handle -> failures.namesAbove(handle, limits.ofBoth().free(), since));
    }

    /** Lets an operator try again at once, from everywhere. */
    public boolean unlock(String name) {
        return database.atomically(handle -> failures.deleteOfName(handle, name)) > 0;
    }

    /** Lets everybody try again at once from an address. */
    public boolean unlockSource(String address) {
        String source = source(address);
        return database.atomically(handle -> failures.deleteOfSource(handle, source)) > 0;
    }

    /** Forgets what counts no longer. */
    public void forget() {
        Instant now = clock.instant();
        database.doAtomically(
                (Handle handle) ->
                        failures.deleteBefore(
                                handle,
                                now.minus(LoginLimit.REMEMBERED),
                                now.minus(BROWSERS_KNOWN)));
    }

    private static String key(String name) {
        return Operator.isName(name) ? name : NO_NAME;
    }

    /** An address as it is counted: of version 6, the network that one subscriber has. */
    private static String source(String address) {
        if (address.indexOf(':') < 0) {
            return address;
        }
        try {
            InetAddress parsed = InetAddress.getByName(address);
            if (!(parsed instanceof Inet6Address)) {
                return parsed.getHostAddress();
            }
            byte[] bytes = parsed.getAddress();
            Arrays.fill(bytes, 8, 16, (byte) 0);
            return InetAddress.getByAddress(bytes).getHostAddress() + "/64";
        } catch (UnknownHostException e) {
            return address;
        }
    }
}
