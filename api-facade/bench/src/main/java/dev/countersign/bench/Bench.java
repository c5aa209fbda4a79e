package dev.countersign.bench;

import dev.countersign.bench.micro.MicroProcess;
import dev.countersign.bench.peer.BrokerProcess;
import dev.countersign.bench.peer.ChunkPeer;
import dev.countersign.bench.peer.CopyFloor;
import dev.countersign.bench.peer.NaivePeer;
import dev.countersign.bench.peer.StreamsPeer;
import dev.countersign.facade.output.Format;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine;

/**
 * Where the benchmark begins, and each process that it starts of itself: a first word that names a
 * part makes it that part, anything else is for {@link BenchCommand}.
 */
public final class Bench {

    private Bench() {}

    /** Exits 0 for done, 1 for failed, 2 for a usage error. */
    public static void main(String[] given) throws Exception {
        String[] arguments = withoutName(given);
        List<String> rest =
                Arrays.asList(arguments).subList(Math.min(1, arguments.length), arguments.length);
        switch (arguments.length == 0 ? "" : arguments[0]) {
            case "broker" -> BrokerProcess.run(rest);
            case "copy-floor" -> CopyFloor.run(rest);
            case "streams" -> StreamsPeer.run(rest);
            case "naive" -> NaivePeer.run(rest);
            case "chunk" -> ChunkPeer.run(rest);
            case "micro" -> MicroProcess.run(rest);
            default -> System.exit(command().execute(arguments));
        }
    }

    private static CommandLine command() {
        return new CommandLine(new BenchCommand())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .registerConverter(Format.class, text -> oneOf(Format.class, text))
                .setOut(new PrintWriter(System.out, true, StandardCharsets.UTF_8))
                .setErr(new PrintWriter(System.err, true, StandardCharsets.UTF_8));
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
