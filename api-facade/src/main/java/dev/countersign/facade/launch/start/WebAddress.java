package dev.countersign.facade.launch.start;

import dev.countersign.facade.launch.conflict.ListeningPort;
import dev.countersign.reconcile.embedded.StartupRefusedException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.Environment;
import org.springframework.util.StringUtils;

/** The address of the web server, as a person on this machine calls it. */
final class WebAddress {

    private static final String ADDRESS = "server.address";
    private static final String PORT = "server.port";
    private static final int PORT_USUAL = 8080;
    private static final String LOOPBACK = "127.0.0.1";
    private static final String OF_METRICS = "management.server.port";

    private WebAddress() {}

    /** Such as {@code http://127.0.0.1:8080}, once the server runs. */
    static String of(Environment settings) {
        return (isEncrypted(settings) ? "https" : "http")
                + "://"
                + host(settings.getProperty(ADDRESS, LOOPBACK))
                + ":"
                + settings.getProperty("local.server.port", Integer.toString(PORT_USUAL));
    }

    private static boolean isEncrypted(Environment settings) {
        boolean configured =
                List.of("bundle", "key-store", "certificate").stream()
                        .anyMatch(
                                name ->
                                        StringUtils.hasText(
                                                settings.getProperty("server.ssl." + name)));
        return configured && settings.getProperty("server.ssl.enabled", Boolean.class, true);
    }

    /** A server that listens on all addresses is called on the loopback. */
    private static String host(String address) {
        if (address.isBlank() || address.equals("0.0.0.0") || address.equals("::")) {
            return LOOPBACK;
        }
        return address.contains(":") ? "[" + address + "]" : address;
    }

    /** The ports that the settings ask for. */
    static List<ListeningPort> ports(ConfigurableEnvironment settings) {
        Binder binder = Binder.get(settings);
        int main = binder.bind(PORT, Integer.class).orElse(PORT_USUAL);
        int metrics = binder.bind(OF_METRICS, Integer.class).orElse(main);
        String address = settings.getProperty(ADDRESS, LOOPBACK);
        List<ListeningPort> ports = new ArrayList<>();
        ports.add(
                new ListeningPort(
                        "REST interface and console",
                        PORT,
                        listeningAddress(ADDRESS, address),
                        main));
        if (metrics > 0 && metrics != main) {
            String ofMetrics = "management.server.address";
            ports.add(
                    new ListeningPort(
                            "health and metrics",
                            OF_METRICS,
                            listeningAddress(ofMetrics, settings.getProperty(ofMetrics, address)),
                            metrics));
        }
        return ports;
    }

    private static InetAddress listeningAddress(String setting, String address) {
        try {
            return InetAddress.getByName(address);
        } catch (UnknownHostException e) {
            throw new StartupRefusedException(
                    "The setting "
                            + setting
                            + " names no address of this machine: "
                            + address
                            + ".",
                    e);
        }
    }
}
