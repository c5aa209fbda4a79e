package dev.countersign.facade.launch;

import dev.countersign.facade.simulate.ReplayCommand;
import dev.countersign.facade.simulate.SimulateCommand;
import dev.countersign.reconcile.embedded.StartupRefused;
import java.util.Arrays;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/**
 * Where every invocation of {@code countersign} begins: the list of its subcommands. Without one it
 * is {@code serve}. It exits 0 for done, 1 for failed, 2 for a usage error, 3 for refused.
 */
@Command(
        name = "countersign",
        description = "Decides card authorizations and keeps their book.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            ServeCommand.class,
            SimulateCommand.class,
            ReplayCommand.class,
            MigrateCommand.class
        })
public final class Main {

    private static final String DEFAULT_COMMAND = "serve";

    private Main() {}

    public static void main(String[] arguments) {
        System.exit(commandLine().execute(withCommand(arguments)));
    }

    static CommandLine commandLine() {
        return new CommandLine(new Main())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setExecutionExceptionHandler(Main::explain);
    }

    /** Whoever names no subcommand means the default one, with whatever options follow. */
    static String[] withCommand(String... arguments) {
        boolean named = arguments.length > 0 && !arguments[0].startsWith("--");
        boolean asksForHelp = Arrays.asList("--help", "--version").contains(first(arguments));
        if (named || asksForHelp) {
            return arguments;
        }
        return Stream.concat(Stream.of(DEFAULT_COMMAND), Arrays.stream(arguments))
                .toArray(String[]::new);
    }

    private static String first(String[] arguments) {
        return arguments.length == 0 ? "" : arguments[0];
    }

    private static int explain(
            Exception failure, CommandLine command, CommandLine.ParseResult parsed)
            throws Exception {
        if (failure instanceof RuntimeException unexplained
                && StartupFailure.explain(unexplained) instanceof StartupRefused refused) {
            command.getErr().println(refused.sentence());
            return CommandLine.ExitCode.SOFTWARE;
        }
        throw failure;
    }
}
