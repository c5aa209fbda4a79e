package dev.countersign.facade.simulate;

import dev.countersign.facade.local.Servers;
import dev.countersign.facade.output.Progress;
import dev.countersign.facade.output.TerminalCommand;
import dev.countersign.reconcile.Reconcile;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.service.feed.FeedRecord;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
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
        },
        mixinStandardHelpOptions = true)
public final class ReplayCommand extends TerminalCommand {

    private static final JsonMapper JSON = JsonMapper.shared();

    @Mixin private Servers servers = new Servers();

    @Parameters(paramLabel = "FILE", description = "The messages.")
    private Path file = Path.of("");

    @Override
    public Integer call() throws IOException {
        if (Files.isDirectory(file) || !Files.isReadable(file)) {
            throw misuse("There is no readable file " + file + ".");
        }
        long total;
        try (Stream<String> lines = Files.lines(file)) {
            total = lines.filter(line -> !line.isBlank()).count();
        }
        FeedRecord record = Reconcile.openFeedRecord(Database.over(servers.dataSource()));
        String feed = CommandTopics.on(servers).feed();
        Map<Integer, Long> last;
        long perSecond;
        try (FeedSender sender = new FeedSender(feed, servers.kafka());
                Progress progress = Progress.of("messages", total, err());
                BufferedReader lines = Files.newBufferedReader(file)) {
            long sent = 0;
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (!line.isBlank()) {
                    sender.send(key(line), line);
                    progress.at(++sent);
                }
            }
            last = sender.flush();
            perSecond = progress.perSecond(total);
        }
        long waiting = new ConsumerLag(feed, record, last).awaitNone(err());
        out().println("Sent " + total + " messages: " + perSecond + " a second.");
        out().println(
                        ConsumerLag.sentence(waiting)
                                + " Next: the console finds what came of them under Search, and shows what could"
                                + " not be read under Quarantine.");
        return DONE;
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
