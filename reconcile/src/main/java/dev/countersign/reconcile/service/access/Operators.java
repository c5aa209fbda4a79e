package dev.countersign.reconcile.service.access;

import dev.countersign.reconcile.domain.RequestRefusedException;
import dev.countersign.reconcile.domain.operator.Operator;
import dev.countersign.reconcile.domain.operator.OperatorRole;
import dev.countersign.reconcile.domain.operator.OperatorRoles;
import dev.countersign.reconcile.service.AuditContext;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.service.NotFound;
import dev.countersign.reconcile.store.breaks.BreakStore;
import dev.countersign.reconcile.store.console.ApprovalStore;
import dev.countersign.reconcile.store.console.OperatorStore;
import dev.countersign.reconcile.store.console.SecondFactorStore;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import org.jdbi.v3.core.Handle;

/** People who work at the console: who they are, what they may do, and their passwords. */
public final class Operators {

    /** The one who is made with the first keys. */
    public static final String FIRST = "admin";

    /** Roles of the first operator: one person alone runs a new installation. */
    private static final OperatorRoles FIRST_ROLES =
            OperatorRoles.of(OperatorRole.ADMINISTRATOR, OperatorRole.FINANCE);

    /** A password has at least as many characters. */
    public static final int PASSWORD_MIN = 12;

    /** More bytes than these the slow function does not look at. */
    public static final int PASSWORD_BYTES_MAX = 72;

    /** Without those that look like others. */
    private static final String LETTERS = "abcdefghjkmnpqrstuvwxyz23456789";

    private final Database database;
    private final OperatorStore store = new OperatorStore();
    private final SecondFactorStore factors = new SecondFactorStore();
    private final ApprovalStore approvals = new ApprovalStore();
    private final BreakStore breaks = new BreakStore();
    private final Passwords passwords;
    private final InstantSource clock;
    private final SecureRandom random = new SecureRandom();

    public Operators(Database database, Passwords passwords, InstantSource clock) {
        this.database = database;
        this.passwords = passwords;
        this.clock = clock;
    }

    /**
     * An operator with a password that was made for them.
     *
     * @param password is not kept and cannot be had again
     */
    public record OperatorPassword(String name, String password) {

        @Override
        public String toString() {
            return name;
        }
    }

    /**
     * Makes the first operator, who is alone and so does everything, where there is nobody yet. It
     * is nobody's gift: there is no other person whom it could make two of.
     */
    public Optional<OperatorPassword> openFirst() {
        return database.atomically(
                handle ->
                        store.lockWhileNone(handle)
                                ? Optional.of(insert(handle, FIRST, FIRST_ROLES))
                                : Optional.empty());
    }

    /** A new password for the first operator, who lost the one of the first start. */
    public OperatorPassword renewFirst() {
        return database.atomically(
                handle -> {
                    if (store.lock(handle, FIRST).isEmpty()) {
                        OperatorPassword made = insert(handle, FIRST, FIRST_ROLES);
                        granted(handle, FIRST);
                        return made;
                    }
                    return renew(handle, FIRST);
                });
    }

    public Optional<Operator> find(String name) {
        return database.read(handle -> store.find(handle, name));
    }

    /** Everybody, by name. */
    public List<Operator> list() {
        return database.read(store::list);
    }

    /** Adds an operator, whose password is to be changed at the first login. */
    public OperatorPassword create(String name, OperatorRole... roles) {
        return create(name, OperatorRoles.of(roles));
    }

    /** Adds an operator, whose password is to be changed at the first login. */
    public OperatorPassword create(String name, OperatorRoles roles) {
        if (!Operator.isName(name)) {
            throw RequestRefusedException.invalid(
                    "name",
                    "A name has 2 to 40 small letters, digits, dots and dashes, a letter first.");
        }
        return database.atomically(
                handle -> {
                    OperatorPassword made = insert(handle, name, roles);
                    granted(handle, name);
                    return made;
                });
    }

    /** Adds an operator who logs in by other means than a password. */
    public void createWithoutPassword(String name, OperatorRoles roles) {
        String unknown = generate();
        database.doAtomically(
                handle -> {
                    var unused = insert(handle, name, roles);
                    granted(handle, name);
                    Operator made = load(handle, name);
                    store.update(handle, made.withPassword(passwords.hash(unknown), false));
                });
    }

    private OperatorPassword insert(Handle handle, String name, OperatorRoles roles) {
        String password = generate();
        Operator operator =
                new Operator(
                        name,
                        roles,
                        passwords.hash(password),
                        true,
                        null,
                        clock.instant(),
                        null,
                        0,
                        false);
        if (!store.insert(handle, operator)) {
            throw RequestRefusedException.invalid(
                    "name", "There is an operator " + name + " already.");
        }
        return new OperatorPassword(name, password);
    }

