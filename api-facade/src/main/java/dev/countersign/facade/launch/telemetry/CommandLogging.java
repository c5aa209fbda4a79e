package dev.countersign.facade.launch.telemetry;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ConfiguratorRank;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.spi.ContextAwareBase;
import java.util.List;

/**
 * The logging of a command: warnings alone, as the command itself says what it did. Where the
 * product is started, Spring Boot takes over with what {@code application.yaml} says.
 */
@ConfiguratorRank(ConfiguratorRank.CUSTOM_NORMAL_PRIORITY)
public final class CommandLogging extends ContextAwareBase implements Configurator {

    private static final String PATTERN =
            "%d{yyyy-MM-dd'T'HH:mm:ss.SSSX,UTC} %-5level %logger{0}: %msg%n%ex{full}";

    private static final List<String> FRAMEWORKS =
            List.of(
                    "com.zaxxer.hikari.pool",
                    "org.apache.kafka.clients",
                    "org.springframework.batch.core",
                    "org.springframework.transaction");

    @Override
    public ExecutionStatus configure(LoggerContext context) {
        PatternLayoutEncoder encoder = new PatternLayoutEncoder();
        encoder.setContext(context);
        encoder.setPattern(PATTERN);
        encoder.start();
        ConsoleAppender<ILoggingEvent> console = new ConsoleAppender<>();
        console.setContext(context);
        console.setName("CONSOLE");
        console.setEncoder(encoder);
        console.start();
        Logger root = context.getLogger(Logger.ROOT_LOGGER_NAME);
        root.setLevel(Level.WARN);
        root.addAppender(console);
        // The night says itself what failed and why, and that it can be restarted; so does a
        // command of a broker that does not answer.
        FRAMEWORKS.forEach(name -> context.getLogger(name).setLevel(Level.OFF));
        return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
    }
}
