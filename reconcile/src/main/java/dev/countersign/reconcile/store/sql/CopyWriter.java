package dev.countersign.reconcile.store.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.function.Consumer;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;

/**
 * Rows on their way into a table by binary COPY. They leave in chunks, so that the server inserts
 * the first while the last are written, and no buffer grows with their number.
 */
final class CopyWriter implements AutoCloseable {

    private static final int PIECE_BYTES = 64 << 10;

    /** Room for the row that makes a chunk full. */
    private static final int ROW_BYTES = 8 << 10;

    private final CopyIn copy;
    private final CopyBuffer buffer = new CopyBuffer(PIECE_BYTES + ROW_BYTES);

    private CopyWriter(CopyIn copy) {
        this.copy = copy;
    }

    /** Begins a COPY; nothing else can be asked of the connection until it is closed. */
    static CopyWriter open(Connection connection, String statement) throws SQLException {
        return new CopyWriter(connection.unwrap(PGConnection.class).getCopyAPI().copyIn(statement));
    }

    void write(Consumer<CopyBuffer> row) throws SQLException {
        row.accept(buffer);
        if (buffer.size() >= PIECE_BYTES) {
            send();
        }
    }

    /** Ends the rows; the server has taken all of them when this returns. */
    void finish() throws SQLException {
        buffer.end();
        send();
        var unused = copy.endCopy();
    }

    private void send() throws SQLException {
        copy.writeToCopy(buffer.array(), 0, buffer.size());
        buffer.clear();
    }

    /** Takes back what was not finished. */
    @Override
    public void close() throws SQLException {
        if (copy.isActive()) {
            copy.cancelCopy();
        }
    }
}
