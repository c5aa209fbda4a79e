package dev.countersign.facade.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.catalina.Context;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A web server that waits for its callers for a third of a second. */
class GuardedProtocolTest {

    private static final ConnectionProperties LIMITS =
            new ConnectionProperties(
                    100, 3, List.of("127.0.0.1"), Duration.ofMillis(300), 1_000_000);
    private static final String HEAD = "POST / HTTP/1.1\r\nHost: x\r\n";

    @TempDir static java.nio.file.Path directory;

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final CountDownLatch working = new CountDownLatch(1);
    private final Tomcat tomcat = new Tomcat();
    private Connector connector;

    @BeforeEach
    void start() throws Exception {
        OpenConnections connections = new OpenConnections(LIMITS, meters, System::nanoTime);
        tomcat.setBaseDir(directory.toString());
        connector = new Connector(GuardedProtocol.class.getName());
        connector.setPort(0);
        ConnectionConfiguration.prepare(connector, connections, LIMITS);
        tomcat.setConnector(connector);
        tomcat.getEngine().getPipeline().addValve(new AnsweredValve(connections));
        Context context = tomcat.addContext("", directory.toString());
        Tomcat.addServlet(context, "answers", new Answers());
        context.addServletMapping("/", "answers");
        tomcat.start();
    }

    @AfterEach
    void stop() throws Exception {
        working.countDown();
        tomcat.stop();
        tomcat.destroy();
    }

    /** Reads the body, refuses it unread, or works for long. */
    private final class Answers extends HttpServlet {

        private static final long serialVersionUID = 1;

        @Override
        protected void service(HttpServletRequest request, HttpServletResponse response)
                throws IOException {
            switch (request.getRequestURI()) {
                case "/refuse" -> response.setStatus(401);
                case "/work" -> await();
                default ->
                        response.getWriter().print(request.getInputStream().readAllBytes().length);
            }
        }

        private void await() {
            try {
                assertThat(working.await(10, TimeUnit.SECONDS)).isTrue();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "GET",
                HEAD + "X-Slow: ",
                HEAD + "Content-Length: 100000\r\n\r\n",
                HEAD + "Transfer-Encoding: chunked\r\n\r\n5;extension=",
                HEAD + "Transfer-Encoding: chunked\r\n\r\n0\r\ntrailer: "
            })
    void endsAConnectionThatGoesOnAByteAtATime(String begin) throws Exception {
        try (Socket socket = connect()) {
            send(socket, begin);
            long start = System.nanoTime();
            CompletableFuture<byte[]> answer = readAll(socket);

            dripUntil(answer, socket);

            assertThat(Duration.ofNanos(System.nanoTime() - start))
                    .isBetween(Duration.ofMillis(200), Duration.ofSeconds(5));
            assertThat(meters.counter("countersign.connections.slow").count()).isEqualTo(1);
        }
    }

    @Test
    void endsAConnectionThatSaysNothing() throws Exception {
        try (Socket socket = connect()) {
            assertThat(readAll(socket).get(5, TimeUnit.SECONDS)).isEmpty();
        }
    }

    @Test
    void takesABodyThatComesInParts() throws Exception {
        try (Socket socket = connect()) {
            send(socket, HEAD + "Content-Length: 10\r\nConnection: close\r\n\r\n");
            send(socket, "12345");
            send(socket, "67890");

            assertThat(text(readAll(socket).get(5, TimeUnit.SECONDS))).endsWith("\r\n\r\n10");
        }
    }

    @Test
    void leavesARequestAloneThatIsWorkedOnAndAConnectionThatRests() throws Exception {
        try (Socket socket = connect()) {
            send(socket, "GET /work HTTP/1.1\r\nHost: x\r\n\r\n");
            dripUntilSwept();
            working.countDown();
            assertThat(readHead(socket)).startsWith("HTTP/1.1 200");

            dripUntilSwept();

            send(socket, "GET /refuse HTTP/1.1\r\nHost: x\r\n\r\n");
            assertThat(readHead(socket)).startsWith("HTTP/1.1 401");
        }
        assertThat(meters.counter("countersign.connections.slow").count()).isEqualTo(2);
    }

