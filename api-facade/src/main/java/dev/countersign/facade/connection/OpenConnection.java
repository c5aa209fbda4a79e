package dev.countersign.facade.connection;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * One connection, and how long its sender has kept the server waiting for the request that is being
 * read. Time that the server takes itself does not count, nor does the pause between two requests.
 * All times are in nanoseconds of one clock.
 */
final class OpenConnection {

    /**
     * Time for which the rest of a body is awaited once its request is answered. A caller that is
     * still sending would not read the answer if the connection were cut at once.
     */
    private static final Duration LINGER = Duration.ofSeconds(1);

    private static final ThreadLocal<@Nullable OpenConnection> SERVED = new ThreadLocal<>();

    private final SocketChannel socket;
    private final @Nullable String source;
    private final long patience;
    private final double nanosPerByte;

    private int turn;
    private boolean waiting = true;
    private long waitingSince;
    private long waited;
    private long received;
    private long lingerUntil = Long.MAX_VALUE;
    private boolean ended;

    /**
     * A connection that has said nothing yet.
     *
     * @param source null where its connections are not counted
     */
    OpenConnection(
            SocketChannel socket, @Nullable String source, ConnectionProperties limits, long now) {
        this.socket = socket;
        this.source = source;
        this.patience = limits.patience().toNanos();
        this.nanosPerByte = (double) Duration.ofSeconds(1).toNanos() / limits.bytesPerSecondMin();
        this.waitingSince = now;
    }

    /** The connection that this thread serves now; null in all other threads. */
    static @Nullable OpenConnection served() {
        return SERVED.get();
    }

    @Nullable String source() {
        return source;
    }

    boolean isOpen() {
        return socket.isOpen();
    }

    /**
     * This thread serves the connection from here to {@link #leave}.
     *
     * @param newRequest false where it goes on with a request that it has begun to read
     * @return the number of this turn
     */
    synchronized int enter(boolean newRequest) {
        if (newRequest) {
            waited = 0;
            received = 0;
            lingerUntil = Long.MAX_VALUE;
        }
        SERVED.set(this);
        return ++turn;
    }

    /**
     * This thread serves the connection no longer.
     *
     * @param idle true where its request is done and no other has begun; by now another thread may
     *     be reading the next one, in a turn of its own
     */
    synchronized void leave(int itsTurn, boolean idle) {
        if (idle && turn == itsTurn) {
            waiting = false;
        }
        SERVED.remove();
    }

    /** Bytes were asked for, and so many came; none where the server has to wait. */
    synchronized void received(int bytes, long now) {
        if (bytes > 0) {
            waited += waiting ? now - waitingSince : 0;
            waiting = false;
            received += bytes;
        } else if (bytes == 0 && !waiting) {
            waiting = true;
            waitingSince = now;
        }
    }

    /** The request is answered; what is left of it is not wanted. */
    synchronized void answered(long now) {
        lingerUntil = now + LINGER.toNanos();
    }

    /** True where the server has waited too long for the request. */
    synchronized boolean isTooSlow(long now) {
        if (!waiting) {
            return false;
        }
        long inAll = waited + now - waitingSince;
        return inAll > patience + (long) (received * nanosPerByte)
                || (lingerUntil != Long.MAX_VALUE && now - lingerUntil > 0);
    }

    /**
     * Ends the input, as if the sender had: the reader sees its end, and closes the connection.
     *
     * @return false when that was done before
     */
    boolean endInput() {
        if (ended) {
            return false;
        }
        ended = true;
        try {
            socket.shutdownInput();
        } catch (IOException e) {
            return false; // it was closed meanwhile, which is as good
        }
        return true;
    }
}
