package dev.countersign.facade.connection;

import dev.countersign.facade.connection.KeptConnections.Answer;
import java.io.IOException;
import java.net.ConnectException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Shares requests out among processes as HAProxy does: it asks each of them again and again whether
 * it is ready, and goes by that. It keeps connections, and sends nothing twice: only where a
 * connection is refused, before anything was sent, it turns to another process.
 */
final class Balancer implements AutoCloseable {

    private static final Duration BETWEEN_CHECKS = Duration.ofMillis(200);
    private static final int FALL = 2;
    private static final int RISE = 2;
    private static final String CHECK =
            "GET /actuator/health/readiness HTTP/1.1\r\nHost: localhost\r\n\r\n";

    private final List<Server> servers;
    private final AtomicInteger turn = new AtomicInteger();
    private volatile boolean ended;

    Balancer(List<Integer> ports) {
        servers = ports.stream().map(Server::new).toList();
        servers.forEach(server -> Thread.ofVirtual().start(server::watch));
    }

    /** Sends a request to one of those that are ready. */
    Answer send(String request) throws IOException {
        IOException refused = new IOException("no process is ready");
        int first = turn.getAndIncrement();
        for (int number = 0; number < servers.size(); number++) {
            Server server = servers.get((first + number) % servers.size());
            if (server.ready) {
                try {
                    return server.connections.send(request);
                } catch (ConnectException e) {
                    refused = e;
                }
            }
        }
        throw refused;
    }

    /** True while it sends requests to all of them. */
    boolean sendsToAll() {
        return servers.stream().allMatch(server -> server.ready);
    }

    @Override
    public void close() {
        ended = true;
        servers.forEach(server -> server.connections.close());
    }

    private final class Server {

        private final KeptConnections connections;
        private volatile boolean ready;

        private Server(int port) {
            connections = new KeptConnections(port);
        }

        /** It changes when so many checks in a row say otherwise. */
        private void watch() {
            int others = 0;
            while (!ended) {
                boolean now = isReady();
                others = now == ready ? 0 : others + 1;
                if (others == (now ? RISE : FALL)) {
                    ready = now;
                    others = 0;
                }
                try {
                    Thread.sleep(BETWEEN_CHECKS);
                } catch (InterruptedException e) {
                    return;
                }
            }
        }

        private boolean isReady() {
            try (KeptConnections check = new KeptConnections(connections.port())) {
                return check.send(CHECK).status() == 200;
            } catch (IOException e) {
                return false;
            }
        }
    }
}
