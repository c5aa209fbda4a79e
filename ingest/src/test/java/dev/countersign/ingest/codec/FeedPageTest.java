package dev.countersign.ingest.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.reconcile.domain.Wire;
import dev.countersign.reconcile.domain.authorization.DeclineCode;
import dev.countersign.reconcile.domain.feed.FeedOffset;
import dev.countersign.reconcile.domain.feed.MessageKind;
import dev.countersign.reconcile.domain.feed.Network;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The page for the developers of gateways names what the feed has. */
class FeedPageTest {

    private static final Path PAGE = Path.of("..", "api-facade", "docs", "feed.md");
    private static final Pattern JSON = Pattern.compile("(?s)```json\n(.*?)```");
    private static final Pattern CARD = Pattern.compile("\"card_id\":\"([^\"]+)\"");

    private static String page = "";

    @BeforeAll
    static void read() throws IOException {
        page = Files.readString(PAGE);
    }

    @Test
    void namesEveryKind() {
        assertThat(firstColumn("## Kinds"))
                .containsExactlyInAnyOrderElementsOf(wires(MessageKind.values()));
    }

    @Test
    void namesEveryReasonOfTheQuarantine() {
        assertThat(firstColumn("## Quarantine"))
                .containsExactlyInAnyOrderElementsOf(wires(DecodedMessage.Reason.values()));
    }

    @Test
    void namesEveryResponseCode() {
        Stream<String> declines =
                Arrays.stream(DeclineCode.values())
                        .flatMap(code -> Arrays.stream(Network.values()).map(code::responseCode));

        assertThat(firstColumn("## Answers"))
                .containsAll(declines.distinct().toList())
                .contains("00", "10", "85");
    }

    @Test
    void showsARequestThatCanBeRead() {
        String request = JSON.matcher(page).results().findFirst().orElseThrow().group(1);
        String card = CARD.matcher(request).results().findFirst().orElseThrow().group(1);

        DecodedMessage decoded =
                new FeedCodec(CodecOptions.DEFAULT, InstantSource.fixed(Instant.EPOCH))
                        .decode(
                                card.getBytes(StandardCharsets.UTF_8),
                                request.getBytes(StandardCharsets.UTF_8),
                                new FeedOffset(0, 0),
                                Instant.EPOCH);

        assertThat(decoded).isInstanceOf(DecodedMessage.Entry.class);
    }

    private static List<String> wires(Wire[] values) {
        return Arrays.stream(values).map(Wire::wire).toList();
    }

    /** The code words in the first column of the tables of a section. */
    private static List<String> firstColumn(String title) {
        int begin = page.indexOf("\n" + title + "\n");
        assertThat(begin).as("the page has %s", title).isPositive();
        int end = page.indexOf("\n## ", begin + 1);
        Pattern code = Pattern.compile("`([^`]+)`");
        return page.substring(begin, end < 0 ? page.length() : end)
                .lines()
                .filter(line -> line.startsWith("| `"))
                .filter(line -> !line.startsWith("| `response_code`"))
                .filter(line -> !line.startsWith("| `reason`"))
                .flatMap(
                        line ->
                                code.matcher(line.substring(0, line.indexOf(" |", 2)))
                                        .results()
                                        .map(each -> each.group(1)))
                .toList();
    }
}
