package dev.countersign.reconcile.store.sql;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Rows in the binary format of COPY, in memory: a batch is small and bounded. */
final class CopyBuffer {

    private static final byte[] SIGNATURE =
            "PGCOPY\n\u00ff\r\n\0".getBytes(StandardCharsets.ISO_8859_1);
    private static final int NULL_LENGTH = -1;
    private static final short TRAILER = -1;

    private ByteBuffer buffer;

    CopyBuffer(int sizeHint) {
        buffer = ByteBuffer.allocate(Math.max(1_024, sizeHint));
        raw(SIGNATURE);
        int32(0);
        int32(0);
    }

    void row(int columns) {
        int16((short) columns);
    }

    void nothing() {
        int32(NULL_LENGTH);
    }

    void length(int bytes) {
        int32(bytes);
    }

    void bytes(byte[] value) {
        int32(value.length);
        raw(value);
    }

    void raw(byte[] value) {
        room(value.length);
        buffer.put(value);
    }

    void int8(byte value) {
        room(1);
        buffer.put(value);
    }

    void int16(short value) {
        room(2);
        buffer.putShort(value);
    }

    void int32(int value) {
        room(4);
        buffer.putInt(value);
    }

    void int64(long value) {
        room(8);
        buffer.putLong(value);
    }

    void end() {
        int16(TRAILER);
    }

    int size() {
        return buffer.position();
    }

    /** Returns the array with the content, up to its size. */
    byte[] array() {
        return buffer.array();
    }

    /** Makes room for more. */
    void clear() {
        buffer.clear();
    }

    private void room(int bytes) {
        if (buffer.remaining() < bytes) {
            ByteBuffer larger =
                    ByteBuffer.allocate(Math.max(buffer.capacity() * 2, buffer.position() + bytes));
            larger.put(buffer.flip());
            buffer = larger;
        }
    }
}
