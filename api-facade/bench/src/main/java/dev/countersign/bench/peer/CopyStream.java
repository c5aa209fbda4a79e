package dev.countersign.bench.peer;

import dev.countersign.bench.stage.DatabaseLogin;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.postgresql.PGConnection;

/** Writes batches of rows by COPY, each in a transaction of its own together with a position. */
final class CopyStream implements AutoCloseable {

    private static final byte[] SIGNATURE =
            "PGCOPY\n\u00ff\r\n\0\0\0\0\0\0\0\0\0".getBytes(StandardCharsets.ISO_8859_1);
    private static final byte[] TRAILER = {(byte) 0xff, (byte) 0xff};

    private final Connection connection;
    private final String copy;
    private final PreparedStatement position;
    private final String topic;
    private final int partition;
    private final long begun;

    /**
     * Opens a connection of its own.
     *
     * @param columns of the transaction table, in the order of the rows
     * @param topic under which the position is kept
     */
    CopyStream(String url, String columns, String topic, int partition) throws SQLException {
        this.connection = DatabaseLogin.at(url).getConnection();
        this.topic = topic;
        this.partition = partition;
        connection.setAutoCommit(false);
        this.copy = "copy transaction (" + columns + ") from stdin (format binary)";
        try (PreparedStatement begin =
                connection.prepareStatement(
                        "insert into feed_position (topic, partition, next_offset) values (?, ?, 0)"
                                + " on conflict do nothing")) {
            begin.setString(1, topic);
            begin.setInt(2, partition);
            begin.executeUpdate();
        }
        try (PreparedStatement find =
                connection.prepareStatement(
                        "select next_offset from feed_position where topic = ? and partition = ?")) {
            find.setString(1, topic);
            find.setInt(2, partition);
            try (ResultSet found = find.executeQuery()) {
                found.next();
                this.begun = found.getLong(1);
            }
        }
        connection.commit();
        this.position =
                connection.prepareStatement(
                        "update feed_position set next_offset = ? where topic = ? and partition = ?");
    }

    /** Returns the position at which it stood when it was opened. */
    long begun() {
        return begun;
    }

    /** Writes a batch and the position after it, and commits both. */
    void write(List<byte[]> rows, long next) {
        int size = SIGNATURE.length + TRAILER.length;
        for (byte[] row : rows) {
            size += row.length;
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(size);
        bytes.writeBytes(SIGNATURE);
        rows.forEach(bytes::writeBytes);
        bytes.writeBytes(TRAILER);
        try {
            connection
                    .unwrap(PGConnection.class)
                    .getCopyAPI()
                    .copyIn(copy, new ByteArrayInputStream(bytes.toByteArray()));
            position.setLong(1, next);
            position.setString(2, topic);
            position.setInt(3, partition);
            position.executeUpdate();
            connection.commit();
        } catch (SQLException e) {
            throw new IllegalStateException("a batch was refused", e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
