package dev.countersign.reconcile.domain.audit;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Bytes that a seal is over: each part with its length, so that no two contents read the same. */
final class SealedContent {

    private SealedContent() {}

    static byte[] of(String... parts) {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        for (String part : parts) {
            byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
            content.writeBytes((bytes.length + ":").getBytes(StandardCharsets.US_ASCII));
            content.writeBytes(bytes);
        }
        return content.toByteArray();
    }
}
