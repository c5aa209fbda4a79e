package dev.countersign.facade.local;

import dev.countersign.reconcile.Reconcile;
import dev.countersign.reconcile.embedded.StartupRefusedException;
import dev.countersign.reconcile.service.Database;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.postgresql.ds.PGSimpleDataSource;
import picocli.CommandLine.Option;

/**
 * The database that a command works with: the one of its option, else that of the environment, else
 * that of a product that runs here.
 */
public final class DatabaseOption {

    /** As PostgreSQL's own programs call the ways to log in that a client agrees to. */
    public static final String REQUIRED_LOGIN = "PGREQUIREAUTH";

    /** Its name on a command line. */
    public static final String OPTION = "--database-url";

    /** Its warnings about an address say less than the sentence of {@link #source}. */
    private static final Logger OF_DRIVER = Logger.getLogger("org.postgresql.util.PGPropertyUtil");

    /** Parameter of an address by which the driver chooses among several servers. */
    private static final String TARGET = "targetServerType=";

    private static final String URL_WRITTEN = "DATABASE_URL";
    private static final String URL_SET = "SPRING_DATASOURCE_URL";

    @Option(
            names = OPTION,
            paramLabel = "URL",
            description = {
                "JDBC address of the database, such as jdbc:postgresql://host/name; by default that of the "
                        + "embedded one.",
                "User and password are those of $PGUSER and $PGPASSWORD."
            })
    private @Nullable String databaseUrl;

    /** The book's database. */
    public DataSource dataSource() {
        return dataSource(
                databaseUrl,
                new KeysFile(DataDirectory.ofThisProcess()).read(),
                Secrets.ofEnvironment());
    }

    /** The book in it, whose schema has to be that of this version. */
    public Database book() {
        DataSource source = dataSource();
        Reconcile.requireSchema(source);
        return Database.over(source);
    }

    /**
     * True where a command without the option works with the database of a product that runs here.
     */
    public static boolean isBroughtAlong() {
        return Secrets.ofEnvironment().get(URL_SET) == null
                && new KeysFile(DataDirectory.ofThisProcess()).read().containsKey("PGPASSWORD");
    }

    /**
     * The database that was named, by what is written beside the product and what the environment
     * says. A login goes with its address: what the environment says of another server is not tried
     * at the embedded one.
     */
    static DataSource dataSource(
            @Nullable String option, Map<String, String> written, Map<String, String> environment) {
        String set = option == null ? environment.get(URL_SET) : option;
        if (set == null) {
            String address = Servers.written(written, URL_WRITTEN, OPTION);
            PGSimpleDataSource source = source(address, URL_WRITTEN);
            complete(source, written::get, "PGUSER", "PGPASSWORD");
            complete(source, environment::get, "PGUSER", "PGPASSWORD");
            requireLogin(source, written.get(REQUIRED_LOGIN));
            requireLogin(source, environment.get(REQUIRED_LOGIN));
            return source;
        }
        PGSimpleDataSource source = source(set, option == null ? URL_SET : OPTION);
        complete(source, environment::get, "PGUSER", "PGPASSWORD");
        complete(
                source,
                environment::get,
                "SPRING_DATASOURCE_USERNAME",
                "SPRING_DATASOURCE_PASSWORD");
        if (set.equals(written.get(URL_WRITTEN))) {
            complete(source, written::get, "PGUSER", "PGPASSWORD");
            requireLogin(source, written.get(REQUIRED_LOGIN));
        }
        requireLogin(source, environment.get(REQUIRED_LOGIN));
        return source;
    }

    private static void requireLogin(PGSimpleDataSource source, @Nullable String ways) {
        if (ways != null && source.getRequireAuth() == null) {
            source.setRequireAuth(ways);
        }
    }

    /** Takes user and password from where both are, unless the user is known already. */
    private static void complete(
            PGSimpleDataSource source,
            UnaryOperator<@Nullable String> values,
            String user,
            String password) {
        String name = values.apply(user);
        if (source.getUser() == null) {
            source.setUser(name);
        }
        boolean sameUser = name == null || name.equals(source.getUser());
        if (sameUser && source.getUser() != null && source.getPassword() == null) {
            source.setPassword(values.apply(password));
        }
    }

    /** An address without user and password; what else it says stays. */
    public static String withoutLogin(String address) {
        return address.replaceAll("(?<=[?&])(user|password|sslpassword)=[^&]*(&|$)", "")
                .replaceAll("[?&]$", "");
    }

    /**
     * The database at an address; where it names several servers, the one that takes writes.
     *
     * @param setting what named it, for whoever named it wrongly; the address itself is not shown,
     *     since it may hold a password
     */
    public static PGSimpleDataSource source(String address, String setting) {
        PGSimpleDataSource source = new PGSimpleDataSource();
        OF_DRIVER.setLevel(Level.OFF);
        try {
            source.setUrl(address);
        } catch (IllegalArgumentException e) {
            throw new StartupRefusedException(
                    setting
                            + " does not name a database: it must read as in"
                            + " jdbc:postgresql://host:5432/name, and its port is 1 to 65535.",
                    e);
        }
        if (source.getServerNames().length > 1 && !address.contains(TARGET)) {
            source.setTargetServerType("primary");
        }
        return source;
    }
}
