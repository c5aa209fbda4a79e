package dev.countersign.reconcile.vault;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The vectors are those of the domain text, section 6.2, in its order. */
class PinBlocksTest {

    private static final String T1_KEY = "000102030405060708090A0B0C0D0E0F";
    private static final String T1_PAN = "4000001234567899";
    private static final String T1_FILL = "0123456789ABCDEF";
    private static final String T1_BLOCK = "513DF2C473B9E8220874210EA27ABF46";

    private final PinBlocks blocks = new PinBlocks(new SecureRandom());

    static LongStream seeds() {
        return Seeds.seeds();
    }

    @Test
    void vector1IsThatOfEp2() {
        assertVector(
                "C1D0F8FB4958670DBA40AB1F3752EF0D",
                "1234",
                "432198765432109870",
                "146C6601F4A8035C",
                "CC17F65586BFD0953010226C4FC5B3CA");
    }

    @Test
    void vector2IsThatOfPsec() {
        assertVector(
                "00112233445566778899AABBCCDDEEFF",
                "1234",
                "1234567890123456789",
                "FFFFFFFFFFFFFFFF",
                "28B41FDDD29B743E93124BD8E32D921E");
    }

    @Test
    void vectorT1IsOursUnder128Bits() {
        assertVector(T1_KEY, "1234", T1_PAN, T1_FILL, T1_BLOCK);
    }

    @Test
    void vectorT2IsOursUnder256Bits() {
        assertVector(
                "000102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F",
                "123456",
                T1_PAN,
                "FEDCBA9876543210",
                "F6F0CCAB00D649BA359FABB6A88783AF");
    }

    @Test
    void theStepsOfT1AreTheOnesPublished() {
        assertThat(PinBlocks.pinField(pin("1234"), HexFormat.of().parseHex(T1_FILL)))
                .asHexString()
                .isEqualTo("441234AAAAAAAAAA0123456789ABCDEF");
        assertThat(PinBlocks.panField(T1_PAN))
                .asHexString()
                .isEqualTo("44000001234567899000000000000000");
    }

    @Test
    void theBlockOfT1IsNotThatOfAnotherCard() {
        assertThat(blocks.decode(block(T1_BLOCK), pan("4000001234567881"), key(T1_KEY))).isEmpty();
    }

    /** Decrypted once, each is what a device might send that got one thing wrong. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "041234AAAAAAAAAA0123456789ABCDEF",
                "341234AAAAAAAAAA0123456789ABCDEF",
                "43123AAAAAAAAAAA0123456789ABCDEF",
                "4D12345678901234AA3456789ABCDEF0",
                "40AAAAAAAAAAAAAA0123456789ABCDEF",
                "4F12345678901234AA3456789ABCDEF0",
                "44123AAAAAAAAAAA0123456789ABCDEF",
                "44123FAAAAAAAAAA0123456789ABCDEF",
                "441234AAAAAAAAAB0123456789ABCDEF",
                "4412345AAAAAAAAA0123456789ABCDEF",
                "441234FFFFFFFFFF0123456789ABCDEF"
            })
    void aFieldThatIsNotFormat4IsRefused(String pinField) {
        EncryptedPinBlock block = encipher(pinField, T1_PAN, key(T1_KEY));

        assertThat(blocks.decode(block, pan(T1_PAN), key(T1_KEY))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"1234", "0000", "12345", "999999999999"})
    void aFieldThatIsFormat4IsRead(String pin) {
        String field = "4" + Integer.toHexString(pin.length()) + pin + "A".repeat(14);
        EncryptedPinBlock block = encipher(field.substring(0, 16) + T1_FILL, T1_PAN, key(T1_KEY));

        assertThat(blocks.decode(block, pan(T1_PAN), key(T1_KEY)))
                .hasValueSatisfying(read -> assertThat(read.digits()).asString().isEqualTo(pin));
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void whatIsEncodedDecodesUnderItsKeyAndForItsCard(long seed) {
        Random random = new Random(seed);
        Pin pin = Seeds.pin(random);
        Pan pan = Seeds.pan(random);
        PinKey key = Seeds.pinKey(random);

        EncryptedPinBlock block = new PinBlocks(Seeds.secureRandom(seed)).encode(pin, pan, key);

        EncryptedPinBlock sent = EncryptedPinBlock.parse(block.hex()).orElseThrow();
        assertThat(blocks.decode(sent, pan, key))
                .hasValueSatisfying(
                        read -> assertThat(read.digits()).containsExactly(pin.digits()));
    }

    /** By chance one in sixteen million passes for format 4; even then it is another PIN. */
    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void aBlockWithOneByteChangedOfAnotherCardOrUnderAnotherKeyGivesNotThePin(long seed) {
        Random random = new Random(seed);
        Pin pin = Seeds.pin(random);
        Pan pan = Seeds.pan(random);
        PinKey key = Seeds.pinKey(random);
        EncryptedPinBlock block = new PinBlocks(Seeds.secureRandom(seed)).encode(pin, pan, key);

        for (int i = 0; i < EncryptedPinBlock.BYTES; i++) {
            byte[] changed = block.bytes();
            changed[i] ^= (byte) (1 + random.nextInt(255));
            assertIsNot(pin, new EncryptedPinBlock(changed), pan, key);
        }
        assertIsNot(pin, block, Seeds.pan(random), key);
        assertIsNot(pin, block, pan, Seeds.pinKey(random));
    }

    @Test
    void noTwoBlocksOfAPinAreTheSame() {
        assertThat(blocks.encode(pin("1234"), pan(T1_PAN), key(T1_KEY)))
                .isNotEqualTo(blocks.encode(pin("1234"), pan(T1_PAN), key(T1_KEY)));
    }

    private void assertVector(String key, String pin, String pan, String fill, String block) {
        assertThat(PinBlocks.encode(pin(pin), pan, key(key), HexFormat.of().parseHex(fill)).hex())
                .isEqualTo(block);
        assertThat(PinBlocks.decode(block(block), pan, key(key)))
                .hasValueSatisfying(read -> assertThat(read.digits()).asString().isEqualTo(pin));
    }

    private void assertIsNot(Pin pin, EncryptedPinBlock block, Pan pan, PinKey key) {
        assertThat(blocks.decode(block, pan, key))
                .satisfies(
                        read ->
                                read.ifPresent(
                                        chance ->
                                                assertThat(chance.digits())
                                                        .isNotEqualTo(pin.digits())));
    }

    /** Both passes over a PIN field as it stands, right or wrong. */
    private static EncryptedPinBlock encipher(String pinField, String pan, PinKey key) {
        byte[] joined = key.encrypt(HexFormat.of().parseHex(pinField));
        byte[] panField = PinBlocks.panField(pan);
        for (int i = 0; i < joined.length; i++) {
            joined[i] ^= panField[i];
        }
        return new EncryptedPinBlock(key.encrypt(joined));
    }

    private static Pin pin(String digits) {
        return Pin.parse(digits).orElseThrow();
    }

    private static Pan pan(String digits) {
        return Pan.parse(digits).orElseThrow();
    }

    private static PinKey key(String hex) {
        return PinKey.parse(hex).orElseThrow();
    }

    private static EncryptedPinBlock block(String hex) {
        return EncryptedPinBlock.parse(hex).orElseThrow();
    }
}
