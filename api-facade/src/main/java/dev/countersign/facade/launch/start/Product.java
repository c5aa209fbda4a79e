package dev.countersign.facade.launch.start;

import dev.countersign.facade.launch.conflict.ListeningPort;
import dev.countersign.facade.launch.conflict.StartConflicts;
import dev.countersign.facade.launch.conflict.StartLine;
import dev.countersign.facade.launch.demo.Demo;
import dev.countersign.facade.launch.wiring.HeadlessConfiguration;
import dev.countersign.facade.launch.wiring.InterfaceConfiguration;
import dev.countersign.facade.launch.wiring.NightConfiguration;
import dev.countersign.facade.launch.wiring.NightScheduleConfiguration;
import dev.countersign.facade.launch.wiring.ProductConfiguration;
import dev.countersign.facade.launch.wiring.StreamConfiguration;
import dev.countersign.facade.local.DataDirectory;
import dev.countersign.facade.local.KeysFile;
import dev.countersign.facade.local.SecretFiles;
import dev.countersign.reconcile.Console;
import dev.countersign.reconcile.Reconcile;
import dev.countersign.reconcile.embedded.StartupRefusedException;
import java.nio.file.Files;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.ConfigurableEnvironment;

/**
 * The running product: the servers it brought along and the Spring context on top of them. It stops
 * in the opposite order, so that nothing loses its server while it finishes its work.
 */
public final class Product {

    private static final Logger log = LoggerFactory.getLogger(Product.class);

    /** As shells count a process that Ctrl-C ended. */
    private static final int INTERRUPTED = 130;

    private final EmbeddedServers servers;
    private final ConfigurableApplicationContext context;
    private final CountDownLatch stopped = new CountDownLatch(1);
    private volatile boolean databaseDied;

    private Product(EmbeddedServers servers, ConfigurableApplicationContext context) {
        this.servers = servers;
        this.context = context;
    }

    /**
     * Starts everything, and says so on the console.
     *
     * @param settings as {@code --name=value}, above those of the environment and the files
     * @throws StartupRefusedException if a person has to act first
     */
    public static Product start(Set<Role> roles, boolean demo, List<String> settings) {
        DataDirectory directory = DataDirectory.ofThisProcess();
        StartProgress progress = new StartProgress(System.out);
        EmbeddedServers servers = new EmbeddedServers(directory, progress);
        StopHook hook = StopHook.register();
        ConfigurableApplicationContext context = null;
        try {
            SpringApplication application = application(roles, demo);
            application.addInitializers(
                    prepared -> {
                        ConfigurableEnvironment all = prepared.getEnvironment();
                        StartConflicts.refuse(
                                ports(roles, all, servers),
                                directory,
                                servers.owned(all),
                                StartLine.ofThisProcess(arguments(roles, demo, settings)));
                        progress.say(begins(directory));
                        hook.interruptibly(() -> servers.complete(all));
                    });
            context = application.run(settings.toArray(String[]::new));
            servers.finished();
            Product product = new Product(servers, context);
            FirstKeysNotice first = product.prepareFirstAccount(directory, roles, demo);
            servers.whenTheDatabaseDies(product::endWithTheDatabase);
            progress.sayInAll();
            System.out.println(
                    StartupBanner.of(context.getEnvironment(), roles, demo, directory).text());
            if (!first.text().isEmpty()) {
                System.out.println(first.text());
            }
            hook.started(product::stop);
            return product;
        } catch (RuntimeException e) {
            boolean unused = Thread.interrupted(); // what closes is not to be cut short, too
            if (context != null) {
                context.close();
            }
            servers.close();
            if (hook.failed()) {
                System.exit(INTERRUPTED); // waits for the end, which has begun
            }
            throw StartupFailure.explain(e);
        }
    }

    private static String begins(DataDirectory directory) {
        return "Countersign starts in "
                + directory.path()
                + (Files.exists(directory.path()) ? "." : ", for the first time.");
    }

    private static List<ListeningPort> ports(
            Set<Role> roles, ConfigurableEnvironment settings, EmbeddedServers servers) {
        List<ListeningPort> ports =
                new ArrayList<>(WebAddress.ports(settings, roles.contains(Role.API)));
        ports.addAll(servers.ports(settings));
        return ports;
    }

    /** The command line that starts the same again. */
    private static List<String> arguments(Set<Role> roles, boolean demo, List<String> settings) {
        List<String> arguments = new ArrayList<>();
        if (roles.size() < Role.values().length) {
            arguments.add(
                    "--roles="
                            + roles.stream()
                                    .map(role -> role.name().toLowerCase(Locale.ROOT))
                                    .collect(Collectors.joining(",")));
        }
        if (demo) {
            arguments.add("--demo");
        }
        arguments.addAll(settings);
        return arguments;
    }

    /** The context of a process with these roles; where its servers are is a matter of settings. */
    public static SpringApplication application(Set<Role> roles, boolean demo) {
        boolean web = roles.contains(Role.API);
        SpringApplication application =
                new SpringApplication(
                        ProductConfiguration.class,
                        web ? InterfaceConfiguration.class : HeadlessConfiguration.class);
        if (roles.contains(Role.INGEST)) {
            application.addPrimarySources(List.of(StreamConfiguration.class));
        }
        if (roles.contains(Role.JOBS) || web) {
            application.addPrimarySources(List.of(NightConfiguration.class));
        }
        if (roles.contains(Role.JOBS)) {
            application.addPrimarySources(List.of(NightScheduleConfiguration.class));
        }
        if (demo) {
            application.addPrimarySources(List.of(Demo.class));
        }
        application.setWebApplicationType(WebApplicationType.SERVLET);
        if (!web) {
            application.addInitializers(context -> WebAddress.none(context.getEnvironment()));
        }
        application.addInitializers(context -> SecretFiles.complete(context.getEnvironment()));
        application.setRegisterShutdownHook(false);
        return application;
    }

    /** Keys that were made are kept where they are asked for: beside the interface. */
    private FirstKeysNotice prepareFirstAccount(
            DataDirectory directory, Set<Role> roles, boolean demo) {
        Reconcile book = context.getBean(Reconcile.class);
        boolean embedded = servers.bringDatabase();
        Bootstrap start =
                new Bootstrap(
                        book.accounts(),
                        context.getBean(Console.class).operators(),
                        of -> book.pins().keyOf(of),
                        new KeysFile(directory),
                        embedded,
                        embedded || demo || roles.contains(Role.API),
                        servers.kafkaClientFile(),
                        context.getBean(InstantSource.class));
        Map<String, String> issued = start.prepare(context.getEnvironment(), directory);
        return FirstKeysNotice.of(issued, roles, book.accounts().anyOpen(), directory.keysFile());
    }

    /** Returns the context of the running product. */
    public ApplicationContext context() {
        return context;
    }

    /** Returns when the process is told to end. */
    public void runUntilStopped() throws InterruptedException {
        stopped.await();
    }

    /** Nothing goes on without its database, and a start brings it again. */
    private void endWithTheDatabase() {
        databaseDied = true;
        log.error(
                "The embedded PostgreSQL has ended by itself, and the product ends with it: start it"
                        + " again. What was committed is kept, and 'job restart' goes on with a night"
                        + " that ran.");
        Thread.ofPlatform().name("end").start(() -> System.exit(1));
    }

    private void stop() {
        boolean clean = false;
        try {
            System.out.println("Stopping; what has begun is finished first.");
            context.close();
            clean = !databaseDied;
        } finally {
            servers.close();
            if (clean) {
                System.out.println("Countersign has stopped; everything it recorded is kept.");
            }
            stopped.countDown();
        }
    }
}
