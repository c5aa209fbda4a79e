package dev.countersign.facade.simulate;

import dev.countersign.facade.local.Commands;
import dev.countersign.facade.local.Servers;
import dev.countersign.facade.local.VaultOptions;
import dev.countersign.facade.output.Progress;
import dev.countersign.facade.output.TerminalCommand;
import dev.countersign.ingest.simulate.SimulatedCard;
import dev.countersign.ingest.simulate.SimulatedMessage;
import dev.countersign.ingest.simulate.Traffic;
import dev.countersign.ingest.simulate.TrafficSimulator;
import dev.countersign.jobs.NightQueries;
import dev.countersign.reconcile.Reconcile;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.service.RandomIds;
import dev.countersign.reconcile.service.SystemTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Sends a made-up feed for sandbox cards, and writes down what must come of it. */
@Command(
        name = "simulate",
        description = {
            "Sends a seeded, made-up feed for sandbox cards, which are issued where they are missing.",
            "The same seed, first day and size make the same messages. It ends when the product has "
                    + "decided them."
        })
public final class SimulateCommand extends TerminalCommand {

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
        refuse(messages < 1 || messages > 1_000_000_000, "--messages must be 1 to 1000000000");
        refuse(days < 1 || days > 3_650, "--days must be 1 to 3650");
        refuse(rate != null && (rate < 1 || rate > 1_000_000), "--rate must be 1 to 1000000");
        refuse(poison < 0 || poison > 500, "--poison must be 0 to 500");
        if (!to.equals("kafka")) {
            refuseUnwritable("--to", Path.of(to));
        }
        if (truth != null) {
            refuseUnwritable("--truth", truth);
        }
        InstantSource clock = SystemTime.clock();
        LocalDate first =
                from != null
                        ? from
                        : LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC).minusDays(days);
        SecureRandom random = new SecureRandom();
        Reconcile book =
                Reconcile.open(
                        servers.dataSource(), clock, new RandomIds(), vault.open(random), random);
        TrafficSimulator simulator =
                new TrafficSimulator(
                        issue(book), Traffic.overDays(seed, first, days, messages, poison));
        if (to.equals("kafka")) {
            sendTo(simulator, book, first);
        } else {
            write(simulator, Path.of(to));
            out().println(
                            "Wrote %s. Next, send them: %s replay %s"
                                    .formatted(sent(), Commands.LAUNCHER, to));
        }
        if (truth != null) {
            TruthFile.write(simulator.truth(), truth);
        }
        return DONE;
    }

    private List<SimulatedCard> issue(Reconcile book) {
        try (Progress progress = Progress.of("cards", cards, err())) {
            return SimulatedBook.issue(book.sandboxCards(), seed, cards, progress::at);
        }
    }

    private void sendTo(TrafficSimulator simulator, Reconcile book, LocalDate first) {
        String feed = CommandTopics.on(servers).feed();
        Map<Integer, Long> last;
        long perSecond;
        try (FeedSender sender = new FeedSender(feed, servers.kafka());
                Progress progress = Progress.of("messages", messages, err())) {
            long start = System.nanoTime();
            for (long sent = 0; simulator.hasNext(); sent++) {
                SimulatedMessage message = simulator.next();
                sender.send(message.key(), message.text());
                if (rate != null) {
                    long due = start + sent * 1_000_000_000L / rate;
                    LockSupport.parkNanos(due - System.nanoTime());
                }
                progress.at(sent + 1);
            }
            last = sender.flush();
            perSecond = progress.perSecond(messages);
        }
        long waiting = new ConsumerLag(feed, book.feedRecord(), last).awaitNone(err());
        out().println("Sent " + sent() + ": " + perSecond + " a second.");
        if (waiting > 0) {
            out().println(ConsumerLag.sentence(waiting));
        } else {
            out().println(ConsumerLag.sentence(waiting) + " " + nextNights(first).sentence());
        }
    }

    private NextNights nextNights(LocalDate first) {
        NightQueries nights = NightQueries.open(servers.dataSource(), SystemTime.clock());
        LocalDate next =
                nights.list(Mode.SANDBOX, 1).isEmpty()
                        ? first
                        : nights.next(Mode.SANDBOX).orElse(first);
        LocalDate today = LocalDate.ofInstant(SystemTime.clock().instant(), ZoneOffset.UTC);
        return new NextNights(next, first.plusDays(days - 1L), today);
    }

    private String sent() {
        return messages + " messages for " + cards + " cards, seed " + seed;
    }

    private static void write(TrafficSimulator simulator, Path file) throws IOException {
        try (var lines = Files.newBufferedWriter(file)) {
            while (simulator.hasNext()) {
                lines.write(simulator.next().text());
                lines.write('\n');
            }
        }
    }

    /** Says so before anything is issued or sent. */
    private void refuseUnwritable(String option, Path file) {
        Path folder = file.toAbsolutePath().getParent();
        refuse(Files.isDirectory(file), option + " must name a file: " + file + " is a directory");
        refuse(
                folder == null || !Files.isDirectory(folder),
                option + " must name a file in a directory that exists: " + file);
        refuse(
                !Files.isWritable(Files.exists(file) || folder == null ? file : folder),
                option + " must name a file that can be written to: " + file);
    }
}
