package dev.countersign.bench.stage;

import org.postgresql.ds.PGSimpleDataSource;

/** The login of the run's database, which a process of the run finds in its environment. */
public final class DatabaseLogin {

    /** Settings of each session of floors and peers: those with which the product's nights run. */
    static final String OPTIONS = "-c work_mem=64MB -c jit=off";

    private DatabaseLogin() {}

    /** The database at an address, for the login of this process. */
    public static PGSimpleDataSource at(String url) {
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setUrl(url);
        source.setUser(System.getenv("PGUSER"));
        source.setPassword(System.getenv("PGPASSWORD"));
        source.setOptions(OPTIONS);
        return source;
    }
}
