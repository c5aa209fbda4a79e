package dev.countersign.facade.output;

import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * A command at a terminal. What it was asked for goes to standard output, so that a program can
 * read it; what people should know goes to standard error.
 */
@Command(mixinStandardHelpOptions = true)
public abstract class TerminalCommand implements Callable<Integer> {

    protected static final int DONE = 0;
    protected static final int FAILED = 1;

    @Spec private @Nullable CommandSpec spec;

    protected final PrintWriter out() {
        return spec().commandLine().getOut();
    }

    protected final PrintWriter err() {
        return spec().commandLine().getErr();
    }

    /** Says that the command was called in a way that makes no sense. */
    public final ParameterException misuse(String sentence) {
        return new ParameterException(spec().commandLine(), sentence);
    }

    /** The same because of a failure. */
    protected final ParameterException misuse(@Nullable String sentence, Exception cause) {
        return new ParameterException(spec().commandLine(), sentence, cause);
    }

    /** Refuses a path that is no file. */
    protected final void requireFile(Path file) {
        refuse(!Files.isRegularFile(file), "There is no file '" + file + "'.");
    }

    /** Refuses a command line in which something is wrong. */
    protected final void refuse(boolean wrong, String sentence) {
        if (wrong) {
            throw misuse(sentence);
        }
    }

    private CommandSpec spec() {
        if (spec == null) {
            throw new IllegalStateException("a command runs with its specification");
        }
        return spec;
    }
}
