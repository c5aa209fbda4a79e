package dev.countersign.reconcile.testkit;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;

/** A certificate of this machine that nobody else signed, with its key. */
public final class TestCertificate {

    /** The password of its files. */
    public static final String PASSWORD = "changeit";

    /** The type of its files. */
    public static final String TYPE = "PKCS12";

    private static final String NAME = "own";

    private final Path keyStore;
    private final Path trustStore;

    private TestCertificate(Path keyStore, Path trustStore) {
        this.keyStore = keyStore;
        this.trustStore = trustStore;
    }

    /** Makes one for localhost in a directory. */
    public static TestCertificate make(Path directory) throws Exception {
        Path keyStore = directory.resolve("certificate.p12");
        Process keytool =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "keytool")
                                        .toString(),
                                "-genkeypair",
                                "-alias",
                                NAME,
                                "-keyalg",
                                "EC",
                                "-dname",
                                "CN=localhost",
                                "-ext",
                                "san=dns:localhost,ip:127.0.0.1",
                                "-storetype",
                                TYPE,
                                "-keystore",
                                keyStore.toString(),
                                "-storepass",
                                PASSWORD)
                        .redirectErrorStream(true)
                        .start();
        String output = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (keytool.waitFor() != 0) {
            throw new IOException(output);
        }
        Path trustStore = directory.resolve("trusted.p12");
        try (OutputStream file = Files.newOutputStream(trustStore)) {
            trusted(keyStore).store(file, PASSWORD.toCharArray());
        }
        return new TestCertificate(keyStore, trustStore);
    }

    private static KeyStore trusted(Path keyStore) throws IOException, GeneralSecurityException {
        KeyStore own = KeyStore.getInstance(keyStore.toFile(), PASSWORD.toCharArray());
        KeyStore trusted = KeyStore.getInstance(TYPE);
        trusted.load(null, null);
        trusted.setCertificateEntry(NAME, own.getCertificate(NAME));
        return trusted;
    }

    /** The file of certificate and key, for a server. */
    public Path keyStore() {
        return keyStore;
    }

    /** The file of the certificate alone, for its clients. */
    public Path trustStore() {
        return trustStore;
    }

    /** The store of clients, which trusts this certificate and no other. */
    public KeyStore trusted() throws IOException, GeneralSecurityException {
        return trusted(keyStore);
    }
}
