package dev.countersign.facade.testkit;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.slf4j.LoggerFactory;

/**
 * Everything a logger writes until it is closed, in order. Threads of the product may go on writing
 * while a test reads.
 */
public final class CapturedLog extends AppenderBase<ILoggingEvent> implements AutoCloseable {

    private final Logger logger;
    private final Level before;
    private final Queue<ILoggingEvent> events = new ConcurrentLinkedQueue<>();

    private CapturedLog(Logger logger, Level level) {
        this.logger = logger;
        before = logger.getLevel();
        setContext(logger.getLoggerContext());
        start();
        logger.addAppender(this);
        logger.setLevel(level);
    }

    /** Of the whole process, from a level upwards. */
    public static CapturedLog ofAll(Level level) {
        return of(org.slf4j.Logger.ROOT_LOGGER_NAME, level);
    }

    /** Of one logger, from a level upwards. */
    public static CapturedLog of(String name, Level level) {
        return new CapturedLog((Logger) LoggerFactory.getLogger(name), level);
    }

    @Override
    protected void append(ILoggingEvent event) {
        events.add(event);
    }

    /** The messages so far, of a level at least. */
    public List<String> messages(Level level) {
        return events.stream()
                .filter(event -> event.getLevel().isGreaterOrEqual(level))
                .map(ILoggingEvent::getFormattedMessage)
                .toList();
    }

    /** The messages so far, each with its stack trace. */
    public List<String> texts() {
        return events.stream().map(CapturedLog::text).toList();
    }

    private static String text(ILoggingEvent event) {
        return event.getFormattedMessage()
                + (event.getThrowableProxy() == null
                        ? ""
                        : ThrowableProxyUtil.asString(event.getThrowableProxy()));
    }

    /** Leaves the logger as it was. */
    @Override
    public void close() {
        logger.setLevel(before);
        logger.detachAppender(this);
    }
}
