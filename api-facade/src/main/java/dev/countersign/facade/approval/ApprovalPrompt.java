package dev.countersign.facade.approval;

import dev.countersign.facade.administer.argument.NonBlankText;
import dev.countersign.facade.local.BcryptPasswords;
import dev.countersign.facade.local.Secrets;
import dev.countersign.reconcile.Console;
import dev.countersign.reconcile.service.ActionRefusedException;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.service.SystemTime;
import dev.countersign.reconcile.service.access.AuditTrail;
import dev.countersign.reconcile.service.access.TerminalLogins;
import dev.countersign.reconcile.service.operations.DualControl;
import dev.countersign.reconcile.vault.key.KeyProvider;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * The two operators of a command that takes two: who asks and who agrees, who each give their
 * password where the command is run.
 */
public final class ApprovalPrompt {

    private static final String ASKER = "COUNTERSIGN_ASKER_";
    private static final String APPROVER = "COUNTERSIGN_APPROVER_";

    /** Of bcrypt, for hashes that are made; what is checked says its own. */
    private static final int STRENGTH = 12;

    @Spec(Spec.Target.MIXEE)
    private @Nullable CommandSpec spec;

    @Option(
            names = "--asker-password-file",
            paramLabel = "FILE",
            description =
                    "A file with the password of the operator named by --by on its first line; by"
                            + " default $COUNTERSIGN_ASKER_PASSWORD, else it is asked for.")
    private @Nullable Path askerPasswordFile;

    @Option(
            names = "--approved-by",
            paramLabel = "NAME",
            converter = NonBlankText.class,
            description =
                    "The second operator, who gives their password, too. An operator with an app is"
                            + " asked for its code; $COUNTERSIGN_APPROVER_CODE and, for the one who"
                            + " asks, $COUNTERSIGN_ASKER_CODE give it instead.")
    private String approver = "";

    @Option(
            names = "--approver-password-file",
            paramLabel = "FILE",
            description =
                    "A file with their password on its first line; by default"
                            + " $COUNTERSIGN_APPROVER_PASSWORD, else it is asked for.")
    private @Nullable Path approverPasswordFile;

    /** The second operator; empty where nobody was named. */
    public String approver() {
        return approver;
    }

    /** The rule of who may be one of the two. */
    public DualControl rule(Database database) {
        return new DualControl(
                ApprovalProperties.ofCommand(database).independence(), SystemTime.clock());
    }

    /**
     * Makes sure that both are there.
     *
     * @param asker who asks
     * @param keys opens the secrets of their apps, where one has an app
     * @throws ActionRefusedException when they are not two, or one of them is not who they say
     */
    public void require(Database database, String asker, Supplier<KeyProvider> keys) {
        if (approver().isEmpty()) {
            throw misuse("Say with --approved-by who approves it.");
        }
        if (asker.strip().equalsIgnoreCase(approver().strip())) {
            throw new ActionRefusedException(
                    "%s asks for it: another operator has to approve it.".formatted(asker.strip()));
        }
        AuditTrail trail = Console.openTrail(database, SystemTime.clock());
        TerminalLogins logins =
                new TerminalLogins(
                        database,
                        new BcryptPasswords(STRENGTH),
                        trail,
                        () ->
                                Console.openSecondFactors(
                                        database,
                                        trail,
                                        keys.get(),
                                        new SecureRandom(),
                                        SystemTime.clock()),
                        ApprovalProperties.ofCommand(database).secondFactorRoles(),
                        SystemTime.clock());
        logins.require(
                asker,
                () -> password(asker, "--asker-password-file", askerPasswordFile, ASKER),
                () -> typed("One-time password of " + asker, ASKER + "CODE", "$" + ASKER + "CODE"));
        logins.require(
                approver(),
                () ->
                        password(
                                approver(),
                                "--approver-password-file",
                                approverPasswordFile,
                                APPROVER),
                () ->
                        typed(
                                "One-time password of " + approver(),
                                APPROVER + "CODE",
                                "$" + APPROVER + "CODE"));
    }

    private String password(String name, String option, @Nullable Path file, String variables) {
        String variable = variables + "PASSWORD";
        return file == null
                ? typed("Password of " + name, variable, option + " or $" + variable)
                : Secrets.read(option, file.toString());
    }

    private String typed(String what, String variable, String otherwise) {
        String given = Secrets.ofEnvironment().get(variable);
        if (given != null) {
            return given;
        }
        return Optional.ofNullable(System.console())
                .map(terminal -> terminal.readPassword("%s: ", what))
                .map(String::new)
                .orElseThrow(
                        () ->
                                misuse(
                                        "There is no terminal to ask for the %s%s: give %s."
                                                .formatted(
                                                        what.substring(0, 1)
                                                                .toLowerCase(Locale.ROOT),
                                                        what.substring(1),
                                                        otherwise)));
    }

    private ParameterException misuse(String sentence) {
        if (spec == null) {
            throw new IllegalStateException("a command runs with its specification");
        }
        return new ParameterException(spec.commandLine(), sentence);
    }
}
