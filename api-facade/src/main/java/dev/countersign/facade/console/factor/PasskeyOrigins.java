package dev.countersign.facade.console.factor;

import java.util.AbstractSet;
import java.util.Iterator;
import java.util.Set;
import org.springframework.boot.web.server.context.WebServerInitializedEvent;
import org.springframework.context.ApplicationListener;

/**
 * The addresses of the console from which passkeys are taken: those of the settings, else the
 * server's own port on {@code localhost}, once it is known.
 */
final class PasskeyOrigins extends AbstractSet<String>
        implements ApplicationListener<WebServerInitializedEvent> {

    private volatile Set<String> origins;

    PasskeyOrigins(Set<String> origins) {
        this.origins = origins;
    }

    @Override
    public void onApplicationEvent(WebServerInitializedEvent event) {
        int port = event.getWebServer().getPort();
        boolean own = event.getApplicationContext().getServerNamespace() == null;
        if (own && origins.isEmpty()) {
            origins = Set.of("http://localhost:" + port, "https://localhost:" + port);
        }
    }

    @Override
    public Iterator<String> iterator() {
        return origins.iterator();
    }

    @Override
    public int size() {
        return origins.size();
    }
}
