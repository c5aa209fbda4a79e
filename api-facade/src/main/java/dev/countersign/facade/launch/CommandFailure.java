package dev.countersign.facade.launch;

import dev.countersign.facade.error.TransientErrors;
import dev.countersign.facade.launch.start.Spelling;
import dev.countersign.facade.launch.start.StartupFailure;
import dev.countersign.facade.local.DataDirectory;
import dev.countersign.facade.local.DatabaseOption;
import dev.countersign.facade.local.LoadedKeys;
import dev.countersign.jobs.FileFailure;
import dev.countersign.jobs.night.NightRefusedException;
import dev.countersign.reconcile.domain.ErrorCode;
import dev.countersign.reconcile.domain.FeedBusyException;
import dev.countersign.reconcile.domain.RequestRefusedException;
import dev.countersign.reconcile.embedded.StartupRefusedException;
import dev.countersign.reconcile.service.ActionRefusedException;
import java.io.PrintWriter;
import java.nio.charset.CharacterCodingException;
import java.nio.file.FileSystemException;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.core.NestedExceptionUtils;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * The end of a command that cannot do what it was asked for: one sentence that says what to do, and
 * an exit code. A stack trace helps the developer of the program. The developer asks for it with
 * {@code COUNTERSIGN_TRACE=1}.
 */
final class CommandFailure {

    private static final int REFUSED = 3;
    private static final String TRACE = "COUNTERSIGN_TRACE";

    private CommandFailure() {}

    /** A command line that makes no sense. */
    static int misuse(ParameterException failure, String[] arguments) {
        CommandLine command = failure.getCommandLine();
        PrintWriter err = command.getErr();
        String name = command.getCommandSpec().qualifiedName();
        String option = unknownOption(failure);
        if (isUnknownCommand(failure, command)) {
            String typed = ((UnmatchedArgumentException) failure).getUnmatched().getFirst();
            err.println("There is no command '" + typed + "'" + suggestion(typed, command));
        } else if (option != null) {
            err.println("There is no option '" + option + "'" + suggestedOption(option, command));
        } else if (lacksSubcommand(failure, command)) {
            err.println("Say which: " + String.join(", ", command.getSubcommands().keySet()) + ".");
        } else {
            err.println(failure.getMessage());
        }
        err.println("'" + name + " --help' tells more.");
        return CommandLine.ExitCode.USAGE;
    }

    private static boolean isUnknownCommand(ParameterException failure, CommandLine command) {
        return failure instanceof UnmatchedArgumentException unmatched
                && !command.getSubcommands().isEmpty()
                && !unmatched.getUnmatched().getFirst().startsWith("-");
    }

    /** The option that a command does not have, without its value; null for anything else. */
    private static @Nullable String unknownOption(ParameterException failure) {
        return failure instanceof UnmatchedArgumentException unmatched
                        && unmatched.getUnmatched().getFirst().startsWith("--")
                ? unmatched.getUnmatched().getFirst().replaceFirst("=.*", "")
                : null;
    }

    private static String suggestedOption(String typed, CommandLine command) {
        List<String> near = Spelling.near(typed, command.getCommandSpec().optionsMap().keySet());
        return near.isEmpty() ? "." : ": did you mean " + String.join(" or ", near) + "?";
    }

    private static boolean lacksSubcommand(ParameterException failure, CommandLine command) {
        return failure.getClass() == ParameterException.class
                && !command.getSubcommands().isEmpty()
                && failure.getArgSpec() == null;
    }

    private static String suggestion(String typed, CommandLine command) {
        Set<String> names = command.getSubcommands().keySet();
        List<String> near = Spelling.near(typed, names);
        return near.isEmpty()
                ? "; there is " + String.join(", ", names) + "."
                : ": did you mean " + String.join(" or ", near) + "?";
    }

    /** A command that could not be carried out. */
    static int explain(Exception failure, CommandLine command, ParseResult parsed) {
        PrintWriter err = command.getErr();
        if (System.getenv(TRACE) != null) {
            failure.printStackTrace(err);
        }
        if (failure instanceof RequestRefusedException refused) {
            err.println(refused.getMessage());
            return exitCode(refused.code().kind());
        }
        if (failure instanceof NightRefusedException || failure instanceof ActionRefusedException) {
            err.println(failure.getMessage());
            return REFUSED;
        }
        SQLException database = loginOrConnection(failure);
        Throwable root = NestedExceptionUtils.getMostSpecificCause(failure);
        if (failure instanceof FeedBusyException) {
            err.println("Nothing was changed, since the stream was busy: try again in a moment.");
        } else if (database != null && isOfTheProductHere(command)) {
            err.println(
                    LoadedKeys.unreachable(
                            DataDirectory.ofThisProcess(),
                            StartupFailure.isLoginFailure(database)));
        } else if (failure instanceof RuntimeException unexplained
                && StartupFailure.explain(unexplained) instanceof StartupRefusedException refused) {
            err.println(refused.sentence());
        } else if (TransientErrors.is(failure)) {
            err.println(
                    "The servers could not do that now ("
                            + TransientErrors.reason(failure)
                            + "): try again in a moment.");
        } else if (root instanceof FileSystemException file) {
            err.println(FileFailure.sentence(file));
        } else if (root instanceof CharacterCodingException) {
            err.println("The file is no text in UTF-8.");
        } else {
            err.println(
                    "This failed for a reason that was not foreseen (%s): set %s=1 to see where, and report it."
                            .formatted(root.getClass().getSimpleName(), TRACE));
        }
        return CommandLine.ExitCode.SOFTWARE;
    }

    /** True where no other database was named than the one that the product here brings along. */
    private static boolean isOfTheProductHere(CommandLine command) {
        ParseResult parsed = command.getParseResult();
        return parsed != null
                && !parsed.hasMatchedOption(DatabaseOption.OPTION)
                && DatabaseOption.isBroughtAlong();
    }

    /** The reason why a command has no database; null where it failed for another one. */
    private static @Nullable SQLException loginOrConnection(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException database
                    && (StartupFailure.isConnectionFailure(database)
                            || StartupFailure.isLoginFailure(database))) {
                return database;
            }
        }
        return null;
    }

    private static int exitCode(ErrorCode.Kind kind) {
        return switch (kind) {
            case MALFORMED, INVALID -> CommandLine.ExitCode.USAGE;
            case UNAUTHENTICATED, FORBIDDEN, MISSING, CONFLICT, LIMITED -> REFUSED;
            case FAILED, UNAVAILABLE -> CommandLine.ExitCode.SOFTWARE;
        };
    }
}
