package dev.countersign.reconcile.service.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.countersign.reconcile.domain.operator.OperatorRole;
import dev.countersign.reconcile.service.ActionRefusedException;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.testkit.PostgresExtension;
import dev.countersign.reconcile.vault.Totp;
import dev.countersign.reconcile.vault.TotpSecrets;
import dev.countersign.reconcile.vault.key.FixedKeys;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Logins at a terminal, where a command takes two operators. */
class TerminalLoginsIT {

    @RegisterExtension static final PostgresExtension POSTGRES = new PostgresExtension();

    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");
    private static final String PASSWORD = "correct horse battery";

    private Database database;
    private Operators operators;
    private SecondFactors factors;
    private TerminalLogins logins;

    @BeforeEach
    void open() {
        POSTGRES.empty();
        SecureRandom random = new SecureRandom();
        database = Database.over(POSTGRES.dataSource());
        AuditTrail trail = new AuditTrail(database, () -> NOON);
        operators = new Operators(database, new PlainPasswords(), () -> NOON);
        factors =
                new SecondFactors(
                        database,
                        trail,
                        new TotpSecrets(FixedKeys.random(random)),
                        random,
                        () -> NOON);
        logins =
                new TerminalLogins(
                        database,
                        new PlainPasswords(),
                        trail,
                        () -> factors,
                        Set.of(OperatorRole.ADMINISTRATOR),
                        () -> NOON);
    }

    private void operator(String name, OperatorRole role) {
        operators.changePassword(name, operators.create(name, role).password(), PASSWORD);
    }

    private void refuses(String name, String password, String code, String why) {
        assertThatThrownBy(() -> logins.require(name, () -> password, () -> code))
                .isInstanceOf(ActionRefusedException.class)
                .hasMessageContaining(why);
    }

    @Test
    void takesThePasswordOfAnOperatorWhoNeedsNoMore() {
        operator("ada", OperatorRole.FINANCE);
        String first = operators.create("new", OperatorRole.FINANCE).password();

        logins.require(
                "ada",
                () -> PASSWORD,
                () -> {
                    throw new AssertionError("no code is asked for");
                });
        refuses("ada", "another", "", "Whoever logs in through an identity provider has none");
        refuses("new", first, "", "choose a password first");
        refuses("nobody", PASSWORD, "", "There is no operator 'nobody'.");
        operators.create("root", OperatorRole.ADMINISTRATOR);
        operators.disable("ada");
        refuses("ada", PASSWORD, "", "There is no operator 'ada'.");
    }

    @Test
    void asksForTheCodeOfAnAppOnceEach() {
        operator("ada", OperatorRole.FINANCE);
        byte[] secret = factors.begin("ada");
        var unused = factors.confirm("ada", Totp.codeAt(secret, NOON.minusSeconds(30)));
        String code = Totp.codeAt(secret, NOON);

        refuses("ada", PASSWORD, "000000", "not the one-time password of ada");
        logins.require("ada", () -> PASSWORD, () -> code);
        refuses("ada", PASSWORD, code, "not the one-time password of ada");
    }

    @Test
    void sendsToTheConsoleWhoCannotGiveWhatIsAskedForHere() {
        operator("root", OperatorRole.ADMINISTRATOR);
        operator("key", OperatorRole.FINANCE);
        database.doAtomically(
                handle -> {
                    handle.execute("insert into user_entities (id, name) values ('k', 'key')");
                    handle.execute(
                            """
                            insert into user_credentials (credential_id, user_entity_user_id, public_key,
                                                          backup_eligible, backup_state, label)
                            values ('c', 'k', '\\x00', false, false, 'a key')
                            """);
                });

        refuses("root", PASSWORD, "", "set up a second factor first");
        refuses("key", PASSWORD, "", "a passkey, which a terminal cannot ask for");
        assertThat(operators.find("key").orElseThrow().secondFactor()).isTrue();
    }
}
