package dev.countersign.bench;

import dev.countersign.bench.micro.MicroProcess;
import dev.countersign.bench.peer.BrokerProcess;
import dev.countersign.bench.peer.ChunkPeer;
import dev.countersign.bench.peer.CopyFloor;
import dev.countersign.bench.peer.JdbcService;
import dev.countersign.bench.peer.ListenerPeer;
import dev.countersign.bench.peer.StreamsPeer;
import dev.countersign.facade.output.Format;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine;

/**
 * Entry point of the benchmark and of each process that it starts itself. A first word that names a
 * part makes the process that part; anything else goes to {@link BenchCommand}.
 */
public final class Bench {

    private static final Map<String, Part> PARTS =
            Map.of(
                    "broker",
                    BrokerProcess::run,
                    "copy-floor",
                    CopyFloor::run,
                    "streams",
                    StreamsPeer::run,
                    "jdbc-service",
                    JdbcService::run,
                    "listener",
                    ListenerPeer::run,
                    "chunk",
                    ChunkPeer::run,
                    BenchCommand.MICRO,
                    MicroProcess::run);

    private Bench() {}

    /** The work of one process of the benchmark. */
    private interface Part {
        void run(List<String> arguments) throws Exception;
    }

    /** Exits 0 for done, 1 for failed, 2 for a usage error. */
    public static void main(String[] given) throws Exception {
        String[] arguments = withoutName(given);
        List<String> rest =
                Arrays.asList(arguments).subList(Math.min(1, arguments.length), arguments.length);
        Part part = arguments.length == 0 ? null : PARTS.get(arguments[0]);
        if (part == null) {
            System.exit(command().execute(arguments));
        } else {
            Thread.setDefaultUncaughtExceptionHandler(Bench::end);
            part.run(rest);
        }
    }

    /** A contestant of which one thread fails would be measured as one that is slow. */
    private static void end(Thread thread, Throwable failure) {
        failure.printStackTrace();
        Runtime.getRuntime().halt(1);
    }

    private static CommandLine command() {
        return new CommandLine(new BenchCommand())
                .registerConverter(Format.class, text -> oneOf(Format.class, text))
                .setOut(new PrintWriter(System.out, true, StandardCharsets.UTF_8))
                .setErr(new PrintWriter(System.err, true, StandardCharsets.UTF_8))
                .setParameterExceptionHandler(Bench::misuse);
    }

    private static int misuse(CommandLine.ParameterException failure, String[] arguments) {
        CommandLine command = failure.getCommandLine();
        command.getErr().println(failure.getMessage());
        command.getErr().println("'" + command.getCommandName() + " --help' tells more.");
        return CommandLine.ExitCode.USAGE;
    }

    /** Reads a word that stands for one of some values, and names these where it does not. */
    static <E extends Enum<E>> E oneOf(Class<E> values, String text) {
        List<String> words = new ArrayList<>();
        for (E value : values.getEnumConstants()) {
            String word = value.name().toLowerCase(Locale.ROOT);
            if (word.equals(text.toLowerCase(Locale.ROOT))) {
                return value;
            }
            words.add(word);
        }
        throw new CommandLine.TypeConversionException(
                "'" + text + "' is none of " + String.join(", ", words));
    }

    /** The launcher hands on the name of the subcommand. */
    private static String[] withoutName(String[] arguments) {
        return arguments.length > 0 && arguments[0].equals("bench")
                ? Arrays.copyOfRange(arguments, 1, arguments.length)
                : arguments;
    }
}
