package dev.countersign.facade.launch.command;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Explains a command, as its option {@code --help} does, which is what runs in its place. */
@Command(
        name = HelpCommand.NAME,
        description = "Explains a command, or lists the commands.",
        mixinStandardHelpOptions = true)
public final class HelpCommand implements Runnable {

    public static final String NAME = "help";

    @Parameters(
            paramLabel = "COMMAND",
            arity = "0..*",
            description = "Such as 'job run'; all by default.")
    private List<String> command = new ArrayList<>();

    /** The arguments that ask for the help on a command. */
    public static String[] asOption(List<String> command) {
        List<String> asked = new ArrayList<>(command);
        asked.add("--help");
        return asked.toArray(String[]::new);
    }

    @Override
    public void run() {
        throw new IllegalStateException("help " + command + " is the option --help");
    }
}
