package dev.countersign.ingest.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.countersign.ingest.codec.DecodedMessage.Reason;
import dev.countersign.reconcile.domain.feed.Channel;
import dev.countersign.reconcile.domain.feed.FeedEntry;
import dev.countersign.reconcile.domain.feed.FeedOffset;
import dev.countersign.reconcile.domain.feed.MessageHeader;
import dev.countersign.reconcile.domain.feed.MessageKind;
import dev.countersign.reconcile.domain.feed.NetworkMessage;
import dev.countersign.reconcile.domain.feed.NetworkMessage.AuthorizationRequest;
import dev.countersign.reconcile.domain.feed.NetworkMessage.Clearing;
import dev.countersign.reconcile.domain.feed.NetworkMessage.Direction;
import dev.countersign.reconcile.domain.feed.NetworkMessage.Settlement;
import dev.countersign.reconcile.domain.feed.evidence.PinEvidence;
import dev.countersign.reconcile.domain.text.ReferenceMask;
import dev.countersign.reconcile.testkit.TextResource;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages that the codec reads, and its words for those that it cannot. */
class FeedCodecTest {

    private static final FeedOffset PLACE = new FeedOffset(3, 17);
    private static final Instant BROKER_AT = Instant.parse("2026-11-21T10:15:31Z");
    private static final FeedCodec CODEC =
            new FeedCodec(CodecOptions.DEFAULT, InstantSource.fixed(BROKER_AT));

