package dev.countersign.reconcile.store.breaks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.breaks.BreakType;
import dev.countersign.reconcile.domain.breaks.Severity;
import dev.countersign.reconcile.domain.breaks.queue.QueueFilter;
import dev.countersign.reconcile.domain.breaks.queue.QueuedBreak;
import dev.countersign.reconcile.domain.breaks.queue.QueuedBreak.QueuePosition;
import dev.countersign.reconcile.domain.list.ListPosition;
import dev.countersign.reconcile.service.JdbiSetup;
import dev.countersign.reconcile.testkit.PostgresExtension;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The queue of differences, in the order in which people work on it. */
class BreakQueriesIT {

    @RegisterExtension static final PostgresExtension POSTGRES = new PostgresExtension();

    private static final int EACH_SEVERITY = 40;
    private static final QueueFilter ALL = filter(false, null);

    private final BreakQueries store = new BreakQueries();
    private Jdbi jdbi;

    /** Found in another order than they are worked on, many of them on one day. */
    @BeforeEach
    void findSome() {
        POSTGRES.empty();
        jdbi = JdbiSetup.over(POSTGRES.dataSource());
        jdbi.useHandle(
                handle -> {
                    handle.execute(
                            """
                            insert into break (id, type, severity, subject, origin_date, mode, amount_minor,
                                               state, detail, created_at, updated_at)
                            select md5('id' || number || type)::uuid, type, severity,
                                   md5('of' || number || type)::uuid,
                                   date '2026-01-05' - number % 4, 'sandbox', number,
                                   case when number = 1 then 'resolved' else 'open' end, '{}',
                                   timestamp '2026-01-05', timestamp '2026-01-05'
                              from generate_series(1, 40) as number,
                                   (values ('REFUND_UNLINKED', 'info'), ('STIP_OVERRIDE', 'low'),
                                           ('LEDGER_MISMATCH', 'critical'), ('AMOUNT_OVER', 'medium'),
                                           ('UNKNOWN_CARD', 'high')) as found (type, severity)
                            """);
                    handle.execute(
                            """
                            insert into closing_request (break_id, closing, reason, asked_by, asked_at)
                            select id, 'write_off', 'small', 'ada', timestamp '2026-01-06'
                              from break
                             where amount_minor in (1, 2)
                            """);
                });
    }

    @Test
    void beginsWithTheMostSevereAndTheOldestOfThem() {
        List<QueuedBreak> queue = waiting(ALL, ListPosition.start(), 1_000);

        assertThat(queue)
                .hasSize(Severity.values().length * (EACH_SEVERITY - 1))
                .isSortedAccordingTo(
                        Comparator.comparing(QueuedBreak::severity)
                                .thenComparing(QueuedBreak::origin));
        assertThat(queue.getFirst().type()).isEqualTo(BreakType.LEDGER_MISMATCH);
    }

    @Test
    void isTurnedOverPageByPageWithoutARepetitionOrAGap() {
        List<QueuedBreak> turned = new ArrayList<>();
        List<QueuedBreak> page = waiting(ALL, ListPosition.start(), 7);
        while (!page.isEmpty()) {
            turned.addAll(page);
            page = waiting(ALL, ListPosition.after(QueuePosition.of(page.getLast())), 7);
        }

        assertThat(turned).isEqualTo(waiting(ALL, ListPosition.start(), 1_000));
    }

    @Test
    void isTurnedBackPageByPageInTheSameOrder() {
        List<QueuedBreak> all = waiting(ALL, ListPosition.start(), 1_000);
        List<QueuedBreak> turned = new ArrayList<>();
        List<QueuedBreak> page = all.subList(all.size() - 1, all.size());
        while (!page.isEmpty()) {
            turned.addAll(0, page);
            page = waiting(ALL, ListPosition.before(QueuePosition.of(page.getFirst())), 7);
        }

        assertThat(turned).isEqualTo(all);
    }

    @Test
    void showsThoseAloneThatAwaitApproval() {
        List<QueuedBreak> asked = waiting(filter(true, null), ListPosition.start(), 1_000);

        assertThat(asked).hasSize(Severity.values().length).allMatch(QueuedBreak::asked);
        assertThat(waiting(filter(true, Severity.HIGH), ListPosition.start(), 1_000)).hasSize(1);
        assertThat(asked(1_000)).isEqualTo(Severity.values().length);
        assertThat(asked(2)).isEqualTo(2);
    }

    @Test
    void tellsWhatSomebodyHasTakenFromWhatNobodyHas() {
        jdbi.useHandle(
                handle -> handle.execute("update break set owner = 'ada' where amount_minor = 2"));

        assertThat(waiting(ownedBy("ada"), ListPosition.start(), 1_000))
                .hasSize(Severity.values().length);
        assertThat(waiting(ownedBy(""), ListPosition.start(), 1_000))
                .hasSize(Severity.values().length * (EACH_SEVERITY - 2));
        assertThat(waiting(ownedBy("grace"), ListPosition.start(), 1_000)).isEmpty();
    }

    @Test
    void showsWhatIsClosedTheNewestFirst() {
        List<QueuedBreak> closed =
                jdbi.withHandle(handle -> store.closed(handle, ALL, ListPosition.start(), 1_000));

        assertThat(closed)
                .hasSize(Severity.values().length)
                .noneMatch(QueuedBreak::asked)
                .isSortedAccordingTo(
                        Comparator.comparing((QueuedBreak row) -> row.id().value().toString())
                                .reversed());
    }

    private long asked(int most) {
        return jdbi.withHandle(handle -> store.asked(handle, Mode.SANDBOX, most));
    }

    private List<QueuedBreak> waiting(
            QueueFilter filter, ListPosition<QueuePosition> at, int limit) {
        return jdbi.withHandle(handle -> store.waiting(handle, filter, at, limit));
    }

    private static QueueFilter ownedBy(String owner) {
        return new QueueFilter(Mode.SANDBOX, false, false, null, null, owner, null);
    }

    private static QueueFilter filter(boolean asked, Severity severity) {
        return new QueueFilter(Mode.SANDBOX, false, asked, null, severity, null, null);
    }
}
