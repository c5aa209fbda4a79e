package dev.countersign.reconcile.testkit;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Deque;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Sessions of a database that are used again, as those of the product are: opening one for each
 * look at the database takes most of the time of a small test.
 */
public final class KeptSessions implements AutoCloseable {

    private final DataSource real;
    private final Deque<Connection> idle = new ConcurrentLinkedDeque<>();
    private final AtomicInteger lent = new AtomicInteger();

    /** Sessions that are opened as somebody needs one. */
    public KeptSessions(DataSource real) {
        this.real = real;
    }

    /** The same data source, whose sessions stay open until this is closed. */
    public DataSource dataSource() {
        return proxy(
                DataSource.class,
                (method, arguments) ->
                        method.getName().equals("getConnection")
                                ? lent(next())
                                : method.invoke(real, arguments));
    }

    private Connection next() throws SQLException {
        Connection session = idle.poll();
        while (session != null && session.isClosed()) {
            session = idle.poll();
        }
        return session == null ? real.getConnection() : session;
    }

    /** The number of sessions that nobody gave back so far. */
    int lent() {
        return lent.get();
    }

    private Connection lent(Connection session) {
        lent.incrementAndGet();
        boolean[] back = new boolean[1];
        return proxy(
                Connection.class,
                (method, arguments) ->
                        switch (method.getName()) {
                            case "close" -> {
                                if (!back[0]) {
                                    back[0] = true;
                                    giveBack(session);
                                }
                                yield null;
                            }
                            case "isClosed" -> back[0] || session.isClosed();
                            default -> method.invoke(session, arguments);
                        });
    }

    private void giveBack(Connection session) throws SQLException {
        lent.decrementAndGet();
        if (session.isClosed()) {
            return;
        }
        if (!session.getAutoCommit()) {
            session.rollback();
            session.setAutoCommit(true);
        }
        if (session.isReadOnly()) {
            session.setReadOnly(false);
        }
        if (session.getNetworkTimeout() != 0) {
            session.setNetworkTimeout(Runnable::run, 0);
        }
        idle.push(session);
    }

    /** Ends the sessions that nobody uses. */
    @Override
    public void close() {
        try {
            for (Connection session = idle.poll(); session != null; session = idle.poll()) {
                session.close();
            }
        } catch (SQLException e) {
            throw new IllegalStateException("a session does not end", e);
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
