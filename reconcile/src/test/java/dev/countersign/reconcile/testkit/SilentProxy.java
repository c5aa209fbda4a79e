package dev.countersign.reconcile.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * A way to a server on this machine that can fall silent, as a network does that drops what is
 * sent: connections stay open, new ones are made, and nothing comes through.
 */
public final class SilentProxy implements AutoCloseable {

    private static final long LOOK_NANOS = 1_000_000;

    private final ServerSocket door;
    private final int server;
    private final AtomicInteger connections = new AtomicInteger();
    private volatile boolean silent;
    private volatile int forgotten;

    private SilentProxy(ServerSocket door, int server) {
        this.door = door;
        this.server = server;
    }

    /** Opens a way to a port of this machine. */
    public static SilentProxy to(int server) throws IOException {
        var proxy =
                new SilentProxy(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()), server);
        Thread.ofVirtual().start(proxy::accept);
        return proxy;
    }

    /** The port at which to reach the server. */
    public int port() {
        return door.getLocalPort();
    }

    /** From here on nothing comes through, until {@link #speak}. */
    public void fallSilent() {
        silent = true;
    }

    /** Lets through what waits, and all that comes. */
    public void speak() {
        silent = false;
    }

    /** Nothing comes through any more on the connections that are open, nor is their end seen. */
    public void forgetOpen() {
        forgotten = connections.get();
    }

    private boolean isForgotten(int connection) {
        return connection <= forgotten;
    }

    private void accept() {
        while (!door.isClosed()) {
            try {
                Socket client = door.accept();
                Socket behind = new Socket(InetAddress.getLoopbackAddress(), server);
                int connection = connections.incrementAndGet();
                Thread.ofVirtual().start(() -> carry(connection, client, behind));
                Thread.ofVirtual().start(() -> carry(connection, behind, client));
            } catch (IOException e) {
                LockSupport.parkNanos(LOOK_NANOS); // closed, or the server is away
            }
        }
    }

    private void carry(int connection, Socket from, Socket to) {
        byte[] some = new byte[64 << 10];
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int read = in.read(some); read >= 0; read = in.read(some)) {
                while (silent || isForgotten(connection)) {
                    LockSupport.parkNanos(LOOK_NANOS);
                }
                out.write(some, 0, read);
            }
            while (isForgotten(connection)) {
                LockSupport.parkNanos(LOOK_NANOS);
            }
        } catch (IOException e) {
            var unused = e.getMessage(); // one of the two hung up
        }
    }

    @Override
    public void close() throws IOException {
        silent = false;
        forgotten = 0;
        door.close();
    }
}
