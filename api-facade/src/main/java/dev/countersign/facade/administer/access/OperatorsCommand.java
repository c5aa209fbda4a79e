package dev.countersign.facade.administer.access;

import dev.countersign.facade.administer.AdministrationCommand;
import dev.countersign.facade.output.Columns;
import dev.countersign.facade.output.CommandGroup;
import dev.countersign.facade.output.FormatOption;
import dev.countersign.reconcile.Console;
import dev.countersign.reconcile.domain.operator.Operator;
import dev.countersign.reconcile.service.AuditContext;
import dev.countersign.reconcile.service.access.LoginAttempts;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The operators of the console. */
@Command(
        name = "operators",
        description = "Lists the operators of the console, and lets them try to log in again.",
        subcommands = {
            OperatorsCommand.OperatorList.class,
            OperatorsCommand.Unlock.class,
            OperatorsCommand.ResetPassword.class,
            OperatorsCommand.ResetFactors.class
        })
public final class OperatorsCommand extends CommandGroup {

    /** Lists operators. */
    @Command(
            name = "list",
            description =
                    "Lists operators by name. An operator who is locked has to wait before the next login.")
    static final class OperatorList extends AdministrationCommand {

        @Mixin private FormatOption format = new FormatOption();

        @Override
        public Integer call() {
            Console console = console();
            Set<String> locked = console.attempts().locked();
            Columns<Operator> columns =
                    Columns.<Operator>of()
                            .text("name", Operator::name)
                            .text("roles", row -> row.roles().toString())
                            .time("last_login_at", Operator::lastLoginAt)
                            .flag("disabled", Operator::disabled)
                            .flag("locked", row -> locked.contains(row.name()));
            format.print(columns, console.operators().list(), out());
            return DONE;
        }
    }

    /** Ends the wait of an operator after failed logins. */
    @Command(
            name = "unlock",
            description =
                    "Forgets failed logins: of one operator from everywhere, or of all operators from an "
                            + "address. The next login is then checked at once.")
    static final class Unlock extends AdministrationCommand {

        @Parameters(arity = "0..1", paramLabel = "NAME", description = "The operator's name.")
        private @Nullable String name;

        @Option(names = "--source", paramLabel = "ADDRESS", description = "The network address.")
        private @Nullable String source;

        @Override
        public Integer call() {
            refuse(
                    (name == null) == (source == null),
                    "Give the name of an operator, or --source.");
            LoginAttempts attempts = console().attempts();
            boolean were =
                    name != null
                            ? attempts.unlock(name)
                            : source != null && attempts.unlockSource(source);
            out().println(were ? "Unlocked." : "No login failed that counts: nothing was locked.");
            return DONE;
        }
    }

    /** Gives an operator a new password, where nobody else is left who could at the console. */
    @Command(
            name = "reset-password",
            description =
                    "Gives an operator a new password, shown only once and changed at the next login, and ends their "
                            + "sessions: where the first one was lost, or nobody else is an administrator.")
    static final class ResetPassword extends AdministrationCommand {

        @Parameters(paramLabel = "NAME", description = "The operator's name.")
        private String name = "";

        @Override
        public Integer call() {
            AuditContext.setSubject(name);
            out().println(console().operators().resetPassword(name).password());
            err().println(
                            "The password is shown only once: "
                                    + name
                                    + " changes it at the next login.");
            return DONE;
        }
    }

    /** Takes the second factors of an operator away. */
    @Command(
            name = "reset-factors",
            description =
                    "Removes the second factors of an operator who lost the device, with the recovery codes and the "
                            + "login of an identity provider, and ends their sessions. Where a second factor is required, the next login sets one up.")
    static final class ResetFactors extends AdministrationCommand {

        @Parameters(paramLabel = "NAME", description = "The operator's name.")
        private String name = "";

        @Override
        public Integer call() {
            AuditContext.setSubject(name);
            console().operators().resetSecondFactors(name);
            out().println(name + " has a password alone.");
            return DONE;
        }
    }
}
