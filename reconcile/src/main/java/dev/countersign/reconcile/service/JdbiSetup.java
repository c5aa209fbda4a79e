package dev.countersign.reconcile.service;

import dev.countersign.reconcile.store.sql.Codecs;
import javax.sql.DataSource;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.cache.internal.DefaultJdbiCacheBuilder;
import org.jdbi.v3.core.statement.ColonPrefixSqlParser;
import org.jdbi.v3.core.statement.SqlParser;
import org.jdbi.v3.core.statement.SqlStatements;
import org.jdbi.v3.core.statement.StatementException;
import org.jdbi.v3.core.statement.StatementExceptions;
import org.jdbi.v3.core.statement.TemplateEngine;

/**
 * Makes every Jdbi of the product. It knows the types of the domain. A statement that fails is
 * reported as it was written, with the names of what was bound to it and never the values: a card
 * number, a name or a reference would stand in every log that the failure reaches. The driver's
 * share of that is in {@code org/postgresql/driverconfig.properties}.
 */
public final class JdbiSetup {

    /** More statements than the product has. */
    private static final int STATEMENTS_MAX = 5_000;

    /** Reads each statement once for all databases of the process. */
    private static final SqlParser PARSER =
            new ColonPrefixSqlParser(DefaultJdbiCacheBuilder.builder().maxSize(STATEMENTS_MAX));

    private JdbiSetup() {}

    /** Jdbi over a database. */
    public static Jdbi over(DataSource database) {
        Jdbi jdbi = Jdbi.create(database);
        Codecs.register(jdbi);
        jdbi.getConfig(SqlStatements.class)
                .setSqlParser(PARSER)
                .setTemplateEngine(TemplateEngine.NOP);
        return jdbi.configure(
                StatementExceptions.class,
                failures -> failures.setMessageRendering(JdbiSetup::withoutValues));
    }

    private static String withoutValues(StatementException failure) {
        return "%s [statement: %s]"
                .formatted(
                        failure.getShortMessage(),
                        failure.getStatementContext() == null
                                ? "?"
                                : failure.getStatementContext().getRawSql());
    }
}
