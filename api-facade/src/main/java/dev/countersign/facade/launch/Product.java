package dev.countersign.facade.launch;

import dev.countersign.reconcile.embedded.StartupRefused;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * The running product: the servers it brought along and the Spring context on top of them. It stops
 * in the opposite order, so that nothing loses its server while it finishes its work.
 */
final class Product {

    private final EmbeddedServers servers;
    private final ConfigurableApplicationContext context;
    private final CountDownLatch stopped = new CountDownLatch(1);

    private Product(EmbeddedServers servers, ConfigurableApplicationContext context) {
        this.servers = servers;
        this.context = context;
    }

    /**
     * Starts everything, and says so on the console.
     *
     * @param settings as {@code --name=value}, above those of the environment and the files
     * @throws StartupRefused if a person has to act first
     */
    static Product start(Set<Role> roles, boolean demo, List<String> settings) {
        DataDirectory directory = DataDirectory.ofThisProcess();
        EmbeddedServers servers = new EmbeddedServers(directory);
        try {
            Product product = new Product(servers, startContext(servers, roles, demo, settings));
            Runtime.getRuntime().addShutdownHook(new Thread(product::stop, "stop"));
            System.out.println(
                    ReadyNotice.of(product.context.getEnvironment(), roles, directory).text());
            return product;
        } catch (RuntimeException e) {
            servers.close();
            throw StartupFailure.explain(e);
        }
    }

    private static ConfigurableApplicationContext startContext(
            EmbeddedServers servers, Set<Role> roles, boolean demo, List<String> settings) {
        SpringApplication application = new SpringApplication(ProductConfiguration.class);
        application.setWebApplicationType(
                roles.contains(Role.API) ? WebApplicationType.SERVLET : WebApplicationType.NONE);
        application.setRegisterShutdownHook(false);
        application.setDefaultProperties(
                Map.of("countersign.demo", demo, "countersign.roles", roles));
        application.addInitializers(context -> servers.complete(context.getEnvironment()));
        return application.run(settings.toArray(String[]::new));
    }

    /** Returns when the process is told to end. */
    void runUntilStopped() throws InterruptedException {
        stopped.await();
    }

    private void stop() {
        try {
            context.close();
        } finally {
            servers.close();
            stopped.countDown();
        }
    }
}
