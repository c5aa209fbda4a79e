package dev.countersign.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.countersign.jobs.night.NightRefusedException;
import dev.countersign.jobs.night.NightState;
import dev.countersign.reconcile.Reconcile;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.breaks.ResolutionPolicy;
import dev.countersign.reconcile.domain.dispute.DisputeStatus;
import dev.countersign.reconcile.domain.feed.MessageKind;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.id.DisputeId;
import dev.countersign.reconcile.domain.id.TransactionId;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.service.operations.ManualMatches;
import dev.countersign.reconcile.testkit.ChildJvm;
import dev.countersign.reconcile.testkit.NightLeaseTime;
import dev.countersign.reconcile.testkit.PostgresExtension;
import dev.countersign.reconcile.testkit.VisibleFiles;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Five dates of a feed, settled by processes that die at random moments of every step: before a
 * statement, before a commit or after it. The database and the reports are those of nights that
 * nobody disturbed, to the byte.
 *
 * <p>More kills with {@code -Dtest.kills=65}; others with {@code -Dtest.seed=...}.
 */
class NightKillIT {

    private static final Logger log = LoggerFactory.getLogger(NightKillIT.class);
    private static final List<LocalDate> DATES =
            LocalDate.of(2026, 11, 21).datesUntil(LocalDate.of(2026, 11, 26)).toList();
    private static final String NOW = NightTraffic.NOW;
    private static final int KILLS_MIN = 20;

    @RegisterExtension static final PostgresExtension KILLED = new PostgresExtension();

    @RegisterExtension
    static final PostgresExtension UNDISTURBED = new PostgresExtension().named("undisturbed");

    @TempDir Path killedReports;
    @TempDir Path reports;

    private final long seed = Long.getLong("test.seed", System.nanoTime());
    private final int killsWanted = Integer.getInteger("test.kills", 27);
    private final SplittableRandom random = new SplittableRandom(seed);
    private final Map<String, Integer> killedIn = new TreeMap<>();

    /** The number of moments in the steps of the date that runs undisturbed. */
    private final Map<String, Long> moments = new ConcurrentHashMap<>();

    @Test
    void leavesTheSameBookAndTheSameFilesHoweverOftenItIsKilled() throws Exception {
        log.info("seed={} (repeat with -Dtest.seed={})", seed, seed);
        NightRun killed = written();
        NightRun undisturbed =
                NightTraffic.written(
                        UNDISTURBED,
                        new NightRun(
                                UNDISTURBED,
                                NightProcess.small(reports),
                                real ->
                                        KillPoints.told(
                                                real, step -> moments.merge(step, 1L, Long::sum))),
                        seed);
        Map<LocalDate, Set<String>> plan = plan();

        for (LocalDate date : DATES) {
            moments.clear();
            undisturbed.run(date.toString());
            for (String step : inOrder(plan.getOrDefault(date, new TreeSet<>()))) {
                kill(date, step);
            }
            if (!complete(killed, date)) {
                killed.run(date.toString());
            }
            if (!date.equals(DATES.getLast())) {
                assertThat(chargeBack(killed, date)).isEqualTo(chargeBack(undisturbed, date));
                assertThat(match(killed)).isEqualTo(match(undisturbed));
            }
        }
        assertThat(undisturbed.rows("select night_id::text from identified_record"))
                .hasSizeGreaterThan(DATES.size() / 2);

        assertThat(undisturbed.rows("select settled_minor::text from dispute_money"))
                .hasSizeGreaterThan(DATES.size());

        BookExport.assertSame(killed, undisturbed);
        assertThat(VisibleFiles.in(killedReports)).isEqualTo(VisibleFiles.in(reports));
        assertThat(killed.nights.rerun(Mode.SANDBOX, DATES.getLast()).differences()).isEmpty();
        log.info("kills by step: {}", killedIn);
        assertThat(killedIn.keySet()).containsExactlyInAnyOrderElementsOf(KillPoints.STEPS);
        assertThat(killedIn.values().stream().mapToInt(Integer::intValue).sum())
                .isGreaterThanOrEqualTo(KILLS_MIN);
    }

