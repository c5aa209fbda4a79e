package dev.countersign.facade.connection;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.Deque;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedDeque;

/**
 * Connections to a port of this machine, used again while the other side keeps them, as those of a
 * proxy. What was sent is never sent a second time.
 */
final class KeptConnections implements AutoCloseable {

    /** An answer, whole. */
    record Answer(int status, String body) {}

    private static final int ANSWER_MAX_MS = 30_000;
    private static final int LOOK_MS = 1;

    private final int port;
    private final Deque<Connection> idle = new ConcurrentLinkedDeque<>();

    KeptConnections(int port) {
        this.port = port;
    }

    int port() {
        return port;
    }

    /**
     * Sends a request over a connection that nobody uses, and reads its answer.
     *
     * @throws java.net.ConnectException when the connection is refused, and nothing was sent
     */
    Answer send(String request) throws IOException {
        Connection connection = idle.poll();
        while (connection != null && !connection.isOpen()) {
            connection.close();
            connection = idle.poll();
        }
        Connection used = connection == null ? new Connection(port) : connection;
        try {
            Answer answer = used.exchange(request);
            if (used.isKept()) {
                idle.push(used);
            } else {
                used.close();
            }
            return answer;
        } catch (IOException e) {
            used.close();
            throw e;
        }
    }

    @Override
    public void close() {
        idle.forEach(Connection::close);
    }

    private static final class Connection implements Closeable {

        private final Socket socket;
        private final InputStream in;
        private boolean kept = true;

        private Connection(int port) throws IOException {
            socket = new Socket(InetAddress.getLoopbackAddress(), port);
            socket.setTcpNoDelay(true);
            in = new BufferedInputStream(socket.getInputStream());
        }

        /** False where the other side has closed it, or says what nobody asked for. */
        private boolean isOpen() {
            try {
                socket.setSoTimeout(LOOK_MS);
                int unusedByte = in.read();
                return false;
            } catch (SocketTimeoutException e) {
                return true;
            } catch (IOException e) {
                return false;
            }
        }

        private boolean isKept() {
            return kept;
        }

        private Answer exchange(String request) throws IOException {
            socket.setSoTimeout(ANSWER_MAX_MS);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
            String[] first = line().split(" ", 3);
            int status = Integer.parseInt(first[1]);
            Map<String, String> headers = new HashMap<>();
            for (String header = line(); !header.isEmpty(); header = line()) {
                int colon = header.indexOf(':');
                headers.put(
                        header.substring(0, colon).toLowerCase(Locale.ROOT),
                        header.substring(colon + 1).strip());
            }
            kept = !"close".equalsIgnoreCase(headers.get("connection"));
            return new Answer(status, new String(body(headers), StandardCharsets.UTF_8));
        }

        private byte[] body(Map<String, String> headers) throws IOException {
            if ("chunked".equalsIgnoreCase(headers.get("transfer-encoding"))) {
                return chunks();
            }
            return bytes(Integer.parseInt(headers.getOrDefault("content-length", "0")));
        }

        private byte[] chunks() throws IOException {
            StringBuilder whole = new StringBuilder();
            for (int size = size(); size > 0; size = size()) {
                whole.append(new String(bytes(size), StandardCharsets.ISO_8859_1));
                requireEmptyLine();
            }
            requireEmptyLine();
            return whole.toString().getBytes(StandardCharsets.ISO_8859_1);
        }

        private int size() throws IOException {
            return Integer.parseInt(line(), 16);
        }

        private void requireEmptyLine() throws IOException {
            if (!line().isEmpty()) {
                throw new IOException("an answer goes on where it should end");
            }
        }

        private byte[] bytes(int count) throws IOException {
            byte[] read = in.readNBytes(count);
            if (read.length < count) {
                throw new EOFException("an answer was cut off");
            }
            return read;
        }

        private String line() throws IOException {
            StringBuilder line = new StringBuilder();
            for (int next = in.read(); next != '\n'; next = in.read()) {
                if (next < 0) {
                    throw new EOFException("the connection was closed after: " + line);
                }
                line.append((char) next);
            }
            return line.toString().stripTrailing();
        }

        @Override
        public void close() {
            try {
                socket.close();
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
