package dev.countersign.ingest.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.reconcile.domain.Wire;
import dev.countersign.reconcile.domain.authorization.DeclineCode;
import dev.countersign.reconcile.domain.feed.FeedEntry;
import dev.countersign.reconcile.domain.feed.FeedOffset;
import dev.countersign.reconcile.domain.feed.MessageKind;
import dev.countersign.reconcile.domain.feed.Network;
import dev.countersign.reconcile.domain.feed.NetworkMessage;
import dev.countersign.reconcile.domain.feed.Notice;
import dev.countersign.reconcile.domain.id.DisputeId;
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
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The page for the developers of gateways names what the feed has. */
class FeedPageTest {

    private static final Path PAGE = Path.of("..", "api-facade", "docs", "feed.md");
    private static final Pattern BLOCK = Pattern.compile("(?s)```json\n(.*?)```");
    private static final Pattern CODE = Pattern.compile("`([^`]+)`");
    private static final Pattern STAGES =
            Pattern.compile(
                    "\\| `(?<kind>chargeback|representment|arbitration)` \\| (?<stages>`[^|]+) \\| (?<status>`\\w+`|the same) \\|");
    private static final JsonMapper JSON = JsonMapper.shared();

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
    void showsMessagesThatCanBeReadAndThatTheSchemaAllows() {
        assertThat(examples()).hasSizeGreaterThan(5).allSatisfy(FeedPageTest::isTaken);
    }

    private static void isTaken(JsonNode example) {
        assertThat(FeedSchemaTest.SCHEMA.validate(example)).isEmpty();
        assertThat(decode(example)).isInstanceOf(DecodedMessage.Entry.class);
    }

    @Test
    void showsAFileThatComesToItsTrailerAndACycleThatComesToItsTotal() {
        JsonNode record = example(MessageKind.CLEARING);
        JsonNode chargeback = example(MessageKind.CHARGEBACK);
        JsonNode trailer = example(MessageKind.BATCH_TRAILER).path("total");
        JsonNode total = example(MessageKind.SETTLEMENT_TOTAL).path("total");
        long billed = record.at("/amount/value").longValue();
        long paid = -chargeback.at("/settlement/amount").longValue();

        assertThat(sums(trailer)).containsExactly(1L, billed, 0L, 0L);
        assertThat(sums(total)).containsExactly(1L, billed, 1L, paid);
        assertThat(total.path("net_amount").longValue())
                .isEqualTo(
                        billed
                                - paid
                                - record.at("/interchange/amount").longValue()
                                + total.path("fees").longValue());
        assertThat(paid).isEqualTo(chargeback.at("/dispute/amount/value").longValue());
        assertThat(
                        Stream.of(record, chargeback, example(MessageKind.SETTLEMENT_TOTAL))
                                .map(FeedPageTest::cycle))
                .containsOnly(cycle(record));
    }

    private static List<Long> sums(JsonNode total) {
        return Stream.of("debit_count", "debit_amount", "credit_count", "credit_amount")
                .map(name -> total.path(name).longValue())
                .toList();
    }

    private static List<String> cycle(JsonNode message) {
        return Stream.of("settlement_date", "cycle", "service", "institution_id", "currency")
                .map(name -> message.at("/settlement/" + name).asString())
                .toList();
    }

    @Test
    void saysWhereEachStageOfACaseMovesItsDispute() {
        assertThat(STAGES.matcher(page).results())
                .hasSize(5)
                .allSatisfy(
                        row ->
                                assertThat(CODE.matcher(row.group("stages")).results())
                                        .isNotEmpty()
                                        .allSatisfy(
                                                stage ->
                                                        moves(
                                                                row.group("kind"),
                                                                stage.group(1),
                                                                row.group("status"))));
    }

    private static void moves(String kind, String stage, String status) {
        ObjectNode message = (ObjectNode) example(MessageKind.CHARGEBACK);
        message.put("kind", kind);
        ((ObjectNode) message.get("dispute")).put("stage", stage);
        FeedEntry entry = ((DecodedMessage.Entry) decode(message)).entry();
        Notice notice = ((NetworkMessage.RecordOnlyMessage) entry.message()).notice();

        assertThat(notice)
                .isEqualTo(
                        new Notice(
                                message.at("/refs/case_id").asString(),
                                status.equals("the same") ? stage : status.replace("`", ""),
                                null,
                                null));
        assertThat(DisputeId.parse(notice.subject())).isPresent();
    }

    private static JsonNode example(MessageKind kind) {
        return examples().stream()
                .filter(example -> example.path("kind").asString().equals(kind.wire()))
                .findFirst()
                .orElseThrow();
    }

    /** The messages of the feed that the page shows, one or several in a block. */
    private static List<JsonNode> examples() {
        return BLOCK.matcher(page)
                .results()
                .flatMap(
                        block ->
                                JSON
                                        .readerFor(JsonNode.class)
                                        .<JsonNode>readValues(block.group(1))
                                        .readAll()
                                        .stream())
                .filter(value -> value.has("kind"))
                .toList();
    }

    private static DecodedMessage decode(JsonNode example) {
        String card = example.path("card_id").asString("a place of the sender's choice");
        return new FeedCodec(CodecOptions.DEFAULT, InstantSource.fixed(Instant.EPOCH))
                .decode(
                        card.getBytes(StandardCharsets.UTF_8),
                        example.toString().getBytes(StandardCharsets.UTF_8),
                        new FeedOffset(0, 0),
                        Instant.EPOCH);
    }

    private static List<String> wires(Wire[] values) {
        return Arrays.stream(values).map(Wire::wire).toList();
    }

    /** The code words in the first column of the tables of a section. */
    private static List<String> firstColumn(String title) {
        int begin = page.indexOf("\n" + title + "\n");
        assertThat(begin).as("the page has %s", title).isPositive();
        int end = page.indexOf("\n## ", begin + 1);
        return page.substring(begin, end < 0 ? page.length() : end)
                .lines()
                .filter(line -> line.startsWith("| `"))
                .filter(line -> !line.startsWith("| `response_code`"))
                .filter(line -> !line.startsWith("| `reason`"))
                .flatMap(
                        line ->
                                CODE.matcher(line.substring(0, line.indexOf(" |", 2)))
                                        .results()
                                        .map(each -> each.group(1)))
                .toList();
    }
}
