package dev.countersign.jobs;

import dev.countersign.reconcile.domain.account.Mode;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;

/** A night in a process of its own that dies at one of its commits, as if it were killed. */
final class NightProcess {

    private NightProcess() {}

    /**
     * Runs a night and says how it ended, if it gets there.
     *
     * @param arguments JDBC address, the time now, the business date, where reports go, how many
     *     commits are left to live, and whether the last one still happens
     */
    public static void main(String[] arguments) {
        PGSimpleDataSource dataSource = new PGSimpleDataSource();
        dataSource.setUrl(arguments[0]);
        AtomicInteger commitsLeft = new AtomicInteger(Integer.parseInt(arguments[4]));
        boolean lastHappens = Boolean.parseBoolean(arguments[5]);
        Nights nights =
                Nights.open(
                        dying(dataSource, commitsLeft, lastHappens),
                        InstantSource.fixed(Instant.parse(arguments[1])),
                        new NightSettings(2, 60, 20, Path.of(arguments[3])));
        Nights.Report report = nights.run(Mode.SANDBOX, LocalDate.parse(arguments[2]));
        System.out.println("ENDED " + report.night().state() + " " + report.night().failure());
    }

    private static DataSource dying(
            DataSource real, AtomicInteger commitsLeft, boolean lastHappens) {
        return proxy(
                DataSource.class,
                real,
                (method, result) ->
                        result instanceof Connection connection
                                ? dying(connection, commitsLeft, lastHappens)
                                : result,
                method -> {});
    }

    private static Connection dying(
            Connection real, AtomicInteger commitsLeft, boolean lastHappens) {
        return proxy(
                Connection.class,
                real,
                (method, result) -> {
                    if (method.getName().equals("commit") && commitsLeft.get() <= 0) {
                        Runtime.getRuntime().halt(137);
                    }
                    return result;
                },
                method -> {
                    if (method.getName().equals("commit")
                            && commitsLeft.decrementAndGet() <= 0
                            && !lastHappens) {
                        Runtime.getRuntime().halt(137);
                    }
                });
    }

    private interface After {
        Object of(Method method, Object result);
    }

    private interface Before {
        void of(Method method);
    }

    private static <T> T proxy(Class<T> type, T real, After after, Before before) {
        return type.cast(
                Proxy.newProxyInstance(
                        NightProcess.class.getClassLoader(),
                        new Class<?>[] {type},
                        (self, method, arguments) -> {
                            before.of(method);
                            try {
                                return after.of(method, method.invoke(real, arguments));
                            } catch (InvocationTargetException e) {
                                throw e.getCause();
                            }
                        }));
    }
}
