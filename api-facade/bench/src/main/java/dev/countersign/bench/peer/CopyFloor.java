package dev.countersign.bench.peer;

import dev.countersign.bench.stage.DatabaseLogin;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.postgresql.PGConnection;
import org.postgresql.copy.PGCopyInputStream;

/**
 * The floor: the rows that the product wrote, copied in binary form, from memory, into the
 * product's own table, over as many connections as the product uses. No deciding, no reading, no
 * answering: nothing durable can be faster.
 */
public final class CopyFloor {

    /** Description of how this floor is made. */
    public static final String SETTINGS =
            """
            COPY BINARY of the product's own rows, from memory, 2,000 to a transaction, into the \
            product's own table, over as many connections as the product writes with""";

    private static final int BATCH = 2_000;
    private static final int HEADER_BYTES = 19;

    private CopyFloor() {}

    /**
     * Reads the rows, writes them, and stays until it is ended.
     *
     * @param arguments JDBC addresses of where the rows are and where they go, and the number of
     *     connections
     */
    public static void run(List<String> arguments) throws Exception {
        String columns;
        try (Connection connection = DatabaseLogin.at(arguments.get(0)).getConnection()) {
            columns = TableColumns.of(connection, "transaction");
        }
        List<byte[]> rows = read(arguments.get(0), columns);
        int connections = Integer.parseInt(arguments.get(2));
        List<Thread> writers = new ArrayList<>();
        int share = (rows.size() + connections - 1) / connections;
        for (int i = 0; i < connections; i++) {
            List<byte[]> mine =
                    rows.subList(
                            Math.min(i * share, rows.size()),
                            Math.min((i + 1) * share, rows.size()));
            int number = i;
            writers.add(
                    Thread.ofPlatform()
                            .start(() -> write(arguments.get(1), columns, number, mine)));
        }
        for (Thread writer : writers) {
            writer.join();
        }
        Thread.currentThread().join();
    }

    private static void write(String url, String columns, int number, List<byte[]> rows) {
        try (CopyStream copy = new CopyStream(url, columns, "floor", number)) {
            for (int from = 0; from < rows.size(); from += BATCH) {
                int to = Math.min(from + BATCH, rows.size());
                copy.write(rows.subList(from, to), to);
            }
        } catch (SQLException e) {
            throw new IllegalStateException("the floor cannot be written", e);
        }
    }

    private static List<byte[]> read(String url, String columns) throws SQLException, IOException {
        List<byte[]> rows = new ArrayList<>();
        try (Connection connection = DatabaseLogin.at(url).getConnection();
                InputStream copied =
                        new PGCopyInputStream(
                                connection.unwrap(PGConnection.class),
                                "copy (select "
                                        + columns
                                        + " from transaction order by id) to stdout (format binary)");
                DataInputStream in = new DataInputStream(copied)) {
            in.readNBytes(HEADER_BYTES);
            for (short fields = in.readShort(); fields >= 0; fields = in.readShort()) {
                rows.add(row(in, fields));
            }
        }
        return rows;
    }

    private static byte[] row(DataInputStream in, short fields) throws IOException {
        ByteBuffer row = ByteBuffer.allocate(4_096);
        row.putShort(fields);
        for (int i = 0; i < fields; i++) {
            int length = in.readInt();
            row.putInt(length);
            if (length > 0) {
                row.put(in.readNBytes(length));
            }
        }
        byte[] bytes = new byte[row.position()];
        row.flip().get(bytes);
        return bytes;
    }
}
