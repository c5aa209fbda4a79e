package dev.countersign.reconcile.testkit;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Deque;
import java.util.concurrent.ConcurrentLinkedDeque;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Database sessions that are used again, as those of the product are: opening one for each look at
 * the database takes most of the time of a small night.
 */
public final class KeptSessions implements AutoCloseable {

    private final Deque<Connection> all = new ConcurrentLinkedDeque<>();

    /** The same data source, whose sessions stay open until this is closed. */
    public DataSource over(DataSource real) {
        Deque<Connection> idle = new ConcurrentLinkedDeque<>();
        return proxy(
                DataSource.class,
                (method, arguments) -> {
                    if (!method.getName().equals("getConnection")) {
                        return method.invoke(real, arguments);
                    }
                    Connection session = idle.poll();
                    if (session == null) {
                        session = real.getConnection();
                        all.add(session);
                    }
                    return lent(session, idle);
                });
    }

    private static Connection lent(Connection session, Deque<Connection> idle) {
        boolean[] back = new boolean[1];
        return proxy(
                Connection.class,
                (method, arguments) ->
                        switch (method.getName()) {
                            case "close" -> {
                                if (!back[0]) {
                                    back[0] = true;
                                    giveBack(session, idle);
                                }
                                yield null;
                            }
                            case "isClosed" -> back[0] || session.isClosed();
                            default -> method.invoke(session, arguments);
                        });
    }

    private static void giveBack(Connection session, Deque<Connection> idle) throws SQLException {
        if (session.isClosed()) {
            return;
        }
        if (!session.getAutoCommit()) {
            session.rollback();
            session.setAutoCommit(true);
        }
        idle.push(session);
    }

    @Override
    public void close() throws SQLException {
        for (Connection session = all.poll(); session != null; session = all.poll()) {
            session.close();
        }
    }

    private interface Answer {
        @Nullable Object to(Method method, Object @Nullable [] arguments) throws Throwable;
    }

    private static <T> T proxy(Class<T> type, Answer answer) {
        return type.cast(
                Proxy.newProxyInstance(
                        KeptSessions.class.getClassLoader(),
                        new Class<?>[] {type},
                        (self, method, arguments) -> {
                            try {
                                return answer.to(method, arguments);
                            } catch (InvocationTargetException e) {
                                throw e.getCause();
                            }
                        }));
    }
}