    private static final String NETWORK = "\"network\":\"visa\"";
    private static final String SETTLED =
            """
            "settlement":{"settlement_date":"2026-11-23","cycle":1,"service":"intl",\
            "institution_id":"1000000000","currency":"EUR","amount":10000}\
            """;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "authorization",
                "partial_reversal",
                "clearing",
                "refund",
                "settlement_total"
            })
    void readsTheExamplesOfTheContract(String name) {
        assertThat(decode(example(name))).isInstanceOf(DecodedMessage.Entry.class);
    }

    @Test
    void readsWhatTheAuthorizationSays() {
        NetworkMessage.CardMessage message =
                (NetworkMessage.CardMessage) entry(example("authorization")).message();

        assertThat(message.activity().amount().minor()).isEqualTo(10_000);
        assertThat(message.activity().claim().channel()).isEqualTo(Channel.IN_STORE);
        assertThat(message.activity().evidence().pin()).isEqualTo(PinEvidence.MATCH);
        assertThat(message.activity().flags().partialApprovalSupported()).isTrue();
        assertThat(message.header().at()).isEqualTo(Instant.parse("2026-11-21T10:15:30Z"));
    }

    /** No clearing follows that would say it. */
    @Test
    void readsWhereASingleMessageIsSettled() {
        assertThat(settlement(cash(SETTLED)))
                .isEqualTo(
                        new Settlement(
                                LocalDate.parse("2026-11-23"),
                                1,
                                "intl",
                                "1000000000",
                                "EUR",
                                10_000L));
        assertThat(settlement(cash("\"settlement\":{\"cycle\":2}")))
                .isEqualTo(new Settlement(null, 2, null, null, null, null));
        assertThat(settlement(cash("\"local_time\":\"101530\""))).isEqualTo(Settlement.NONE);
        assertThat(malformed(cash(SETTLED.replace("\"cycle\":1", "\"cycle\":-1"))).reason())
                .isEqualTo(Reason.OUT_OF_RANGE);
    }

    /** It is checked with the rest of the message and kept as it came; a clearing follows. */
    @Test
    void readsNoSettlementOfWhatAClearingFollows() {
        assertThat(settlement(example("authorization").replace(NETWORK, NETWORK + "," + SETTLED)))
                .isEqualTo(Settlement.NONE);
    }

    @Test
    void knowsASingleMessageByTheSameNumbersWhereverItIsSettled() {
        FeedEntry first = entry(cash(SETTLED));
        FeedEntry elsewhere = entry(cash(SETTLED.replace("2026-11-23", "2026-11-24")));

        assertThat(elsewhere.identity()).isEqualTo(first.identity());
        assertThat(elsewhere.payloadHash()).isNotEqualTo(first.payloadHash());
    }

    /** One change to the example each, and why it cannot be read any more. */
    @ParameterizedTest(name = "{0} instead of {1}: {2}")
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {
                "\"schema_version\":1; \"schema_version\":2; UNKNOWN_VERSION",
                "\"schema_version\":1,; ; MISSING_FIELD",
                "\"kind\":\"authorization_request\"; \"kind\":\"surprise\"; UNKNOWN_KIND",
                "\"network\":\"visa\"; \"network\":\"amex\"; UNKNOWN_VALUE",
                "\"network\":\"visa\",; ; MISSING_FIELD",
                "\"amount\":{\"value\":10000; \"amount\":{\"value\":1e3; WRONG_TYPE",
                "\"amount\":{\"value\":10000; \"amount\":{\"value\":10.5; WRONG_TYPE",
                "\"amount\":{\"value\":10000; \"amount\":{\"value\":10.0; WRONG_TYPE",
                "\"amount\":{\"value\":10000; \"amount\":{\"value\":\"100\"; WRONG_TYPE",
                "\"amount\":{\"value\":10000; \"amount\":{\"value\":-1; OUT_OF_RANGE",
                "\"amount\":{\"value\":10000; \"amount\":{\"value\":9223372036854775808; OUT_OF_RANGE",
                "\"amount\":{\"value\":10000,\"currency\":\"EUR\"}; \"amount\":{\"value\":10000}; MISSING_FIELD",
                "\"amount\":{\"value\":10000,\"currency\":\"EUR\"}; \"amount\":{\"value\":1,\"currency\":\"XXX\"}; UNKNOWN_CURRENCY",
                "\"amount\":{\"value\":10000,\"currency\":\"EUR\"}; \"amount\":{\"value\":1,\"currency\":\"eur\"}; UNKNOWN_CURRENCY",
                "\"merchant_amount\":{\"value\":10000,\"currency\":\"EUR\"},; ; MISSING_FIELD",
                "\"transmitted_at\":\"2026-11-21T10:15:30Z\"; \"transmitted_at\":\"yesterday\"; BAD_FORMAT",
                "\"message_id\":\"00000000-0000-4000-8000-00000000000a\"; \"message_id\":\"7\"; BAD_FORMAT",
                "\"mcc\":\"5812\"; \"mcc\":\"58\"; BAD_FORMAT",
                "\"pin\":\"match\"; \"pin\":\"1234\"; UNKNOWN_VALUE",
                "\"pin\":\"match\"; \"pin\":\"match\\u0000\"; UNKNOWN_VALUE",
                "\"mcc\":\"5812\"; \"mcc\":\"58\\u00001\"; BAD_FORMAT",
                "\"network\":\"visa\"; \"network\":\"visa\",\"pan\":\"4000001234567899\"; UNKNOWN_FIELD",
                "\"card_id\":\"card_1\"; \"card_id\":\"card_2\"; KEY_MISMATCH",
                "\"card_id\":\"card_1\",; ; MISSING_FIELD",
                "\"network\":\"visa\"; \"network\":\"visa\",\"network\":\"visa\"; NOT_JSON",
                "\"network\":\"visa\"; \"network\":\"visa\",\"pan\":1,\"pan\":1; NOT_JSON",
                "\"network\":\"visa\"; \"network\":\"visa\",\"x\":{\"a\":1,\"a\":1}; NOT_JSON",
                "\"network\":\"visa\"; \"network\":\"visa\",\"token_id\":null,\"token_id\":null; NOT_JSON",
                "\"schema_version\":1; \"schema_version\":2,\"surprise\":1; UNKNOWN_VERSION",
                "\"schema_version\":1; \"schema_version\":1.0; UNKNOWN_VERSION",
                "\"schema_version\":1; \"schema_version\":\"1\"; UNKNOWN_VERSION",
                "\"schema_version\":1; \"schema_version\":null; UNKNOWN_VERSION",
                "\"mcc\":\"5812\"; \"mcc\":\"5812\",\"mcc\":\"5812\"; NOT_JSON",
                "\"value\":10000; \"value\":1234567890123456789012345678901234567890; OUT_OF_RANGE",
                "\"value\":10000; \"value\":12345678901234567890123456789012345678901; NOT_JSON",
                "\"network\":\"visa\"; \"network\":\"visa\",\"x\":[[[[[[[]]]]]]]; UNKNOWN_FIELD",
                "\"network\":\"visa\"; \"network\":\"visa\",\"x\":[[[[[[[[]]]]]]]]; NOT_JSON"
            })
    void saysWhyAMessageCannotBeRead(String part, String instead, Reason reason) {
        String broken = example("authorization").replace(part, instead == null ? "" : instead);

        assertThat(broken).isNotEqualTo(example("authorization"));
        assertThat(malformed(broken).reason()).isEqualTo(reason);
        assertThat(malformed(broken).detail()).doesNotContain("4000001234567899");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {
                "\"mcc\":\"5812\"; \"mcc\":\"58\"; merchant.mcc does not match [0-9]{4}",
                "\"pos_entry_mode\":\"051\"; \"pos_entry_mode\":\"5\"; pos_entry_mode does not match [0-9]{2,3}",
                "\"country\":\"IT\"; \"country\":\"it\"; merchant.country does not match [A-Z]{2}",
                "\"network\":\"visa\"; \"network\":1; network is not a string",
                "\"mcc\":\"5812\"; \"mmc\":\"5812\"; merchant has a member 'mmc' that the schema does not know",
                "\"mcc\":\"5812\"; \"4000001234567899\":1; merchant has a member that the schema does not know",
                "\"mcc\":\"5812\"; \"4000001234567899\":1,\"no\":1; merchant has a member 'no' that the schema does not know"
            })
    void namesTheMemberAndNotWhatItHolds(String part, String instead, String detail) {
        String broken = example("authorization").replace(part, instead);

        assertThat(malformed(broken).detail()).isEqualTo(detail);
    }

    @Test
    void readsOneMessageFromARecordAndNothingBehindIt() {
        assertThat(malformed(example("authorization") + " {}").reason()).isEqualTo(Reason.NOT_JSON);
        assertThat(decode(example("authorization") + " \n"))
                .isInstanceOf(DecodedMessage.Entry.class);
    }

    /** Nothing could ever be compared with it. */
    @Test
    void refusesATotalInACurrencyThatThereIsNot() {
        String total = example("settlement_total").replace("\"EUR\"", "\"ZZZ\"");

        assertThat(malformed(total).reason()).isEqualTo(Reason.UNKNOWN_CURRENCY);
    }

    @ParameterizedTest
    @CsvSource({
        "refund, 200000, '\"direction\":\"debit\"', CREDIT",
        "refund, 200000, '\"local_time\":\"081000\"', CREDIT",
        "clearing, 200000, '\"direction\":\"debit\"', DEBIT",
        "clearing, 200000, '\"local_time\":\"081000\"', CREDIT",
        "clearing, 000000, '\"direction\":\"credit\"', CREDIT",
        "clearing, 000000, '\"local_time\":\"081000\"', DEBIT"
    })
    void goesByTheDirectionOfAClearingAndNotOfARefund(
            String kind, String processing, String stated, Direction direction) {
        String text =
                example("clearing")
                        .replace("\"kind\":\"clearing\"", "\"kind\":\"" + kind + "\"")
                        .replace("\"000000\"", "\"" + processing + "\"")
                        .replace("\"direction\":\"debit\"", stated);

        assertThat(((Clearing) entry(text).message()).direction()).isEqualTo(direction);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "no JSON", "[]", "null", "17", "{\"schema_version\":1", "{} {}"})
    void saysWhenAMessageIsNoJsonObject(String text) {
        assertThat(decode(text)).isInstanceOf(DecodedMessage.MalformedMessage.class);
    }

    @Test
    void refusesWhatIsTooLarge() {
        String large = example("authorization").replace("TRATTORIA", "T".repeat(70_000));

        assertThat(malformed(large).reason()).isEqualTo(Reason.TOO_LARGE);
    }

    @Test
    void refusesHalfACharacterAndCountsWholeOnes() {
        String text = example("authorization");

        assertThat(malformed(text.replace("TRATTORIA", "TRATT\\ud83d")).reason())
                .isEqualTo(Reason.BAD_FORMAT);
        assertThat(malformed(text.replace("TRATTORIA", "\\ude00TRATT")).reason())
                .isEqualTo(Reason.BAD_FORMAT);
        assertThat(decode(text.replace("TRATTORIA", "\\ud83d\\ude00".repeat(256))))
                .isInstanceOf(DecodedMessage.Entry.class);
        assertThat(malformed(text.replace("TRATTORIA", "\\ud83d\\ude00".repeat(257))).reason())
                .isEqualTo(Reason.OUT_OF_RANGE);
    }

    static List<byte[]> attacks() {
        String text = example("authorization");
        byte[] wrong = bytes(text);
        wrong[text.indexOf("TRATTORIA")] = (byte) 0xC3;
        return List.of(
                wrong,
                bytes("[".repeat(60_000)),
                bytes("{\"a\":".repeat(10_000)),
                bytes(text.replace("10000", "1".repeat(50_000))),
                bytes(text.replace("10000", "1e999999999")),
                bytes(text.replace("10000", "-0.0")),
                bytes(text.replace("10000", "NaN")),
                bytes(text.replace("10000", "1_000")),
                bytes(text.replace("\"value\":10000", "\"value\":10000,\"value\":10000")),
                bytes(text.replace("10000", "1".repeat(1_100_000))),
                bytes(text.replace('"', '\'')),
                bytes(text + "//"),
                bytes(text.replace("\"kind\"", "\"k\\u0069nd\",\"kind\"")),
                bytes("\0" + text),
                new byte[] {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF},
                new byte[] {0});
    }

    @ParameterizedTest
    @MethodSource("attacks")
    void refusesWhatOnlyAnAttackerSends(byte[] value) {
        assertThat(CODEC.decode(bytes("card_1"), value, PLACE, BROKER_AT))
                .isInstanceOf(DecodedMessage.MalformedMessage.class);
        assertThat(Redaction.body(value)).isNotEmpty();
    }

    /** Any bytes give a message, or the reason that they are none. */
    @Test
    void neverThrows() {
        long seed = Long.getLong("test.seed", System.nanoTime());
        Random random = new Random(seed);
        byte[] example = bytes(example("clearing"));
        for (int i = 0; i < 5_000; i++) {
            byte[] changed = Arrays.copyOf(example, example.length - random.nextInt(2));
            for (int change = random.nextInt(4); change >= 0; change--) {
                changed[random.nextInt(changed.length)] =
                        random.nextBoolean()
                                ? (byte) random.nextInt(256)
                                : example[random.nextInt(example.length)];
            }
            int run = i;
            assertThatCode(
                            () -> {
                                var decoded =
                                        CODEC.decode(bytes("card_1"), changed, PLACE, BROKER_AT);
                                var redacted = Redaction.body(changed);
                                assertThat(decoded).isNotNull();
                                assertThat(redacted).isNotEmpty();
                            })
                    .as("seed %s, run %s", seed, run)
                    .doesNotThrowAnyException();
        }
    }

    @Test
    void takesTheLargestAmountThereIs() {
        String largest =
                example("authorization")
                        .replace("\"value\":10000", "\"value\":9223372036854775807");

        assertThat(decode(largest)).isInstanceOf(DecodedMessage.Entry.class);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {
                "00000000-0000-4000-8000-00000000000a; 00000000-0000-4000-8000-0000000000ff",
                "2026-11-21T10:15:30Z; 2026-11-21T10:15:35Z",
                "\"network\":\"visa\"; \"network\":\"visa\",\"repeat\":true",
                "\"system\":\"gw1\"; \"system\":\"gw2\""
            })
    void knowsARepetitionByWhatItMayChange(String part, String instead) {
        FeedEntry first = entry(example("authorization"));
        FeedEntry again = entry(example("authorization").replace(part, instead));

        assertThat(again.identity()).isEqualTo(first.identity());
        assertThat(again.payloadHash()).isEqualTo(first.payloadHash());
    }

    @Test
    void knowsAChangedMessageOfTheSameIdentity() {
        FeedEntry first = entry(example("authorization"));
        FeedEntry changed = entry(example("authorization").replace("10000", "10001"));

        assertThat(changed.identity()).isEqualTo(first.identity());
        assertThat(changed.payloadHash()).isNotEqualTo(first.payloadHash());
    }

    @ParameterizedTest
    @CsvSource({"sandbox, live", "live, sandbox"})
    void knowsATotalOfOneModeApartFromThatOfTheOther(String mode, String other) {
        FeedEntry first = entry(inMode(mode));

        assertThat(entry(inMode(mode)).identity()).isEqualTo(first.identity());
        assertThat(entry(inMode(other)).identity()).isNotEqualTo(first.identity());
    }

    private static String inMode(String mode) {
        return example("settlement_total").replace(NETWORK, NETWORK + ",\"mode\":\"" + mode + "\"");
    }

    /** A file that is sent again has other message ids; a fee given back is no repetition. */
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {
                "0000000000fe; 0000000000ff; true",
                "\"record_no\":3; \"record_no\":4; false",
                "\"direction\":\"debit\"; \"direction\":\"credit\"; false",
                "\"value\":25; \"value\":26; true"
            })
    void knowsAFeeByWhereItLiesInItsFile(String part, String instead, boolean same) {
        FeedEntry first = entry(FEE);
        FeedEntry again = entry(FEE.replace(part, instead));

        assertThat(again.identity().equals(first.identity())).isEqualTo(same);
    }

    /** Else it could not be booked. */
    @Test
    void wantsToKnowWhatAFeeOfAnotherCurrencyIsSettledWith() {
        String elsewhere =
                FEE.replace("\"amount\"", "\"settlement\":{\"currency\":\"USD\"},\"amount\"");

        assertThat(malformed(elsewhere).reason()).isEqualTo(Reason.MISSING_FIELD);
        var paid = entry(elsewhere.replace("\"USD\"", "\"USD\",\"amount\":28"));
        assertThat(paid.message().kind()).isEqualTo(MessageKind.FEE_COLLECTION);
    }

    private static final String FEE =
            """
            {"schema_version":1,"message_id":"00000000-0000-4000-8000-0000000000fe",\
            "kind":"fee_collection","network":"visa",\
            "source":{"system":"gw1","file_id":"F1","file_seq":1,"record_no":3},\
            "transmitted_at":"2026-11-21T10:15:30Z","mode":"sandbox",\
            "account_id":"acct_01KM000000E0080000000000N7","direction":"debit",\
            "amount":{"value":25,"currency":"EUR"}}""";

    /** The hash of a message is kept, and compared with that of a repetition which comes later. */
    @ParameterizedTest
    @CsvSource({
        "authorization, 4247688769410273247",
        "settlement_total, 419102574050600203",
        "complete, -4575884049223443242"
    })
    void hashesAMessageAsEarlierVersionsDid(String name, long hash) {
        assertThat(entry(example(name)).payloadHash()).isEqualTo(hash);
    }

    /** A record that is a year ahead would wait for its night as long. */
    @ParameterizedTest(name = "{0} that is {1} s ahead of the broker counts as of then: {2}")
    @CsvSource({
        "authorization, 121, true",
        "authorization, 119, false",
        "authorization, -899, false",
        "authorization, -901, true",
        "clearing, 31536000, true",
        "clearing, -86400, false",
        "settlement_total, 31536000, true"
    })
    void takesTheBrokersTimeWhereAGuardedSourceIsFarOff(String name, long ahead, boolean skewed) {
        FeedCodec guarded =
                new FeedCodec(
                        new CodecOptions(
                                Set.of("gw1", "clr", "vss"), null, ReferenceMask.LAST_FOUR),
                        InstantSource.fixed(BROKER_AT));
        Instant sent = entry(example(name)).message().header().sentAt();
        Instant came = sent.minusSeconds(ahead);

        DecodedMessage decoded = guarded.decode(bytes("card_1"), bytes(example(name)), PLACE, came);

        assertThat(decoded)
                .isInstanceOfSatisfying(
                        DecodedMessage.Entry.class,
                        read -> {
                            MessageHeader header = read.entry().message().header();
                            assertThat(header.at()).isEqualTo(skewed ? came : sent);
                            assertThat(header.skewed()).isEqualTo(skewed);
                        });
    }

    @Test
    void leavesNothingSecretInADeadLetter() {
        String secret =
                example("authorization")
                        .replace(
                                "\"network\":\"visa\"",
                                "\"pan\":\"4000001234567899\",\"cvc\":\"123\",\"x\":4000001234567899,\"note\":\"4000 0012 3456 7899\"");

        String body = new String(Redaction.body(bytes(secret)), StandardCharsets.UTF_8);

        assertThat(body)
                .contains("authorization_request")
                .doesNotContain("4000001234567899", "123456", "\"123\"", "3456 7899");
        assertThat(
                        new String(
                                Redaction.body(bytes("pan=4000001234567899")),
                                StandardCharsets.UTF_8))
                .doesNotContain("4000001234567899");
    }

    private static String cash(String member) {
        return example("authorization")
                .replace("authorization_request", "financial_request")
                .replace(NETWORK, NETWORK + "," + member);
    }

    private static Settlement settlement(String request) {
        return ((AuthorizationRequest) entry(request).message()).settlement();
    }

    private static DecodedMessage decode(String text) {
        return CODEC.decode(bytes("card_1"), bytes(text), PLACE, BROKER_AT);
    }

    private static FeedEntry entry(String text) {
        return ((DecodedMessage.Entry) decode(text)).entry();
    }

    private static DecodedMessage.MalformedMessage malformed(String text) {
        return (DecodedMessage.MalformedMessage) decode(text);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String example(String name) {
        return TextResource.read("/examples/" + name + ".json").strip();
    }
}
