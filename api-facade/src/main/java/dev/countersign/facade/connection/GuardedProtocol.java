package dev.countersign.facade.connection;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.coyote.http11.Http11NioProtocol;
import org.apache.tomcat.util.net.AbstractEndpoint.Handler;
import org.apache.tomcat.util.net.NioChannel;
import org.apache.tomcat.util.net.NioEndpoint;
import org.apache.tomcat.util.net.SecureNioChannel;
import org.apache.tomcat.util.net.SocketBufferHandler;
import org.apache.tomcat.util.net.SocketEvent;
import org.apache.tomcat.util.net.SocketWrapperBase;
import org.jspecify.annotations.Nullable;

/**
 * Tomcat's HTTP, with a look at each connection: Tomcat's own timeouts begin anew with each byte,
 * so that who sends one now and then is waited for without end. Tomcat makes it by its name.
 */
public final class GuardedProtocol extends Http11NioProtocol {

    private static final long SWEEP_MS = 250;

    /** Made before its limits are known. */
    public GuardedProtocol() {
        super(new Endpoint());
    }

    /** Sets who watches the connections, before the first one comes. */
    void guard(OpenConnections connections) {
        ((Endpoint) getEndpoint()).guard = connections;
    }

    /** Accepts connections and reads them. */
    private static final class Endpoint extends NioEndpoint {

        private volatile @Nullable OpenConnections guard;
        private @Nullable ScheduledExecutorService sweeper;

        @Override
        public void startInternal() throws Exception {
            super.startInternal();
            ScheduledExecutorService started =
                    Executors.newSingleThreadScheduledExecutor(
                            Thread.ofPlatform().name("connections").daemon().factory());
            var unused =
                    started.scheduleWithFixedDelay(
                            guard()::sweep, SWEEP_MS, SWEEP_MS, TimeUnit.MILLISECONDS);
            sweeper = started;
        }

        @Override
        public void stopInternal() {
            if (sweeper != null) {
                sweeper.shutdownNow();
            }
            super.stopInternal();
        }

        private OpenConnections guard() {
            OpenConnections known = guard;
            if (known == null) {
                throw new IllegalStateException("no guard of the connections is set");
            }
            return known;
        }

        @Override
        protected boolean setSocketOptions(SocketChannel socket) {
            if (guard().admit(socket)) {
                return super.setSocketOptions(socket);
            }
            destroySocket(socket);
            return false;
        }

        @Override
        public void setHandler(Handler<NioChannel> handler) {
            super.setHandler(new RequestHandler(this, handler));
        }

        @Override
        protected NioChannel createChannel(SocketBufferHandler buffer) {
            return isSSLEnabled()
                    ? new GuardedTlsChannel(buffer, this)
                    : new GuardedChannel(buffer, this);
        }

        /** Tells the connection of a socket what was read from it. */
        void received(@Nullable SocketChannel socket, int bytes) {
            OpenConnections known = guard();
            OpenConnection connection = socket == null ? null : known.find(socket);
            if (connection != null) {
                connection.received(bytes, known.now());
            }
        }
    }

    /** A connection as it is. */
    private static final class GuardedChannel extends NioChannel {

        private final Endpoint endpoint;

        GuardedChannel(SocketBufferHandler buffer, Endpoint endpoint) {
            super(buffer);
            this.endpoint = endpoint;
        }

        @Override
        public int read(ByteBuffer target) throws IOException {
            int bytes = super.read(target);
            endpoint.received(sc, bytes);
            return bytes;
        }
    }

    /** A connection over TLS; what counts is what came out of it. */
    private static final class GuardedTlsChannel extends SecureNioChannel {

        private final Endpoint endpoint;

        GuardedTlsChannel(SocketBufferHandler buffer, Endpoint endpoint) {
            super(buffer, endpoint);
            this.endpoint = endpoint;
        }

        @Override
        public int read(ByteBuffer target) throws IOException {
            int bytes = super.read(target);
            endpoint.received(sc, bytes);
            return bytes;
        }
    }

    /** Tomcat's handling of requests, between the marks of where one begins and ends. */
    private record RequestHandler(Endpoint endpoint, Handler<NioChannel> tomcat)
            implements Handler<NioChannel> {

        @Override
        public SocketState process(SocketWrapperBase<NioChannel> socket, SocketEvent event) {
            OpenConnection connection = endpoint.guard().find(socket.getSocket().getIOChannel());
            if (connection == null) {
                return tomcat.process(socket, event);
            }
            int turn = connection.enter(socket.getCurrentProcessor() == null);
            SocketState state = SocketState.CLOSED;
            try {
                state = tomcat.process(socket, event);
                return state;
            } finally {
                connection.leave(turn, state == SocketState.OPEN);
            }
        }

        @Override
        public Object getGlobal() {
            return tomcat.getGlobal();
        }

        @Override
        public void release(SocketWrapperBase<NioChannel> socket) {
            tomcat.release(socket);
        }

        @Override
        public void pause() {
            tomcat.pause();
        }

        @Override
        public void recycle() {
            tomcat.recycle();
        }
    }
}
