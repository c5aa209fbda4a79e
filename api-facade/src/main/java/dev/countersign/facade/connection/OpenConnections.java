package dev.countersign.facade.connection;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.apache.catalina.util.NetMask;
import org.jspecify.annotations.Nullable;

/**
 * The open connections of a web server. It refuses those that one source opens above its share, and
 * ends those whose sender keeps it waiting.
 */
final class OpenConnections {

    private static final int NETWORK_BYTES = 8;

    private final ConnectionProperties limits;
    private final List<NetMask> unlimited;
    private final LongSupplier nanos;
    private final Map<SocketChannel, OpenConnection> open = new ConcurrentHashMap<>();
    private final Map<String, Set<OpenConnection>> bySource = new HashMap<>();
    private final Counter refused;
    private final Counter slow;

    OpenConnections(ConnectionProperties limits, MeterRegistry meters, LongSupplier nanos) {
        this.limits = limits;
        this.unlimited = limits.unlimitedNetworks();
        this.nanos = nanos;
        this.refused =
                Counter.builder("countersign.connections.refused")
                        .description("Connections that a source opened above its share")
                        .register(meters);
        this.slow =
                Counter.builder("countersign.connections.slow")
                        .description("Connections that were ended because their sender was slow")
                        .register(meters);
        Gauge.builder("countersign.connections.open", open, Map::size)
                .description("Connections that are open")
                .register(meters);
    }

    long now() {
        return nanos.getAsLong();
    }

    /** Counts a connection; false where its source has its share. */
    synchronized boolean admit(SocketChannel socket) {
        String source;
        try {
            source = source(socket);
        } catch (IOException e) {
            return false; // it was closed meanwhile
        }
        OpenConnection connection = new OpenConnection(socket, source, limits, now());
        if (source != null) {
            Set<OpenConnection> others =
                    bySource.computeIfAbsent(source, unseen -> new HashSet<>());
            if (others.size() >= limits.perSource()) {
                others.removeIf(other -> !other.isOpen());
            }
            if (others.size() >= limits.perSource()) {
                refused.increment();
                return false;
            }
            others.add(connection);
        }
        open.put(socket, connection);
        return true;
    }

    /**
     * Returns the source whose connections are counted together; null if its connections are not
     * counted.
     */
    private @Nullable String source(SocketChannel socket) throws IOException {
        if (!(socket.getRemoteAddress() instanceof InetSocketAddress remote)) {
            return null;
        }
        InetAddress address = remote.getAddress();
        if (unlimited.stream().anyMatch(network -> network.matches(address))) {
            return null;
        }
        return address instanceof Inet6Address
                ? HexFormat.of().formatHex(Arrays.copyOf(address.getAddress(), NETWORK_BYTES))
                : address.getHostAddress();
    }

    /** An admitted connection; null for one that is closed. */
    @Nullable OpenConnection find(SocketChannel socket) {
        return open.get(socket);
    }

    /** Forgets connections that were closed, and ends those that are too slow. */
    synchronized void sweep() {
        long now = now();
        open.values()
                .removeIf(
                        connection -> {
                            if (!connection.isOpen()) {
                                forget(connection);
                                return true;
                            }
                            if (connection.isTooSlow(now) && connection.endInput()) {
                                slow.increment();
                            }
                            return false;
                        });
    }

    private void forget(OpenConnection connection) {
        String source = connection.source();
        Set<OpenConnection> others = source == null ? null : bySource.get(source);
        if (others != null && others.remove(connection) && others.isEmpty()) {
            bySource.remove(source);
        }
    }
}
