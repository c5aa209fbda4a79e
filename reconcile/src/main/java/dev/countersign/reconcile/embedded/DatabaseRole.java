package dev.countersign.reconcile.embedded;

import dev.countersign.reconcile.roles.DatabaseRoles;

/** A role of an embedded PostgreSQL, as which one works with it. */
public enum DatabaseRole {

    /** Superuser of the server: sets it up, and serves for nothing else. */
    ADMINISTRATOR("postgres"),

    /** Owns the schema and migrates it. */
    OWNER(DatabaseRoles.OWNER),

    /** As whom the product works: reads and writes rows, and owns nothing. */
    APPLICATION(DatabaseRoles.APPLICATION);

    private final String roleName;

    DatabaseRole(String roleName) {
        this.roleName = roleName;
    }

    public String roleName() {
        return roleName;
    }
}
