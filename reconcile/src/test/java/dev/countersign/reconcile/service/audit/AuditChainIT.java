package dev.countersign.reconcile.service.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.countersign.reconcile.domain.audit.ActorKind;
import dev.countersign.reconcile.domain.audit.AuditAction;
import dev.countersign.reconcile.domain.audit.AuditCheckpoint;
import dev.countersign.reconcile.domain.audit.CheckpointCause;
import dev.countersign.reconcile.domain.audit.SecurityEvent;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.service.JdbiSetup;
import dev.countersign.reconcile.service.access.AuditTrail;
import dev.countersign.reconcile.store.console.AuditStore;
import dev.countersign.reconcile.testkit.PostgresExtension;
import dev.countersign.reconcile.vault.AuditSeals;
import dev.countersign.reconcile.vault.key.FixedKeys;
import dev.countersign.reconcile.vault.key.KeysRefusedException;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The chain of the audit trail and its checkpoints, against whoever has the database. */
class AuditChainIT {

    @RegisterExtension static final PostgresExtension POSTGRES = new PostgresExtension();

    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");

    private final FixedKeys keys = FixedKeys.random(new SecureRandom());
    private final AuditSeals seals = new AuditSeals(keys);
    private final KeptCheckpoints file = new KeptCheckpoints("the file");
    private final KeptCheckpoints topic = new KeptCheckpoints("the topic");
    private final List<CheckpointDestination> places = List.of(file, topic);

    private int written;
    private Database database;
    private AuditTrail trail;
    private AuditChain chain;

    @BeforeEach
    void openAChain() {
        POSTGRES.empty();
        database = Database.over(POSTGRES.dataSource());
        trail = new AuditTrail(database, () -> NOON);
        chain = new AuditChain(database, seals, () -> NOON);
    }

    private void write(int entries) {
        database.doAtomically(
                handle -> {
                    for (int i = 0; i < entries; i++) {
                        String subject = "brk_" + written++;
                        new AuditStore()
                                .insert(
                                        handle,
                                        new AuditAction(
                                                ActorKind.OPERATOR,
                                                "ada",
                                                "break.assign",
                                                subject,
                                                ""),
                                        NOON);
                    }
                });
    }

    private void writeOneByOne() {
        for (int i = 0; i < 100; i++) {
            trail.record(SecurityEvent.LOGIN_SUCCEEDED, "ada", "login " + i);
        }
    }

    private void keep(int entries) {
        write(entries);
        var unused = chain.seal();
        places.forEach(chain::deliver);
    }

    private static final List<String> TRAIL =
            List.of("audit_entry", "audit_inbox", "audit_checkpoint", "audit_delivery");

    private ChainCheck verify() {
        return verify(ChainWitness.NONE);
    }

    private ChainCheck verify(ChainWitness witness) {
        return new AuditVerification(database, seals).verify(places, witness);
    }

    /** Tampering by an owner of the database. */
    private void tamper(String... statements) {
        JdbiSetup.over(POSTGRES.ownerSource())
                .useHandle(
                        handle -> {
                            for (String table : TRAIL) {
                                handle.execute("alter table " + table + " disable trigger user");
                            }
                            for (String statement : statements) {
                                handle.execute(statement);
                            }
                            for (String table : TRAIL) {
                                handle.execute("alter table " + table + " enable trigger user");
                            }
                        });
    }

    @Test
    void isWholeAndSaysHowLongItIsAndWhatNoCheckpointCovers() {
        keep(250);

        ChainCheck check = verify();

        assertThat(check.problems()).isEmpty();
        assertThat(check.entries()).isEqualTo(250);
        assertThat(check.checkpoints()).as("first, 100, 200").isEqualTo(3);
        assertThat(check.uncovered()).isZero();
        keep(30);
        assertThat(verify().uncovered()).isEqualTo(30);
    }

    @Test
    void takesACheckpointAtFirstEachHundredEntriesAndEachNight() {
        keep(1);
        keep(199);
        tamper(
                """
                insert into night (id, mode, business_date, number, closes, state, started_at, ended_at)
                values (1, 'live', '2026-11-20', 1, true, 'completed', now(), now())
                """);
        keep(0);
        keep(0);

        assertThat(topic.kept())
                .extracting(AuditCheckpoint::cause)
                .containsExactly(
                        CheckpointCause.FIRST,
                        CheckpointCause.HUNDRED,
                        CheckpointCause.HUNDRED,
                        CheckpointCause.NIGHT);
        assertThat(topic.kept())
                .extracting(AuditCheckpoint::entries)
                .containsExactly(1L, 100L, 200L, 200L);
        assertThat(file.kept()).isEqualTo(topic.kept());
    }

