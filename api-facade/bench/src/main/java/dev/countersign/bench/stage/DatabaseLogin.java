package dev.countersign.bench.stage;

import org.postgresql.ds.PGSimpleDataSource;

/** The login of the run's database, which a process of the run finds in its environment. */
public final class DatabaseLogin {

    private DatabaseLogin() {}

    /** The database at an address, for the login of this process. */
    public static PGSimpleDataSource at(String url) {
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setUrl(url);
        source.setUser(System.getenv("PGUSER"));
        source.setPassword(System.getenv("PGPASSWORD"));
        return source;
    }
}