    @Test
    void isShownAsFailedAndRestartedAlthoughSomebodyAskedItToStopWhenItWasDead() throws Exception {
        NightRun killed = written();
        LocalDate date = DATES.getFirst();
        kill(date, "settle");

        assertThat(killed.nights.queries().list(Mode.SANDBOX, 9))
                .singleElement()
                .satisfies(
                        night -> {
                            assertThat(night.state()).isEqualTo(NightState.FAILED);
                            assertThat(night.failure())
                                    .contains("goes on with it, or 'job restart'");
                        });
        assertThatThrownBy(() -> killed.nights.stop(1))
                .isInstanceOf(NightRefusedException.class)
                .hasMessageContaining("its process died");
        // As it was asked to before that was refused.
        killed.jdbi.useHandle(
                handle ->
                        handle.execute(
                                "update batch_job_execution set status = 'STOPPED', end_time = now()"));
        killed.nights.restart(1);

        assertThat(complete(killed, date)).isTrue();
    }

    /** As a process does that stood still while two others went on with its night. */
    @Test
    void isRestartedAlthoughAnEarlierExecutionCannotSayHowItEnded() throws Exception {
        NightRun killed = written();
        LocalDate date = DATES.getFirst();
        kill(date, "settle");
        kill(date, "reports");
        killed.jdbi.useHandle(
                handle ->
                        handle.execute(
                                "update batch_job_execution set status = 'UNKNOWN' where job_execution_id = 1"));
        killed.nights.restart(1);

        assertThat(complete(killed, date)).isTrue();
    }

    @Test
    void keepsWorkersApartThatDiedBeforeAnythingWasWrittenOfWhatTheyRemember() throws Exception {
        NightRun killed = written();
        NightRun undisturbed =
                NightTraffic.written(
                        UNDISTURBED, new NightRun(UNDISTURBED, NightProcess.small(reports)), seed);
        LocalDate date = DATES.getFirst();
        undisturbed.run(date.toString());
        kill(date, "settle");
        // Spring Batch writes the executions of all workers first, then what each remembers.
        killed.jdbi.useHandle(
                handle ->
                        handle.execute(
                                """
                                update batch_step_execution_context
                                   set short_context = frozen.short_context, serialized_context = null
                                  from batch_step_execution_context as frozen
                                  join batch_step_execution as first_step
                                    on first_step.step_execution_id = frozen.step_execution_id
                                   and first_step.step_name = 'freeze'
                                 where batch_step_execution_context.step_execution_id in
                                       (select step_execution_id
                                          from batch_step_execution
                                         where step_name like 'settle:%')
                                """));
        killed.nights.restart(1);

        assertThat(complete(killed, date)).isTrue();
        assertThat(
                        killed.rows(
                                """
                                select step_name
                                  from batch_step_execution
                                 where step_name like 'settle:%'
                                   and status = 'COMPLETED'
                                   and read_count = 0
                                """))
                .as("workers that found the work of their range done by others")
                .isEmpty();
        BookExport.assertSame(killed, undisturbed);
    }

    /** Each step as often as any other, on dates that chance chooses. */
    private Map<LocalDate, Set<String>> plan() {
        Map<LocalDate, Set<String>> plan = new TreeMap<>();
        // Between the lines of chargebacks and their money.
        plan.put(DATES.get(2), new TreeSet<>(Set.of("dispute-money")));
        int possible = DATES.size() * KillPoints.STEPS.size();
        for (int kill = 0; kill < Math.min(killsWanted, possible); kill++) {
            String step = KillPoints.STEPS.get(kill % KillPoints.STEPS.size());
            Set<String> ofDate;
            do {
                LocalDate date = DATES.get(random.nextInt(DATES.size()));
                ofDate = plan.computeIfAbsent(date, unseen -> new TreeSet<>());
            } while (!ofDate.add(step));
        }
        return plan;
    }