    @Test
    void staysLinearWhenManyWriteAndSealAtOnce() throws InterruptedException, ExecutionException {
        List<Future<?>> all = new ArrayList<>();
        try (ExecutorService many = Executors.newFixedThreadPool(8)) {
            for (int i = 0; i < 4; i++) {
                all.add(many.submit(this::writeOneByOne));
                all.add(
                        many.submit(
                                () -> {
                                    for (int look = 0; look < 25; look++) {
                                        var unused = chain.seal();
                                        places.forEach(chain::deliver);
                                    }
                                }));
            }
        }
        for (Future<?> each : all) {
            var unused = each.get();
        }
        keep(0);

        ChainCheck check = verify();

        assertThat(check.problems()).isEmpty();
        assertThat(check.entries()).isEqualTo(400);
        assertThat(topic.kept()).extracting(AuditCheckpoint::entries).contains(100L, 400L);
    }

    @Test
    void takesThereAgainWhatAProcessTookThatDiedThen() {
        keep(10);
        write(200);
        var unused = chain.seal();
        topic.diesAfterwards(true);
        assertThatThrownBy(() -> chain.deliver(topic))
                .isInstanceOf(DestinationUnavailableException.class);
        assertThat(verify().problems()).as("nothing is missing that is on its way").isEmpty();
        assertThat(verify().due()).isEqualTo(2);
        topic.diesAfterwards(false);

        places.forEach(chain::deliver);

        assertThat(topic.kept()).hasSize(5);
        assertThat(verify().problems()).isEmpty();
        assertThat(verify().due()).isZero();
    }

    @Test
    void isNotSealedUnderOtherKeysOfTheSameNames() {
        keep(10);
        write(1);
        AuditChain staging =
                new AuditChain(
                        database, new AuditSeals(FixedKeys.random(new SecureRandom())), () -> NOON);

        assertThatThrownBy(staging::seal)
                .isInstanceOf(KeysRefusedException.class)
                .hasMessageStartingWith(
                        "Nothing is sealed: entry 10 of the audit trail is not as the audit-trail-1"
                                + " of these keys seals it.");
        assertThatThrownBy(staging::renewKey).isInstanceOf(KeysRefusedException.class);

        keep(0);
        assertThat(verify().problems()).isEmpty();
        assertThat(verify().entries()).isEqualTo(11);
    }

    @Test
    void isComparedAsFarAsItWasWhenTheComparisonBegan() {
        keep(99);
        CheckpointDestination slow =
                new CheckpointDestination() {
                    @Override
                    public String name() {
                        return topic.name();
                    }

                    @Override
                    public Optional<String> id() {
                        return topic.id();
                    }

                    @Override
                    public String kind() {
                        return topic.kind();
                    }

                    @Override
                    public void append(List<AuditCheckpoint> checkpoints) {
                        topic.append(checkpoints);
                    }

                    @Override
                    public List<AuditCheckpoint> read() {
                        List<AuditCheckpoint> before = List.copyOf(topic.read());
                        keep(300); // others go on meanwhile
                        return before;
                    }
                };

        ChainCheck check =
                new AuditVerification(database, seals)
                        .verify(List.of(file, slow), ChainWitness.NONE);

        assertThat(check.problems()).isEmpty();
    }

    @Test
    void findsThatAPlaceHasNothingToCompareWith() {
        KeptCheckpoints nothing = new KeptCheckpoints("the topic typo");
        AuditVerification verification = new AuditVerification(database, seals);
        assertThat(verification.verify(List.of(nothing), ChainWitness.NONE).problems())
                .as("nothing is noted yet")
                .isEmpty();
        keep(10);

        ChainCheck check = verification.verify(List.of(file, nothing), ChainWitness.NONE);

        assertThat(check.problems())
                .containsExactly(
                        "There is no checkpoint at the topic typo, and the database has noted 1: it"
                                + " is another place, or was emptied.");
        assertThat(check.compared())
                .containsEntry("the file", 1L)
                .containsEntry("the topic typo", 0L);
    }