    /** Gives an operator other roles; their sessions end. */
    public void setRoles(String name, OperatorRoles roles) {
        change(
                name,
                (handle, before) -> {
                    if (roles.exceed(before.roles())) {
                        granted(handle, name);
                    }
                    return before.in(roles);
                });
    }

    /** Disables an operator, ends their sessions, and withdraws what they asked for. */
    public void disable(String name) {
        Instant now = clock.instant();
        change(name, (handle, before) -> before.disabledAt(now));
    }

    public void enable(String name) {
        change(
                name,
                (handle, before) -> {
                    granted(handle, name);
                    return before.disabledAt(null);
                });
    }

    /** A new password for an operator who lost theirs, to be changed at the next login. */
    public OperatorPassword resetPassword(String name) {
        return database.atomically(handle -> renew(handle, name));
    }

    private OperatorPassword renew(Handle handle, String name) {
        String password = generate();
        Operator before = load(handle, name);
        store.update(handle, before.withPassword(passwords.hash(password), true));
        store.deleteSessionsOf(handle, name);
        granted(handle, name);
        return new OperatorPassword(name, password);
    }

    /** Refuses a password that is too short, too long, or that a guesser would try early. */
    public void requireSound(String name, String before, String after) {
        if (after.length() < PASSWORD_MIN
                || after.getBytes(StandardCharsets.UTF_8).length > PASSWORD_BYTES_MAX) {
            throw RequestRefusedException.invalid(
                    "password",
                    "A password has %s to %s characters."
                            .formatted(PASSWORD_MIN, PASSWORD_BYTES_MAX));
        }
        if (after.equals(before) || after.contains(name)) {
            throw RequestRefusedException.invalid(
                    "password",
                    "The new password is not the old one, and the name is not part of it.");
        }
        if (passwords.guessable(after, name)) {
            throw RequestRefusedException.invalid(
                    "password",
                    "That password is one of the first that a guesser tries. Take another, such as"
                            + " four words that have nothing to do with each other.");
        }
    }

    /** Changes a password whose owner knows the one before; ends all their sessions. */
    public void changePassword(String name, String before, String after) {
        requireSound(name, before, after);
        String hash = passwords.hash(after);
        database.doAtomically(
                handle -> {
                    Operator operator = load(handle, name);
                    if (!passwords.matches(before, operator.passwordHash())) {
                        throw RequestRefusedException.invalid(
                                "password", "The old password is wrong.");
                    }
                    store.update(handle, operator.withPassword(hash, false));
                    store.deleteSessionsOf(handle, name);
                });
    }

    /**
     * Takes all that an operator has beside the password away, and ends their sessions: for who
     * lost the device.
     */
    public void resetSecondFactors(String name) {
        database.doAtomically(
                handle -> {
                    Operator operator = load(handle, name);
                    factors.deleteAll(handle, name);
                    store.update(handle, operator.in(operator.roles()));
                    store.deleteSessionsOf(handle, name);
                    granted(handle, name);
                });
    }

    public void endSessions(String name) {
        database.doAtomically(handle -> store.deleteSessionsOf(handle, name));
    }

    private void change(String name, BiFunction<Handle, Operator, Operator> step) {
        database.doAtomically(
                handle -> {
                    // Two who take the last administrators away at once each see what the other did
                    store.lockAll(handle);
                    Operator after = step.apply(handle, load(handle, name));
                    store.update(handle, after);
                    boolean administered =
                            store.list(handle).stream()
                                    .anyMatch(
                                            each ->
                                                    each.roles().hold(OperatorRole.ADMINISTRATOR)
                                                            && !each.disabled());
                    if (!administered) {
                        throw RequestRefusedException.invalid(
                                "role", "Somebody has to stay administrator.");
                    }
                    store.deleteSessionsOf(handle, name);
                    if (after.disabled()) {
                        approvals.deleteOf(handle, name);
                        breaks.deleteRequestsOf(handle, name);
                    }
                });
    }

    /**
     * Remembers who gave an operator the means to act: the operator takes part in nothing that
     * takes two operators for a while. A second factor that was taken away counts, too.
     */
    private void granted(Handle handle, String name) {
        AuditContext.forActor(
                (kind, by) -> store.insertGrant(handle, name, kind, by, clock.instant()));
    }

    private Operator load(Handle handle, String name) {
        return store.lock(handle, name).orElseThrow(() -> NotFound.of("operator", "name"));
    }

    /** Five groups of five are 122 random bits. */
    private String generate() {
        return letters(random, 5, 5);
    }

    /** Random letters in groups of as many. */
    static String letters(SecureRandom random, int groups, int many) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < groups * many; i++) {
            if (i > 0 && i % many == 0) {
                text.append('-');
            }
            text.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
        }
        return text.toString();
    }
}
