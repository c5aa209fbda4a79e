package dev.countersign.reconcile.roles;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.postgresql.PGConnection;

/** Makes the roles of a book's database, and gives the application's what it needs. */
public final class DatabaseRoles {

    /** Owns the schema and migrates it. */
    public static final String OWNER = "countersign_owner";

    /** As whom the product works. */
    public static final String APPLICATION = "countersign_app";

    private static final String MAY_CREATE =
            "select rolsuper or rolcreaterole from pg_roles where rolname = current_user";

    private DatabaseRoles() {}

    /** True if who is connected may make roles. */
    public static boolean canCreate(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(MAY_CREATE)) {
            return rows.next() && rows.getBoolean(1);
        }
    }

    /**
     * Makes those that are missing, and hands the tables of this database to the owner. A new role
     * has no password, and nobody can log in with it, until it is given one.
     *
     * @param administrator who may make roles, connected to the book's database
     */
    public static void create(Connection administrator) throws SQLException {
        execute(administrator, script());
    }

    /** Returns the script of what {@link #create} does, for an operator who runs it by hand. */
    public static String script() {
        return read("roles.sql");
    }

    /**
     * Gives the application's role what it needs of all tables there are; nothing where the schema
     * is not its owner's.
     *
     * @param owner after each migration
     */
    public static void grant(Connection owner) throws SQLException {
        execute(owner, read("grants.sql"));
    }

    /** Sets the password of a role; the server sees a hash of it alone. */
    public static void setPassword(Connection administrator, String role, String password)
            throws SQLException {
        administrator
                .unwrap(PGConnection.class)
                .alterUserPassword(role, password.toCharArray(), "scram-sha-256");
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static String read(String name) {
        try (InputStream file = DatabaseRoles.class.getResourceAsStream(name)) {
            if (file == null) {
                throw new IllegalStateException("there is no " + name);
            }
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