    @Test
    void findsAHoleInACopyThatTheDatabaseDoesNotKnow() {
        keep(350);
        KeptCheckpoints copy = new KeptCheckpoints("a copy");
        copy.append(topic.kept());
        copy.kept().remove(1);

        assertThat(
                        new AuditVerification(database, seals)
                                .verify(List.of(copy), ChainWitness.NONE)
                                .problems())
                .containsExactly("Checkpoint 2 is missing at a copy.");
    }

    @Test
    void findsAnEntryThatWasChanged() {
        keep(10);
        tamper("update audit_entry set actor = 'grace' where number = 7");

        assertThat(verify().problems())
                .containsExactly(
                        "Entry 7 of the audit trail is not as it was sealed, or was sealed under"
                                + " another key of that name.");
    }

    @Test
    void findsAnEntryThatWasTakenOutOfTheMiddle() {
        keep(10);
        tamper("delete from audit_entry where number = 5");
        assertThat(verify().problems()).containsExactly("Entry 5 of the audit trail is missing.");

        tamper("update audit_entry set number = number - 1 where number > 5");
        assertThat(verify().problems())
                .containsExactly(
                        "Entry 5 of the audit trail does not follow on the one before: something"
                                + " was taken out or put between.");
    }

    @Test
    void findsAnEndThatWasCutOffWithTheCheckpointsOfTheDatabase() {
        keep(250);
        tamper(
                "delete from audit_entry where number > 150",
                "delete from audit_checkpoint where entries > 150",
                "update audit_delivery set sequence = 2");

        assertThat(verify().problems())
                .containsExactly(
                        "The audit trail is cut: it ends with entry 150, and had 250 at checkpoint 1"
                                + " of 2026-11-21T12:00:00Z.",
                        "The audit trail is cut: it ends with entry 150, and had 200 at checkpoint 3"
                                + " of 2026-11-21T12:00:00Z.");
    }

    @Test
    void findsAnEndThatWasCutOffAndGrewAgain() {
        keep(250);
        tamper(
                "delete from audit_entry where number > 150",
                "delete from audit_checkpoint where entries > 150",
                "delete from audit_delivery");
        keep(150);

        assertThat(verify().problems())
                .contains(
                        "The audit trail was written anew: entry 250 is not the one of checkpoint 1.",
                        "There are two checkpoints 3: the trail was taken back to an earlier state,"
                                + " or written anew.");
    }

    @Test
    void doesNotFindWhatWasCutAfterTheLastCheckpointWithoutAWitness() {
        keep(100);
        keep(20);
        ChainCheck before = verify();
        tamper("delete from audit_entry where number > 110");

        assertThat(verify().problems()).isEmpty();
        assertThat(verify(new ChainWitness(before.entries(), before.head())).problems())
                .containsExactly(
                        "The audit trail has 110 entries as they were sealed, and had 120 when you"
                                + " noted it down.");
        assertThat(verify(new ChainWitness(null, before.head())).problems())
                .containsExactly("No entry of the audit trail has the head that you noted down.");
    }

    @Test
    void agreesWithAWitnessAlsoAfterItGrew() {
        keep(20);
        ChainCheck before = verify();
        keep(5);

        assertThat(verify(new ChainWitness(before.entries(), before.head())).problems()).isEmpty();
        assertThat(verify(new ChainWitness(null, before.head())).problems()).isEmpty();
        assertThat(verify(new ChainWitness(before.entries() - 1, before.head())).problems())
                .containsExactly("Entry 19 has another head than you noted down.");
    }

    @Test
    void findsATrailThatWasWrittenAnewUnderAKeyOfWhoeverDidSo() {
        keep(10);
        AuditChain forger =
                new AuditChain(
                        database, new AuditSeals(FixedKeys.random(new SecureRandom())), () -> NOON);
        tamper("delete from audit_entry", "delete from audit_checkpoint");
        write(10);
        var unused = forger.seal();

        assertThat(verify().problems())
                .contains(
                        "Entry 1 of the audit trail is not as it was sealed, or was sealed under"
                                + " another key of that name.");
    }

    @Test
    void findsAnEntryThatWasPutAtTheEndWithoutAKey() {
        keep(3);
        tamper(
                """
                insert into audit_entry (number, at, actor_kind, actor, action, subject, remark, previous, seal)
                select number + 1, at, actor_kind, actor, action, subject, remark, seal, seal
                  from audit_entry
                 where number = 3
                """);

        assertThat(verify().problems())
                .containsExactly(
                        "Entry 4 of the audit trail has no key, and those before it have one: it was"
                                + " not written by the product.");
    }

