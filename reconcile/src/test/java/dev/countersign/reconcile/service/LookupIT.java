package dev.countersign.reconcile.service;

import static dev.countersign.reconcile.testkit.domain.MessageExample.aClearing;
import static dev.countersign.reconcile.testkit.domain.MessageExample.aRequest;
import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.transaction.Transaction;
import dev.countersign.reconcile.store.LookupStore;
import dev.countersign.reconcile.testkit.PostgresExtension;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** One word among many rows, whose words stand in no order at all, as those of a network do. */
class LookupIT {

    private static final int OTHERS = 40_000;

    /** A summary answers for at most 128 blocks, and is mistaken now and then. */
    private static final double SHARE_READ_MAX = 0.4;

    @RegisterExtension static final PostgresExtension POSTGRES = new PostgresExtension();

    private static Jdbi jdbi;

    private final LookupStore store = new LookupStore();

    private interface Look {
        List<Transaction> in(Handle handle, String word);
    }

    @BeforeAll
    static void fill() {
        PostedFeed posted = new PostedFeed(POSTGRES.dataSource());
        var unused = posted.post(aRequest(), aClearing());
        jdbi = posted.jdbi;
        jdbi.useHandle(
                handle -> {
                    multiply(handle, "transaction", "approval_code", 6);
                    multiply(handle, "clearing", "arn", 23);
                    handle.execute(
                            """
                            update clearing
                               set transaction_id = (select id from transaction order by id limit 1)
                             where arn is not null
                            """);
                    handle.execute("vacuum full analyze");
                });
    }

    /** Other digits in one column of each, which follow no order. */
    private static void multiply(Handle handle, String table, String column, int digits) {
        handle.createUpdate(
                        """
                        insert into <table>
                        select made.*
                          from <table> template
                         cross join generate_series(1, :times) n
                         cross join lateral jsonb_populate_record(
                               template,
                               jsonb_build_object(
                                 'id', uuidv7(),
                                 'identity', gen_random_uuid(),
                                 'network_txn_id', 'N' || n,
                                 :column, left(translate(md5(n::text), 'abcdef', '012345'), :digits))) made
                        """)
                .define("table", table)
                .bind("column", column)
                .bind("digits", digits)
                .bind("times", OTHERS)
                .execute();
    }

    @Test
    void findsAnArnByItsSummary() {
        findsByItsSummary(
                "clearing", "arn", (handle, word) -> store.byArn(handle, Mode.SANDBOX, word, 50));
    }

    @Test
    void findsAnApprovalCodeByItsSummary() {
        findsByItsSummary(
                "transaction",
                "approval_code",
                (handle, word) -> store.byApprovalCode(handle, Mode.SANDBOX, word, 50));
    }

    private static void findsByItsSummary(String table, String column, Look look) {
        jdbi.useHandle(
                handle -> {
                    String word =
                            handle.createQuery("select min(<column>) from <table>")
                                    .define("column", column)
                                    .define("table", table)
                                    .mapTo(String.class)
                                    .one();
                    long blocks =
                            handle.createQuery("select relpages from pg_class where relname = ?")
                                    .bind(0, table)
                                    .mapTo(Long.class)
                                    .one();
                    long before = blocksRead(handle, table);
                    List<Transaction> found = handle.inTransaction(own -> look.in(own, word));
                    assertThat(found).isNotEmpty();
                    assertThat(blocksRead(handle, table) - before)
                            .as("blocks read of %d", blocks)
                            .isLessThan((long) (SHARE_READ_MAX * blocks));
                });
    }

    private static long blocksRead(Handle handle, String table) {
        handle.execute("select pg_stat_force_next_flush()");
        return handle.createQuery(
                        """
                        select heap_blks_read + heap_blks_hit
                          from pg_statio_user_tables
                         where relname = ?
                        """)
                .bind(0, table)
                .mapTo(Long.class)
                .one();
    }
}
