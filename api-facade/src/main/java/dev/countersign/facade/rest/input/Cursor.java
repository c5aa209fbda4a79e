package dev.countersign.facade.rest.input;

import dev.countersign.reconcile.domain.ErrorCode;
import dev.countersign.reconcile.domain.RequestRefusedException;
import dev.countersign.reconcile.domain.text.Sha256;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import java.util.UUID;

/**
 * The position at which the next page of a list begins. It is opaque, and good only for the list
 * that it came from, by the same account with the same filters. It grants nothing, so a hash that
 * ties the two is enough.
 */
final class Cursor {

    private static final int ID_BYTES = 16;
    private static final int CHECK_BYTES = 8;

    private Cursor() {}

    static String write(UUID last, String list) {
        byte[] id =
                ByteBuffer.allocate(ID_BYTES)
                        .putLong(last.getMostSignificantBits())
                        .putLong(last.getLeastSignificantBits())
                        .array();
        ByteBuffer cursor =
                ByteBuffer.allocate(ID_BYTES + CHECK_BYTES).put(id).put(check(id, list));
        return Base64.getUrlEncoder().withoutPadding().encodeToString(cursor.array());
    }

    static UUID read(String cursor, String list) {
        byte[] bytes = decode(cursor);
        if (bytes.length != ID_BYTES + CHECK_BYTES) {
            throw invalid();
        }
        byte[] id = Arrays.copyOf(bytes, ID_BYTES);
        if (!Arrays.equals(check(id, list), Arrays.copyOfRange(bytes, ID_BYTES, bytes.length))) {
            throw invalid();
        }
        ByteBuffer buffer = ByteBuffer.wrap(id);
        return new UUID(buffer.getLong(), buffer.getLong());
    }

    private static byte[] decode(String cursor) {
        try {
            return Base64.getUrlDecoder().decode(cursor);
        } catch (IllegalArgumentException e) {
            throw invalid();
        }
    }

    private static RequestRefusedException invalid() {
        return new RequestRefusedException(
                ErrorCode.CURSOR_INVALID,
                "The cursor is not one of this list with these filters.",
                "starting_after");
    }

    private static byte[] check(byte[] id, String list) {
        MessageDigest digest = Sha256.begin();
        digest.update(id);
        return Arrays.copyOf(digest.digest(list.getBytes(StandardCharsets.UTF_8)), CHECK_BYTES);
    }
}