    @Test
    void findsAnEntryOfAKeyThatTheVaultDoesNotHave() {
        keep(3);
        tamper("update audit_entry set key = 'audit-trail-9' where number = 3");

        assertThat(verify().problems())
                .containsExactly(
                        "Entry 3 of the audit trail is sealed under audit-trail-9, which is no key of"
                                + " this vault.");
    }

    @Test
    void verifiesEntriesOfOlderKeysAndTakesNoOldKeyAfterANewOne() {
        keep(3);
        assertThat(chain.renewKey()).isEqualTo("audit-trail-2");
        keep(3);
        assertThat(verify().problems()).isEmpty();

        tamper("update audit_entry set key = 'audit-trail-1' where number = 5");
        assertThat(verify().problems())
                .containsExactly(
                        "Entry 5 of the audit trail is sealed under audit-trail-1, and one before it"
                                + " under a newer key.");
    }

    @Test
    void findsACheckpointThatWasTakenAwayAnywhere() {
        keep(250);
        AuditCheckpoint second = topic.kept().remove(1);
        assertThat(verify().problems()).containsExactly("Checkpoint 2 is missing at the topic.");
        topic.kept().add(second);

        AuditCheckpoint last = file.kept().removeLast();
        assertThat(verify().problems()).containsExactly("Checkpoint 3 is missing at the file.");
        file.kept().add(last);

        tamper("delete from audit_checkpoint where sequence = 2");
        assertThat(verify().problems())
                .containsExactly("Checkpoint 2 is known outside and missing in the database.");
    }

    /** An attacker who takes a place away may count on the product to fill another one. */
    @Test
    void fillsNoPlaceThatWasBegunAnewWithWhatAnotherHadGot() {
        keep(150);
        KeptCheckpoints anew = new KeptCheckpoints("the file anew", "the file");
        List<CheckpointDestination> left = List.of(anew, topic);

        assertThat(chain.dueAt(anew)).isZero();
        assertThat(chain.deliver(anew)).isZero();
        assertThat(
                        new AuditVerification(database, seals)
                                .verify(left, ChainWitness.NONE)
                                .problems())
                .containsExactly(
                        "There is no checkpoint at the file anew, and the database has noted 2: it"
                                + " is another place, or was emptied.");
        keep(100);
        assertThat(chain.deliver(anew)).isEqualTo(1);

        assertThat(anew.kept()).extracting(AuditCheckpoint::sequence).containsExactly(3L);
        assertThat(
                        new AuditVerification(database, seals)
                                .verify(left, ChainWitness.NONE)
                                .problems())
                .containsExactly("Checkpoints 1 to 2 are missing at the file anew.");
    }

    @Test
    void takesNothingOlderToAPlaceAgainWhoeverSaysSo() {
        keep(150);

        for (String sql :
                List.of("update audit_delivery set sequence = 0", "delete from audit_delivery")) {
            assertThatThrownBy(() -> database.doAtomically(handle -> handle.execute(sql)))
                    .hasMessageContaining("what was delivered stays delivered");
        }
    }

    @Test
    void findsACheckpointThatSomebodyElseWrote() {
        keep(10);
        AuditCheckpoint first = topic.kept().removeFirst();
        topic.kept()
                .add(
                        new AuditCheckpoint(
                                first.sequence(),
                                first.at(),
                                first.cause(),
                                first.entries() - 1,
                                first.head(),
                                first.key(),
                                first.seal()));

        assertThat(verify().problems())
                .containsExactly(
                        "Checkpoint 1 at the topic is not as it was sealed, or under no key of this"
                                + " vault.");
    }

    @Test
    void goesOnWhereTheHashesOfBeforeEnd() {
        String seal = "8c6b3d4ab0b3d1d3";
        tamper(
                """
                insert into audit_entry (number, at, actor_kind, actor, action, subject, remark, previous, seal)
                values (1, '2026-11-20T12:00:00Z', 'operator', 'ada', 'break.assign', 'brk_1', 'grace',
                        repeat('0', 64), encode(sha256(convert_to('64:' || repeat('0', 64)
                            || '1:120:2026-11-20T12:00:00Z8:operator3:ada12:break.assign5:brk_15:grace',
                            'UTF8')), 'hex'))
                """);
        keep(2);

        assertThat(verify().problems()).isEmpty();
        assertThat(verify().entries()).isEqualTo(3);
        tamper("update audit_entry set seal = '" + seal + "' where number = 1");
        assertThat(verify().problems())
                .containsExactly("Entry 1 of the audit trail is not as it was written.");
    }
}
