package dev.countersign.facade.simulate;

import dev.countersign.facade.local.Servers;
import dev.countersign.facade.output.Progress;
import dev.countersign.facade.output.TerminalCommand;
import dev.countersign.ingest.codec.CodecOptions;
import dev.countersign.ingest.codec.DecodedMessage;
import dev.countersign.ingest.codec.FeedCodec;
import dev.countersign.reconcile.Reconcile;
import dev.countersign.reconcile.domain.feed.FeedOffset;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.service.SystemTime;
import dev.countersign.reconcile.service.feed.FeedRecord;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Sends a file of messages to the feed, one JSON object per line. */
@Command(
        name = "replay",
        description = {
            "Sends a JSON-lines file to the feed, each line as it is.",
            "What was read before changes nothing and gets the answer it got. It ends when the product "
                    + "has decided the messages."
        })
public final class ReplayCommand extends TerminalCommand {

    private static final JsonMapper JSON = JsonMapper.shared();

    /** Fewer messages say nothing of how fast the product is. */
    private static final long MEASURED_MIN = 1_000;

    private static final FeedOffset NOWHERE = new FeedOffset(0, 0);

    @Mixin private Servers servers = new Servers();

    @Parameters(paramLabel = "FILE", description = "The messages.")
    private Path file = Path.of("");

    @Override
    public Integer call() throws IOException {
        refuse(
                Files.isDirectory(file) || !Files.isReadable(file),
                "There is no readable file " + file + ".");
        long total;
        try (Stream<String> lines = Files.lines(file)) {
            total = lines.filter(line -> !line.isBlank()).count();
        }
        FeedRecord record = Reconcile.openFeedRecord(Database.over(servers.dataSource()));
        String feed = CommandTopics.on(servers).feed();
        Map<Integer, Long> last;
        long perSecond;
        FeedCodec codec = new FeedCodec(CodecOptions.DEFAULT, SystemTime.clock());
        Map<String, Long> unreadable = new TreeMap<>();
        try (FeedSender sender = new FeedSender(feed, servers.kafka());
                Progress progress = Progress.of("messages", total, err());
                BufferedReader lines = Files.newBufferedReader(file)) {
            long sent = 0;
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (!line.isBlank()) {
                    String key = key(line);
                    sender.send(key, line);
                    fault(codec, key, line).ifPresent(why -> unreadable.merge(why, 1L, Long::sum));
                    progress.at(++sent);
                }
            }
            last = sender.flush();
            perSecond = progress.perSecond(total);
        }
        long waiting = new ConsumerLag(feed, record, last).awaitNone(err());
        out().println(
                        "Sent "
                                + total
                                + (total < MEASURED_MIN
                                        ? " messages."
                                        : " messages: " + perSecond + " a second."));
        out().println(
                        sentence(total, waiting, unreadable)
                                + " Next: the console finds what came of them under Search, and shows what could"
                                + " not be read under Quarantine.");
        return DONE;
    }

    /** Says what became of the messages, and why some of them went to the quarantine. */
    private static String sentence(long total, long waiting, Map<String, Long> unreadable) {
        if (waiting > 0 || unreadable.isEmpty()) {
            return ConsumerLag.sentence(waiting);
        }
        long all = unreadable.values().stream().mapToLong(Long::longValue).sum();
        String reasons =
                unreadable.entrySet().stream()
                        .map(each -> each.getKey() + ": " + each.getValue())
                        .collect(Collectors.joining(", "));
        String others = all == total ? "." : ", the others are decided.";
        return all + " in quarantine (" + reasons + ")" + others;
    }

    /** The reason for which the product cannot read a message; empty where it can. */
    private static Optional<String> fault(FeedCodec codec, @Nullable String key, String line) {
        byte[] card = key == null ? null : key.getBytes(StandardCharsets.UTF_8);
        byte[] value = line.getBytes(StandardCharsets.UTF_8);
        return codec.decode(card, value, NOWHERE, SystemTime.clock().instant())
                        instanceof DecodedMessage.MalformedMessage malformed
                ? Optional.of(malformed.reason().wire())
                : Optional.empty();
    }

    /**
     * The card where a message names one; what cannot be read goes without, to the dead letters.
     */
    private static @Nullable String key(String line) {
        try {
            JsonNode message = JSON.readTree(line);
            for (String name : new String[] {"card_id", "pan_hmac"}) {
                JsonNode value = message.get(name);
                if (value != null && value.isString()) {
                    return value.stringValue();
                }
            }
            return null;
        } catch (JacksonException e) {
            return null;
        }
    }
}
