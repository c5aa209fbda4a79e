package dev.countersign.reconcile.testkit;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.URI;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

/**
 * The place of the tests' servers: in containers where a Docker daemon answers, embedded where none
 * does. {@code -Dtest.infra=docker} or {@code embedded} decides it beforehand.
 */
public final class TestInfra {

    private static final boolean CONTAINERS = decide(System.getProperty("test.infra", "auto"));

    private TestInfra() {}

    /** True where servers run in containers. */
    public static boolean usesContainers() {
        return CONTAINERS;
    }

    private static boolean decide(String wanted) {
        return switch (wanted) {
            case "docker" -> true;
            case "embedded" -> false;
            case "auto" -> dockerAnswers();
            default ->
                    throw new IllegalArgumentException(
                            "test.infra is auto, docker or embedded, not " + wanted);
        };
    }

    /** A look at the socket; Testcontainers' own search for a daemon is slow and loud. */
    private static boolean dockerAnswers() {
        URI host =
                URI.create(
                        Objects.requireNonNullElse(
                                System.getenv("DOCKER_HOST"), "unix:///var/run/docker.sock"));
        try (SocketChannel channel = open(host)) {
            return channel.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    private static SocketChannel open(URI host) throws IOException {
        if (!"unix".equals(host.getScheme())) {
            return SocketChannel.open(new InetSocketAddress(host.getHost(), host.getPort()));
        }
        Path socket = Path.of(host.getPath());
        if (Files.notExists(socket)) {
            throw new IOException("no socket at " + socket);
        }
        SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
        channel.connect(UnixDomainSocketAddress.of(socket));
        return channel;
    }
}
