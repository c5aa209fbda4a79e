package dev.countersign.reconcile.vault.key;

import static dev.countersign.reconcile.vault.key.KeyUse.AUDIT_TRAIL;
import static dev.countersign.reconcile.vault.key.KeyUse.KEY_ENCRYPTION;
import static dev.countersign.reconcile.vault.key.KeyUse.PAN_LOOKUP;
import static dev.countersign.reconcile.vault.key.KeyUse.PIN_VERIFICATION;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.countersign.reconcile.vault.AuditSeals;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class Pkcs12KeysTest {

    private static final byte[] SECRET = "not for everybody".getBytes(US_ASCII);
    private static final byte[] CONTEXT = "this row".getBytes(US_ASCII);

    @TempDir private Path directory;
    private Path file;

    @BeforeEach
    void nameTheFile() {
        file = directory.resolve("keys.p12");
    }

    @Test
    void theFirstUseMakesTheFileForItsOwnerAlone() throws Exception {
        open();

        assertThat(Files.getPosixFilePermissions(file))
                .containsExactlyInAnyOrder(
                        PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);
        assertThat(names()).containsExactlyInAnyOrder("keys.p12", "keys.p12.lock");
    }

    @Test
    void reopenedItHasTheSameKeys() {
        Pkcs12Keys first = open();
        byte[] encrypted = first.encrypt(first.newest(KEY_ENCRYPTION), SECRET, CONTEXT);
        byte[] lookup = first.mac(first.newest(PAN_LOOKUP), SECRET);
        byte[] pin = first.mac(first.newest(PIN_VERIFICATION), SECRET);

        Pkcs12Keys again = open();

        assertThat(again.decrypt(again.newest(KEY_ENCRYPTION), encrypted, CONTEXT))
                .hasValue(SECRET);
        assertThat(again.mac(again.newest(PAN_LOOKUP), SECRET)).isEqualTo(lookup);
        assertThat(again.mac(again.newest(PIN_VERIFICATION), SECRET)).isEqualTo(pin);
        assertThat(lookup).isNotEqualTo(pin).hasSize(32);
    }

    @Test
    void whatWasEncryptedOpensInItsContextAlone() {
        Pkcs12Keys keys = open();
        KeyName kek = keys.newest(KEY_ENCRYPTION);
        byte[] encrypted = keys.encrypt(kek, SECRET, CONTEXT);

        assertThat(keys.decrypt(kek, encrypted, "that row".getBytes(US_ASCII))).isEmpty();
    }

    @Test
    void aWrongPasswordGivesOneSentence() {
        open();

        assertThatExceptionOfType(KeysRefusedException.class)
                .isThrownBy(() -> open("another"))
                .satisfies(
                        refused ->
                                assertThat(refused.sentence())
                                        .isEqualTo(
                                                "The password of the key file %s is another, or"
                                                        + " the file was changed.",
                                                file));
    }

    @Test
    void noPasswordGivesOneSentenceAndNoFile() {
        assertThatExceptionOfType(KeysRefusedException.class)
                .isThrownBy(() -> open(""))
                .withMessage("The key file %s needs a password.", file);
        assertThat(file).doesNotExist();
    }

    @Test
    void aFileThatIsNoPkcs12GivesOneSentence() throws Exception {
        Files.writeString(file, "hello");

        assertThatExceptionOfType(KeysRefusedException.class)
                .isThrownBy(this::open)
                .withMessage("The key file %s cannot be read.", file);
        assertThat(file).hasContent("hello");
    }

    @Test
    void aFileOfAnotherProgramIsNotFilledWithKeys() throws Exception {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        try (OutputStream bytes = Files.newOutputStream(file)) {
            store.store(bytes, "password".toCharArray());
        }

        assertThatExceptionOfType(KeysRefusedException.class)
                .isThrownBy(this::open)
                .withMessage("There is no key kek-1 in the key file %s.", file);
    }

    @Test
    void aDirectoryThatIsNotThereIsNotMade() {
        file = directory.resolve("secrets").resolve("keys.p12");

        assertThatExceptionOfType(KeysRefusedException.class)
                .isThrownBy(this::open)
                .withMessage("The key file %s cannot be written.", file);
    }

    @Test
    void aNewerKeyLeavesTheOlderReadable() {
        Pkcs12Keys keys = open();
        KeyName old = keys.newest(KEY_ENCRYPTION);
        byte[] encrypted = keys.encrypt(old, SECRET, CONTEXT);

        KeyName added = keys.add(KEY_ENCRYPTION);

        assertThat(added).hasToString("kek-2");
        assertThat(keys.newest(KEY_ENCRYPTION)).isEqualTo(added);
        assertThat(keys.decrypt(old, encrypted, CONTEXT)).hasValue(SECRET);
        assertThat(keys.decrypt(added, encrypted, CONTEXT)).isEmpty();
        assertThat(open().newest(KEY_ENCRYPTION)).isEqualTo(added);
        assertThat(names()).containsExactlyInAnyOrder("keys.p12", "keys.p12.lock");
    }

    @Test
    void aKeyThatAnotherProcessAddedIsFound() {
        Pkcs12Keys running = open();
        Pkcs12Keys other = open();
        KeyName added = other.add(KEY_ENCRYPTION);
        byte[] encrypted = other.encrypt(added, SECRET, CONTEXT);

        assertThat(running.decrypt(added, encrypted, CONTEXT)).hasValue(SECRET);
    }

    @Test
    void ofManyThatStartTogetherAllHaveTheSameKeys() {
        List<byte[]> hashes =
                IntStream.range(0, 8)
                        .parallel()
                        .mapToObj(i -> open().mac(KeyName.first(PAN_LOOKUP), SECRET))
                        .toList();

        assertThat(hashes).allSatisfy(hash -> assertThat(hash).isEqualTo(hashes.getFirst()));
    }

    /** Of before the audit trail had a key: opening it must not make one of a name that is used. */
    @Test
    void aFileWithoutAKeyOfTheTrailIsOpenedWithoutMakingOne() throws Exception {
        open();
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream bytes = Files.newInputStream(file)) {
            store.load(bytes, "password".toCharArray());
        }
        store.deleteEntry(KeyName.first(AUDIT_TRAIL).label());
        try (OutputStream bytes = Files.newOutputStream(file)) {
            store.store(bytes, "password".toCharArray());
        }

        Pkcs12Keys keys = open();

        assertThatExceptionOfType(KeysRefusedException.class)
                .isThrownBy(() -> keys.newest(AUDIT_TRAIL))
                .withMessage("There is no key audit-trail-1 in the key file %s.", file);
        assertThat(new AuditSeals(keys).keyAfter(null)).hasToString("audit-trail-1");
        assertThat(open().newest(AUDIT_TRAIL)).hasToString("audit-trail-1");
    }

    @Test
    void showsWhereTheKeysAreAndNothingElse() {
        assertThat(open()).hasToString("the key file " + file);
    }

    private Set<String> names() {
        try (Stream<Path> files = Files.list(directory)) {
            return Set.copyOf(files.map(path -> path.getFileName().toString()).toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Pkcs12Keys open() {
        return open("password");
    }

    private Pkcs12Keys open(String password) {
        return Pkcs12Keys.open(file, password.toCharArray(), new SecureRandom());
    }
}
