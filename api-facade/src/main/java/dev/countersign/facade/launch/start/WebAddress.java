package dev.countersign.facade.launch.start;

import dev.countersign.facade.launch.conflict.ListeningPort;
import dev.countersign.reconcile.embedded.StartupRefusedException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.Environment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.util.StringUtils;

/** The addresses of the web server, as a person on this machine calls them. */
final class WebAddress {

    private static final String ADDRESS = "server.address";
    private static final String PORT = "server.port";
    private static final int PORT_USUAL = 8080;
    private static final String LOOPBACK = "127.0.0.1";
    private static final String OF_METRICS = "management.server.port";
    private static final String ADDRESS_OF_METRICS = "management.server.address";
    private static final int NO_PORT = -1;

    private WebAddress() {}

    /** Such as {@code http://127.0.0.1:8080}, once the server runs. */
    static String of(Environment settings) {
        return "%s://%s:%s"
                .formatted(
                        isEncrypted(settings, "server.ssl.") ? "https" : "http",
                        host(settings.getProperty(ADDRESS, LOOPBACK)),
                        settings.getProperty("local.server.port", Integer.toString(PORT_USUAL)));
    }

    /** The address of health and metrics, once their server runs: the same where it has no port. */
    static String ofMetrics(Environment settings) {
        String port = settings.getProperty("local.management.port");
        if (port == null || port.equals(settings.getProperty("local.server.port"))) {
            return of(settings);
        }
        return "%s://%s:%s"
                .formatted(
                        isEncrypted(settings, "management.server.ssl.") ? "https" : "http",
                        host(settings.getProperty(ADDRESS_OF_METRICS, LOOPBACK)),
                        port);
    }

    /** Takes the port of the interface from a process that has no interface. */
    static void none(ConfigurableEnvironment settings) {
        settings.getPropertySources()
                .addFirst(new MapPropertySource("no interface", Map.of(PORT, NO_PORT)));
    }

    private static boolean isEncrypted(Environment settings, String prefix) {
        boolean configured =
                List.of("bundle", "key-store", "certificate").stream()
                        .anyMatch(name -> StringUtils.hasText(settings.getProperty(prefix + name)));
        return configured && settings.getProperty(prefix + "enabled", Boolean.class, true);
    }

    /** A server that listens on all addresses is called on the loopback. */
    private static String host(String address) {
        if (address.isBlank() || address.equals("0.0.0.0") || address.equals("::")) {
            return LOOPBACK;
        }
        return address.contains(":") ? "[" + address + "]" : address;
    }

    /**
     * The ports that the settings ask for.
     *
     * @param web true where the process has an interface
     */
    static List<ListeningPort> ports(ConfigurableEnvironment settings, boolean web) {
        Binder binder = Binder.get(settings);
        int main = binder.bind(PORT, Integer.class).orElse(PORT_USUAL);
        int metrics = binder.bind(OF_METRICS, Integer.class).orElse(main);
        String address = settings.getProperty(ADDRESS, LOOPBACK);
        List<ListeningPort> ports = new ArrayList<>();
        if (web) {
            ports.add(
                    new ListeningPort(
                            "REST interface and console",
                            PORT,
                            listeningAddress(ADDRESS, address),
                            main));
        }
        if (metrics > 0 && (metrics != main || !web)) {
            ports.add(
                    new ListeningPort(
                            "health and metrics",
                            OF_METRICS,
                            listeningAddress(
                                    ADDRESS_OF_METRICS,
                                    settings.getProperty(ADDRESS_OF_METRICS, address)),
                            metrics));
        }
        return ports;
    }

    private static InetAddress listeningAddress(String setting, String address) {
        try {
            return InetAddress.getByName(address);
        } catch (UnknownHostException e) {
            throw new StartupRefusedException(
                    "The setting %s names no address of this machine: %s."
                            .formatted(setting, address),
                    e);
        }
    }
}
