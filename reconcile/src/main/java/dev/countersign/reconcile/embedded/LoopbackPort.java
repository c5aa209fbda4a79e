package dev.countersign.reconcile.embedded;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;

/** A TCP port of 127.0.0.1 that nobody listens on at the moment. */
public final class LoopbackPort {

    /** Asks {@link #claim} for any free port. */
    public static final int ANY = 0;

    private LoopbackPort() {}

    /**
     * Answers the wanted port, or a free one for {@link #ANY}. Asking beforehand matters because an
     * embedded server would otherwise take another server on its port for itself.
     *
     * @throws StartupRefusedException if another process listens there already
     */
    public static int claim(int port, String server, String setting) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new StartupRefusedException(
                    "Port %s, meant for %s, is taken: stop what listens there, or choose another port with %s."
                            .formatted(port, server, setting),
                    e);
        }
    }
}
