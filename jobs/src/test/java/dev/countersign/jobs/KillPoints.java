package dev.countersign.jobs;

import static java.util.Map.entry;

import java.lang.StackWalker.StackFrame;
import java.sql.Connection;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * The moments at which a night can die: before each statement of a step, and before and after each
 * commit of what a step did. Which step it is, the call stack says.
 */
final class KillPoints {

    /** The steps of a night, in their order. */
    static final List<String> STEPS =
            List.of(
                    "freeze",
                    "files",
                    "identified",
                    "settle",
                    "expire",
                    "totals",
                    "compare",
                    "rates",
                    "bank",
                    "disputes",
                    "dispute-money",
                    "revalue",
                    "funds",
                    "prove",
                    "reports",
                    "close");

    private static final Map<String, String> STEP_OF =
            Map.ofEntries(
                    entry("Freeze", "freeze"),
                    entry("CheckFiles", "files"),
                    entry("RequeueIdentified", "identified"),
                    entry("Settle", "settle"),
                    entry("ExpireHolds", "expire"),
                    entry("Totals", "totals"),
                    entry("Compare", "compare"),
                    entry("CheckInterchange", "rates"),
                    entry("MatchBank", "bank"),
                    entry("OpenDisputes", "disputes"),
                    entry("PostDisputes", "dispute-money"),
                    entry("Revalue", "revalue"),
                    entry("FundsBelowZero", "funds"),
                    entry("Prove", "prove"),
                    entry("Reports", "reports"),
                    entry("NightlyJob", "close"));

    private KillPoints() {}

    /** The same data source, that tells at each such moment in which step it is. */
    static DataSource told(DataSource real, Consumer<String> moment) {
        return NightSurroundings.proxy(
                DataSource.class,
                real,
                (method, call) ->
                        call.run() instanceof Connection connection
                                ? told(connection, moment)
                                : call.result());
    }

    private static Connection told(Connection real, Consumer<String> moment) {
        @Nullable String[] step = new String[1];
        return NightSurroundings.proxy(
                Connection.class,
                real,
                (method, call) -> {
                    String within = step[0];
                    if (method.getName().equals("commit") && within != null) {
                        moment.accept(within);
                        var unused = call.run();
                        moment.accept(within);
                        step[0] = null;
                        return null;
                    }
                    return call.run() instanceof Statement statement
                            ? told(statement, method.getReturnType(), step, moment)
                            : call.result();
                });
    }

    private static <T> T told(
            Statement real, Class<T> type, @Nullable String[] step, Consumer<String> moment) {
        return NightSurroundings.proxy(
                type,
                type.cast(real),
                (method, call) -> {
                    if (method.getName().startsWith("execute")) {
                        String now = step();
                        if (now != null) {
                            step[0] = now;
                            moment.accept(now);
                        }
                    }
                    return call.run();
                });
    }

    private static @Nullable String step() {
        return StackWalker.getInstance()
                .walk(frames -> frames.map(KillPoints::step).filter(s -> s != null).findFirst())
                .orElse(null);
    }

    private static @Nullable String step(StackFrame frame) {
        String name = frame.getClassName();
        boolean chunk =
                name.startsWith("dev.countersign.jobs.")
                        && (frame.getMethodName().equals("next")
                                || frame.getMethodName().equals("close"));
        return chunk ? STEP_OF.get(name.substring(name.lastIndexOf('.') + 1)) : null;
    }
}
