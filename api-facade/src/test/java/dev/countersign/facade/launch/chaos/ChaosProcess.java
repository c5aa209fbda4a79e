package dev.countersign.facade.launch.chaos;

import dev.countersign.facade.launch.start.Product;
import dev.countersign.facade.launch.start.Role;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.EnumSet;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;

/** A product with all roles in a process of its own, whose clock may be wrong. */
final class ChaosProcess {

    private ChaosProcess() {}

    /**
     * Starts it, and says at which port it is asked.
     *
     * @param arguments file with a setting a line, file of its log, seconds that its clock is ahead
     */
    public static void main(String[] arguments) throws IOException {
        PrintStream heard = System.out;
        var log = new PrintStream(arguments[1], StandardCharsets.UTF_8);
        System.setOut(log);
        System.setErr(log);
        Duration ahead = Duration.ofSeconds(Long.parseLong(arguments[2]));
        SpringApplication application = Product.application(EnumSet.allOf(Role.class), false);
        application.addInitializers(
                context ->
                        ((GenericApplicationContext) context)
                                .registerBean(
                                        "wrongClock",
                                        InstantSource.class,
                                        () -> () -> Instant.now().plus(ahead),
                                        definition -> definition.setPrimary(true)));
        ConfigurableApplicationContext product =
                application.run(Files.readAllLines(Path.of(arguments[0])).toArray(String[]::new));
        product.registerShutdownHook();
        heard.println("READY " + product.getEnvironment().getRequiredProperty("local.server.port"));
    }
}
