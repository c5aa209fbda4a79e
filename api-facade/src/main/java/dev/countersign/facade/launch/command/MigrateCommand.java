package dev.countersign.facade.launch.command;

import dev.countersign.facade.local.DatabaseOption;
import dev.countersign.facade.local.Secrets;
import dev.countersign.facade.output.TerminalCommand;
import dev.countersign.reconcile.Reconcile;
import dev.countersign.reconcile.roles.DatabaseRoles;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import javax.sql.DataSource;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Brings the schema up to date, and makes the roles of the database, without the product. */
@Command(
        name = "migrate",
        description = {
            "Brings the database schema up to date; serve does so too where it brings the database along.",
            "A database whose schema cannot be brought up to date is refused before anything is changed"
                    + " in it.",
            "Run by a role that may make roles, it also makes countersign_owner, who owns the schema, and "
                    + "countersign_app, as whom the product is to work. They get the passwords of "
                    + "$COUNTERSIGN_OWNER_PASSWORD and $COUNTERSIGN_APP_PASSWORD, or of the files that "
                    + "$COUNTERSIGN_OWNER_PASSWORD_FILE and $COUNTERSIGN_APP_PASSWORD_FILE name."
        })
public final class MigrateCommand extends TerminalCommand {

    private static final Map<String, String> PASSWORDS =
            Map.of(
                    DatabaseRoles.OWNER, "COUNTERSIGN_OWNER_PASSWORD",
                    DatabaseRoles.APPLICATION, "COUNTERSIGN_APP_PASSWORD");

    @Mixin private DatabaseOption database = new DatabaseOption();

    @Option(
            names = "--print-roles",
            description =
                    "Prints the SQL that makes the roles, for an administrator, and does nothing.")
    private boolean printRoles;

    @Override
    public Integer call() throws SQLException {
        if (printRoles) {
            out().print(DatabaseRoles.script());
            out().flush();
            return DONE;
        }
        DataSource source = database.dataSource();
        boolean makesRoles = makesRoles(source);
        int migrations =
                makesRoles ? Reconcile.migrateWithRoles(source) : Reconcile.migrate(source);
        if (makesRoles) {
            setPasswords(source);
        }
        out().println(
                        migrations == 0
                                ? "The schema was up to date."
                                : "The schema is up to date; migrations applied: "
                                        + migrations
                                        + ".");
        out().println(
                        makesRoles
                                ? "It belongs to countersign_owner; let the product work as"
                                        + " countersign_app."
                                : "This role may not make others: 'countersign migrate --print-roles'"
                                        + " prints what an administrator runs for a product that owns"
                                        + " nothing.");
        return DONE;
    }

    private static boolean makesRoles(DataSource source) throws SQLException {
        try (Connection connection = source.getConnection()) {
            return DatabaseRoles.canCreate(connection);
        }
    }

    private static void setPasswords(DataSource source) throws SQLException {
        Map<String, String> environment = Secrets.ofEnvironment();
        try (Connection connection = source.getConnection()) {
            for (Map.Entry<String, String> role : PASSWORDS.entrySet()) {
                String password = environment.get(role.getValue());
                if (password != null) {
                    DatabaseRoles.setPassword(connection, role.getKey(), password);
                }
            }
        }
    }
}
