package dev.countersign.facade.simulate;

import dev.countersign.facade.local.Servers;
import dev.countersign.facade.local.VaultOptions;
import dev.countersign.ingest.simulate.SimulatedCard;
import dev.countersign.ingest.simulate.SimulatedMessage;
import dev.countersign.ingest.simulate.Traffic;
import dev.countersign.ingest.simulate.TrafficSimulator;
import dev.countersign.reconcile.Reconcile;
import dev.countersign.reconcile.service.RandomIds;
import dev.countersign.reconcile.service.SandboxCards;
import dev.countersign.reconcile.service.SystemTime;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Sends a made-up feed for sandbox cards, and writes down what must come of it. */
@Command(
        name = "simulate",
        description = {
            "Sends a seeded, made-up feed for sandbox cards, which are issued where they are missing.",
            "The same seed, first day and size make the same messages."
        },
        mixinStandardHelpOptions = true)
public final class SimulateCommand implements Callable<Integer> {

    @Spec private @Nullable CommandSpec spec;

    @Mixin private Servers servers = new Servers();

    @Mixin private VaultOptions vault = new VaultOptions();

    @Option(
            names = "--mode",
            defaultValue = "sandbox",
            description = "Only sandbox: made-up traffic never touches live cards.")
    private String mode = "sandbox";

    @Option(
            names = "--cards",
            defaultValue = "200",
            description = "How many cards (${DEFAULT-VALUE}).")
    private int cards;

    @Option(
            names = "--messages",
            defaultValue = "5000",
            description = "How many messages (${DEFAULT-VALUE}).")
    private long messages;

    @Option(names = "--rate", description = "Messages a second; as fast as possible by default.")
    private @Nullable Integer rate;

    @Option(
            names = "--seed",
            defaultValue = "1",
            description = "What the messages follow from (${DEFAULT-VALUE}).")
    private long seed;

    @Option(
            names = "--days",
            defaultValue = "1",
            description = "Over how many UTC days (${DEFAULT-VALUE}).")
    private int days;

    @Option(
            names = "--from",
            paramLabel = "DATE",
            description = "First UTC day; by default so that the last is yesterday.")
    private @Nullable LocalDate from;

    @Option(
            names = "--poison",
            defaultValue = "0",
            description = "Unreadable messages of a thousand (${DEFAULT-VALUE}).")
    private int poison;

    @Option(
            names = "--to",
            defaultValue = "kafka",
            paramLabel = "kafka|FILE",
            description = "Where to (${DEFAULT-VALUE}).")
    private String to = "kafka";

    @Option(
            names = "--truth",
            paramLabel = "FILE",
            description = "Writes one JSON line per card: what must come of it.")
    private @Nullable Path truth;

    @Override
    public Integer call() throws IOException {
        refuse(
                !mode.equals("sandbox"),
                "--mode must be sandbox: made-up traffic never touches live cards");
        refuse(cards < 1 || cards > 1_000_000, "--cards must be 1 to 1000000");
        refuse(messages < 1, "--messages must be at least 1");
        refuse(days < 1, "--days must be at least 1");
        refuse(rate != null && rate < 1, "--rate must be at least 1");
        refuse(poison < 0 || poison > 500, "--poison must be 0 to 500");
        InstantSource clock = SystemTime.clock();
        LocalDate first =
                from != null
                        ? from
                        : LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC).minusDays(days);
        SecureRandom random = new SecureRandom();
        SandboxCards book =
                Reconcile.open(
                                servers.dataSource(),
                                clock,
                                new RandomIds(),
                                vault.open(random),
                                random)
                        .sandboxCards();
        List<SimulatedCard> issued = SimulatedBook.issue(book, seed, cards);
        TrafficSimulator simulator =
                new TrafficSimulator(issued, Traffic.overDays(seed, first, days, messages, poison));
        if (to.equals("kafka")) {
            sendTo(simulator);
        } else {
            write(simulator, Path.of(to));
        }
        if (truth != null) {
            TruthFile.write(simulator.truth(), truth);
        }
        out().println("Sent " + messages + " messages for " + cards + " cards, seed " + seed + ".");
        return 0;
    }

    private void sendTo(TrafficSimulator simulator) {
        try (FeedSender sender = new FeedSender(servers.kafka())) {
            long start = System.nanoTime();
            for (long sent = 0; simulator.hasNext(); sent++) {
                SimulatedMessage message = simulator.next();
                sender.send(message.key(), message.text());
                if (rate != null) {
                    long due = start + sent * 1_000_000_000L / rate;
                    LockSupport.parkNanos(due - System.nanoTime());
                }
                if (sent > 0 && sent % 100_000 == 0) {
                    out().println(sent + " of " + messages);
                }
            }
        }
    }

    private static void write(TrafficSimulator simulator, Path file) throws IOException {
        try (var lines = Files.newBufferedWriter(file)) {
            while (simulator.hasNext()) {
                lines.write(simulator.next().text());
                lines.write('\n');
            }
        }
    }

    private void refuse(boolean when, String sentence) {
        if (when && spec != null) {
            throw new ParameterException(spec.commandLine(), sentence);
        }
    }

    private PrintWriter out() {
        if (spec == null) {
            throw new IllegalStateException("a command runs with its specification");
        }
        return spec.commandLine().getOut();
    }
}
