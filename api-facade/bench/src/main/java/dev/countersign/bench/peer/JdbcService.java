package dev.countersign.bench.peer;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.countersign.bench.stage.DatabaseLogin;
import dev.countersign.reconcile.domain.id.CardId;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executors;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * A plain service that writes the same rows as the product where a card is created, frozen or
 * limited: one transaction of prepared statements over a pool of connections, behind an HTTP server
 * with a virtual thread a request. It checks nothing, and knows no keys.
 */
public final class JdbcService {

    /** Description of how this peer is made. */
    public static final String SETTINGS =
            """
            the JDK's HTTP server, a virtual thread a request, 16 connections, prepared statements, \
            one transaction a request; it writes the product's rows (card, rules, security, number, \
            change, audit, and what the triggers add) and checks nothing""";

    private static final int CONNECTIONS = 16;

    /** The tables of a new card, in the order in which they refer to one another. */
    private static final List<String> TABLES =
            List.of("card", "card_rules", "card_security", "card_pan");

    private static final Map<String, String> OF_A_NEW_CARD =
            Map.of(
                    "id", "?::uuid",
                    "card_id", "?::uuid",
                    "lineage_id", "?::uuid",
                    "lookup", "?::uuid::text",
                    "created_at", "now()",
                    "updated_at", "now()");

    private final BlockingQueue<Connection> pool = new ArrayBlockingQueue<>(CONNECTIONS);
    private final UUID template;
    private final List<Insert> inserts;

    /** The copy of a row of a table: the new card comes so often, then the one it is of. */
    private record Insert(String sql, int news) {}

    private JdbcService(String url, UUID template) throws SQLException {
        this.template = template;
        PGSimpleDataSource source = DatabaseLogin.at(url);
        source.setPrepareThreshold(1);
        for (int i = 0; i < CONNECTIONS; i++) {
            Connection connection = source.getConnection();
            connection.setAutoCommit(false);
            pool.add(connection);
        }
        this.inserts = inserts();
    }

    /**
     * Says where it listens, and stays until it is ended.
     *
     * @param arguments JDBC address, and a card whose rows new ones are copied from
     */
    public static void run(List<String> arguments) throws Exception {
        JdbcService service = new JdbcService(arguments.get(0), UUID.fromString(arguments.get(1)));
        HttpServer server =
                HttpServer.create(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1_024);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/cards", service::answer);
        server.start();
        System.out.println("LISTENS http://127.0.0.1:" + server.getAddress().getPort());
        Thread.currentThread().join();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            var unused = exchange.getRequestBody().readAllBytes();
            String[] path = exchange.getRequestURI().getPath().split("/", -1);
            String answer = "{\"id\":\"" + write(path) + "\"}";
            byte[] bytes = answer.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, bytes.length);
            exchange.getResponseBody().write(bytes);
        } catch (SQLException e) {
            throw new IllegalStateException("nothing was written", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private UUID write(String[] path) throws SQLException, InterruptedException {
        Connection connection = pool.take();
        try {
            UUID card =
                    path.length == 2
                            ? create(connection)
                            : change(
                                    connection,
                                    CardId.parse(path[2]).orElseThrow().value(),
                                    path[3]);
            execute(connection, "insert into card_change (card_id) values (?)", card);
            execute(
                    connection,
                    "insert into audit_inbox (at, actor_kind, actor, action, subject, remark)"
                            + " values (now(), 'key', 'bench', 'write', ?::text, '')",
                    card);
            connection.commit();
            return card;
        } finally {
            connection.rollback();
            pool.add(connection);
        }
    }

    private UUID create(Connection connection) throws SQLException {
        UUID random = UUID.randomUUID();
        UUID card =
                new UUID(
                        System.currentTimeMillis() << 16 | 0x7000L,
                        random.getLeastSignificantBits());
        for (Insert insert : inserts) {
            try (PreparedStatement statement = connection.prepareStatement(insert.sql())) {
                for (int i = 1; i <= insert.news(); i++) {
                    statement.setObject(i, card);
                }
                statement.setObject(insert.news() + 1, template);
                statement.executeUpdate();
            }
        }
        return card;
    }

    private static UUID change(Connection connection, UUID card, String how) throws SQLException {
        execute(connection, "select 1 from card where id = ? for no key update", card);
        if (how.equals("spending-controls")) {
            execute(
                    connection,
                    """
                    insert into card_rules (card_id, version, single_transaction_limit, daily_limit,
                                            monthly_limit, allowed_mccs, blocked_mccs,
                                            allowed_countries, blocked_countries, allow_online,
                                            allow_contactless, allow_cash_withdrawal,
                                            three_ds_enabled, challenge_preference,
                                            sca_exemptions, created_at)
                    select card_id, version + 1, single_transaction_limit + 1, daily_limit,
                           monthly_limit, allowed_mccs, blocked_mccs, allowed_countries,
                           blocked_countries, allow_online, allow_contactless,
                           allow_cash_withdrawal, three_ds_enabled, challenge_preference,
                           sca_exemptions, now()
                      from card_rules
                     where card_id = ?
                     order by version desc
                     limit 1
                    """,
                    card);
            execute(
                    connection,
                    "update card set rules_version = rules_version + 1, updated_at = now() where id = ?",
                    card);
        } else {
            String status = how.equals("freeze") ? "frozen" : "active";
            execute(
                    connection,
                    "update card set status = '" + status + "', updated_at = now() where id = ?",
                    card);
        }
        return card;
    }

    private static void execute(Connection connection, String sql, UUID card) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setObject(1, card);
            statement.execute();
        }
    }

    /** One insert for each table: the row of the template, with what is new about it. */
    private List<Insert> inserts() throws SQLException {
        Connection connection = pool.element();
        List<Insert> all = new ArrayList<>();
        for (String table : TABLES) {
            String columns = TableColumns.of(connection, table);
            List<String> values =
                    Arrays.stream(columns.split(", "))
                            .map(column -> OF_A_NEW_CARD.getOrDefault(column, column))
                            .toList();
            all.add(
                    new Insert(
                            "insert into %1$s (%2$s) select %3$s from %1$s where %4$s = ?"
                                    .formatted(
                                            table,
                                            columns,
                                            String.join(", ", values),
                                            table.equals("card") ? "id" : "card_id"),
                            (int) values.stream().filter(each -> each.startsWith("?")).count()));
        }
        connection.commit();
        return all;
    }
}
