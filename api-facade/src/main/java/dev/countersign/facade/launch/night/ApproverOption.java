package dev.countersign.facade.launch.night;

import dev.countersign.facade.local.BcryptPasswords;
import dev.countersign.facade.local.Secrets;
import dev.countersign.reconcile.Console;
import dev.countersign.reconcile.domain.operator.OperatorRole;
import dev.countersign.reconcile.service.Approvers;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.service.SecondPerson;
import dev.countersign.reconcile.service.SystemTime;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The second person of a command, who gives their password where it is run. */
final class ApproverOption {

    private static final String PASSWORD = "COUNTERSIGN_APPROVER_PASSWORD";

    /** Of bcrypt, for hashes that are made; what is checked says its own. */
    private static final int STRENGTH = 12;

    @Spec(Spec.Target.MIXEE)
    private @Nullable CommandSpec spec;

    @Option(
            names = "--approved-by",
            paramLabel = "NAME",
            description =
                    "The second person: an operator of finance, who is asked for their password.")
    private String name = "";

    @Option(
            names = "--approver-password-file",
            paramLabel = "FILE",
            description =
                    "A file with that password on its first line; by default $"
                            + PASSWORD
                            + ", else it is asked for.")
    private @Nullable Path passwordFile;

    /** Who it is; empty where nobody was named. */
    String name() {
        return name.strip();
    }

    /**
     * Makes sure that they are there.
     *
     * @param asker who runs the command
     */
    void require(Database database, String asker, OperatorRole asksIn) {
        SecondPerson second =
                new SecondPerson(
                        ApprovalProperties.ofThisProcess().independence(), SystemTime.clock());
        new Approvers(
                        database,
                        new BcryptPasswords(STRENGTH),
                        Console.openTrail(database, SystemTime.clock()),
                        second)
                .require(asker, asksIn, name(), password());
    }

    private String password() {
        if (passwordFile != null) {
            return Secrets.read("--approver-password-file", passwordFile.toString());
        }
        String given = Secrets.ofEnvironment().get(PASSWORD);
        if (given != null) {
            return given;
        }
        return Optional.ofNullable(System.console())
                .map(terminal -> terminal.readPassword("Password of %s: ", name()))
                .map(String::new)
                .orElseThrow(
                        () ->
                                new ParameterException(
                                        command().commandLine(),
                                        "There is no terminal to ask "
                                                + name()
                                                + " for their password: give"
                                                + " --approver-password-file or $"
                                                + PASSWORD
                                                + "."));
    }

    private CommandSpec command() {
        if (spec == null) {
            throw new IllegalStateException("a command runs with its specification");
        }
        return spec;
    }
}
