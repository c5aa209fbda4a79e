package dev.countersign.jobs.bank.camt;

import dev.countersign.reconcile.domain.text.Sha256;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import javax.xml.stream.XMLStreamReader;

/**
 * SHA-256 of what an XML element says: its elements, attributes and texts in their order, whatever
 * the prefixes, blanks and comments.
 */
final class ContentHash {

    private static final byte BEGIN = 1;
    private static final byte VALUE = 2;
    private static final byte END = 3;

    private final MessageDigest digest = Sha256.begin();

    /** That of a single text. */
    static String of(String text) {
        ContentHash hash = new ContentHash();
        hash.value(text);
        return hash.hex();
    }

    void begin(String name, XMLStreamReader attributes) {
        write(BEGIN, name);
        for (int i = 0; i < attributes.getAttributeCount(); i++) {
            write(VALUE, attributes.getAttributeLocalName(i));
            write(VALUE, attributes.getAttributeValue(i));
        }
    }

    void value(String text) {
        write(VALUE, text);
    }

    void end() {
        digest.update(END);
    }

    /** The hash so far, in hexadecimal digits; what follows begins anew. */
    String hex() {
        return HexFormat.of().formatHex(digest.digest());
    }

    private void write(byte kind, String text) {
        digest.update(kind);
        digest.update(text.getBytes(StandardCharsets.UTF_8));
        digest.update((byte) 0);
    }
}
