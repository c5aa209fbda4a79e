package dev.countersign.reconcile.service.operations;

import static dev.countersign.reconcile.testkit.domain.MessageExample.aClearing;
import static dev.countersign.reconcile.testkit.domain.MessageExample.aRequest;
import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.reconcile.Console;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.id.TransactionId;
import dev.countersign.reconcile.domain.text.ReferenceMask;
import dev.countersign.reconcile.domain.transaction.Transaction;
import dev.countersign.reconcile.service.JdbiSetup;
import dev.countersign.reconcile.service.feed.PostedFeed;
import dev.countersign.reconcile.store.lookup.LookupStore;
import dev.countersign.reconcile.testkit.PostgresExtension;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** One word among many rows; codes and ARNs stand in no order, as those of a network do. */
class LookupIT {

    private static final int OTHERS = 40_000;

    /** One summary answers for 128 blocks of some thousand, and a few more by mistake. */
    private static final double SHARE_READ_MAX = 0.4;

    @RegisterExtension static final PostgresExtension POSTGRES = new PostgresExtension();

    private static Jdbi jdbi;
    private static Lookup lookup;

    private final LookupStore store = new LookupStore();

    private interface Search {
        List<Transaction> in(Handle handle, String word);
    }

    @BeforeAll
    static void fill() {
        PostedFeed posted = new PostedFeed(POSTGRES.dataSource());
        var unused = posted.post(aRequest(), aClearing());
        jdbi = posted.jdbi;
        lookup = Console.openLookup(posted.database, ReferenceMask.LAST_FOUR);
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
                });
        JdbiSetup.over(POSTGRES.ownerSource())
                .useHandle(handle -> handle.execute("vacuum full analyze"));
    }

    /** Other digits in one column of each, which follow no order. */
    private static void multiply(Handle handle, String table, String column, int digits) {
        handle.createUpdate(
                        """
                        insert into %1$s
                        select made.*
                          from %1$s template
                         cross join generate_series(1, :times) n
                         cross join lateral jsonb_populate_record(
                               template,
                               jsonb_build_object(
                                 'id', uuidv7(),
                                 'identity', gen_random_uuid(),
                                 'network_txn_id', 'N' || n,
                                 :column, left(translate(md5(n::text), 'abcdef', '012345'), :digits))) made
                        """
                                .formatted(table))
                .bind("column", column)
                .bind("digits", digits)
                .bind("times", OTHERS)
                .execute();
    }

    @Test
    void findsTheTransactionOfAnArn() {
        String arn = least("clearing", "arn");
        UUID posted =
                jdbi.withHandle(
                        handle ->
                                handle.createQuery(
                                                "select transaction_id from clearing where arn = ?")
                                        .bind(0, arn)
                                        .mapTo(UUID.class)
                                        .one());
        assertThat(lookup.word(Mode.SANDBOX, arn, 50).transactions())
                .extracting(Transaction::id)
                .containsExactly(new TransactionId(posted));
    }

    @Test
    void findsTheTransactionsOfAnApprovalCode() {
        String code = least("transaction", "approval_code");
        assertThat(lookup.word(Mode.SANDBOX, code, 50).transactions())
                .isNotEmpty()
                .extracting(found -> found.decision().approvalCode())
                .containsOnly(code);
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

    private static void findsByItsSummary(String table, String column, Search look) {
        String word = least(table, column);
        jdbi.useHandle(
                handle -> {
                    long blocks =
                            handle.createQuery("select relpages from pg_class where relname = ?")
                                    .bind(0, table)
                                    .mapTo(Long.class)
                                    .one();
                    long before = blocksRead(handle);
                    List<Transaction> found = handle.inTransaction(own -> look.in(own, word));
                    assertThat(found).isNotEmpty();
                    assertThat(blocksRead(handle) - before)
                            .as("blocks read of %d", blocks)
                            .isLessThan((long) (SHARE_READ_MAX * blocks));
                });
    }

    private static String least(String table, String column) {
        return jdbi.withHandle(
                handle ->
                        handle.createQuery("select min(%s) from %s".formatted(column, table))
                                .mapTo(String.class)
                                .one());
    }

    private static long blocksRead(Handle handle) {
        handle.execute("select pg_stat_force_next_flush()");
        return handle.createQuery(
                        """
                        select sum(heap_blks_read + heap_blks_hit)
                          from pg_statio_user_tables
                         where relname in ('transaction', 'clearing', 'settlement_line')
                        """)
                .mapTo(Long.class)
                .one();
    }
}