    @Test
    void answersAtOnceAndWaitsNotForTheRestOfABodyThatItRefuses() throws Exception {
        try (Socket socket = connect()) {
            long start = System.nanoTime();
            send(socket, "POST /refuse HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n");
            assertThat(readHead(socket)).startsWith("HTTP/1.1 401");
            assertThat(Duration.ofNanos(System.nanoTime() - start))
                    .isLessThan(Duration.ofMillis(300));

            dripUntil(readAll(socket), socket);
        }
    }

    @Test
    void asksForABodyOnlyWhereSomebodyReadsIt() throws Exception {
        String expect = "Host: x\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n";
        try (Socket socket = connect()) {
            send(socket, "POST /refuse HTTP/1.1\r\n" + expect);
            assertThat(readHead(socket)).startsWith("HTTP/1.1 401");
        }
        try (Socket socket = connect()) {
            send(socket, "POST / HTTP/1.1\r\n" + expect);
            assertThat(readHead(socket)).startsWith("HTTP/1.1 100");
            send(socket, "ab");
            assertThat(readHead(socket)).startsWith("HTTP/1.1 200");
        }
    }

    @Test
    void refusesWhatOneSourceOpensAboveItsShareUntilItClosesSome() throws Exception {
        Socket first = connectFrom(2);
        try (first;
                Socket second = connectFrom(2);
                Socket third = connectFrom(2)) {
            for (Socket socket : List.of(first, second, third)) {
                assertThat(answers(socket)).isTrue();
            }

            try (Socket fourth = connectFrom(2);
                    Socket other = connectFrom(3)) {
                assertThat(answers(fourth)).isFalse();
                assertThat(answers(other)).isTrue();
            }
            assertThat(meters.counter("countersign.connections.refused").count()).isEqualTo(1);

            first.close();
            boolean again = false;
            for (int i = 0; i < 100 && !again; i++) {
                try (Socket next = connectFrom(2)) {
                    again = answers(next);
                }
            }
            assertThat(again).isTrue();
        }
    }

    @Test
    void doesNotCountTheConnectionsOfAProxy() throws Exception {
        try (Socket first = connect();
                Socket second = connect();
                Socket third = connect();
                Socket fourth = connect()) {
            for (Socket socket : List.of(first, second, third, fourth)) {
                assertThat(answers(socket)).isTrue();
            }
        }
    }

    // ---- steps

    private Socket connect() throws IOException {
        return connectFrom(1);
    }

    private Socket connectFrom(int lastByte) throws IOException {
        Socket socket = new Socket(loopback(1), connector.getLocalPort(), loopback(lastByte), 0);
        socket.setSoTimeout(10_000);
        return socket;
    }

    private static InetAddress loopback(int lastByte) throws IOException {
        return InetAddress.getByAddress(new byte[] {127, 0, 0, (byte) lastByte});
    }

    private static void send(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
        socket.getOutputStream().flush();
    }

    private static boolean answers(Socket socket) throws IOException {
        try {
            send(socket, "GET /refuse HTTP/1.1\r\nHost: x\r\n\r\n");
            return readHead(socket).startsWith("HTTP/1.1 401");
        } catch (SocketException e) {
            return false;
        }
    }

    /** Sends a byte now and then until the server has ended the connection. */
    private static void dripUntil(CompletableFuture<byte[]> ended, Socket socket) throws Exception {
        for (int i = 0; i < 250 && !isDoneSoon(ended); i++) {
            try {
                send(socket, "x");
            } catch (IOException e) {
                return; // it has
            }
        }
        assertThat(ended).isDone();
    }

    private static boolean isDoneSoon(CompletableFuture<byte[]> ended) throws Exception {
        try {
            ended.get(20, TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        }
    }

    /** Waits as long as it takes for the server to end a connection that says nothing. */
    private void dripUntilSwept() throws Exception {
        try (Socket other = connect()) {
            assertThat(readAll(other).get(5, TimeUnit.SECONDS)).isEmpty();
        }
    }

    private static CompletableFuture<byte[]> readAll(Socket socket) {
        return CompletableFuture.supplyAsync(
                () -> {
                    try {
                        return socket.getInputStream().readAllBytes();
                    } catch (IOException e) {
                        return new byte[0];
                    }
                });
    }

    private static String readHead(Socket socket) throws IOException {
        StringBuilder head = new StringBuilder();
        InputStream input = socket.getInputStream();
        while (head.indexOf("\r\n\r\n") < 0) {
            int letter = input.read();
            if (letter < 0) {
                break;
            }
            head.append((char) letter);
        }
        return head.toString();
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.US_ASCII);
    }
}