    /** Says of two records that they belong to other purchases of their cards; tells which. */
    private static List<String> match(NightRun run) {
        Database database = new Database(run.jdbi);
        ManualMatches matches =
                Reconcile.openManualMatches(
                        database, database, ResolutionPolicy.DEFAULT, () -> Instant.parse(NOW));
        List<String> chosen =
                run.rows(
                        """
                        select distinct on (line.id) line.id || ' ' || purchase.id
                          from settlement_line line
                          join transaction here
                            on here.id = coalesce(line.identified_transaction_id, line.transaction_id)
                           and here.refunded_minor = 0
                          join transaction purchase
                            on purchase.card_id = line.card_id
                           and purchase.origin = 'request'
                           and purchase.status <> 'declined'
                           and purchase.id <> here.id
                         where line.record_type = 'clearing'
                           and line.amount_minor % 3 = 0
                           and not exists (select
                                             from break
                                            where break.clearing_id = line.id
                                              and break.severity in ('critical', 'high'))
                           and not exists (select
                                             from dispute
                                            where transaction_id in (here.id, purchase.id))
                         order by line.id desc, purchase.id
                         limit 2
                        """);
        for (String each : chosen) {
            String[] ids = each.split(" ", -1);
            matches.match(
                    UUID.fromString(ids[0]),
                    null,
                    new TransactionId(UUID.fromString(ids[1])),
                    "the merchant says so",
                    "ann");
        }
        return chosen;
    }

    /** Disputes two purchases, whose chargebacks the next date's cycle settles; tells which. */
    private static List<String> chargeBack(NightRun run, LocalDate date) {
        List<String> chosen =
                run.rows(
                        """
                        select id || ' ' || card_id || ' ' || amount_minor
                          from transaction
                         where status = 'settled'
                           and type = 'purchase'
                           and refunded_minor = 0
                           and held_minor = 0
                           and not exists (select from dispute where transaction_id = transaction.id)
                         order by id
                         limit 2
                        """);
        for (String each : chosen) {
            String at = date.plusDays(1).atTime(12, chosen.indexOf(each)) + ":00Z";
            String[] found = each.split(" ", -1);
            DisputeId dispute = People.claim(run, found[0], at);
            run.caseRecord(
                    new CardId(UUID.fromString(found[1])),
                    MessageKind.CHARGEBACK,
                    dispute.toString(),
                    "accepted",
                    DisputeStatus.UNDER_REVIEW,
                    """
                    {"settlement_date": "%s", "cycle": 1, "service": "intl",
                     "institution_id": "1000000000", "amount": -%s, "currency": "EUR"}
                    """
                            .formatted(date.plusDays(2), found[2]),
                    at);
        }
        run.decide();
        return chosen;
    }

    private static List<String> inOrder(Set<String> steps) {
        return KillPoints.STEPS.stream().filter(steps::contains).toList();
    }

    /** A book with some traffic, whose nights are to be killed. */
    private NightRun written() {
        return NightTraffic.written(
                KILLED, new NightRun(KILLED, NightProcess.small(killedReports)), seed);
    }

    private void kill(LocalDate date, String step) throws Exception {
        long survived = random.nextLong(moments.getOrDefault(step, 1L));
        try (ChildJvm night =
                ChildJvm.run(
                        NightProcess.class,
                        KILLED.url(),
                        NOW,
                        killedReports.toString(),
                        date.toString(),
                        step,
                        String.valueOf(survived))) {
            String output = night.output();
            log.info("killed date={} step={} survived={}", date, step, survived);
            assertThat(night.exitCode()).as(output).isEqualTo(137);
        }
        NightLeaseTime.runsOut(KILLED.dataSource());
        killedIn.merge(step, 1, Integer::sum);
    }

    /** It died after the last commit of the night itself, before the job could say so. */
    private static boolean complete(NightRun killed, LocalDate date) {
        return killed.rows(
                        "select 'completed' from night where state = 'completed' and business_date"
                                + " = '"
                                + date
                                + "'")
                .contains("completed");
    }
}
