package dev.countersign.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.countersign.jobs.night.NightState;
import dev.countersign.reconcile.Reconcile;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.breaks.ResolutionPolicy;
import dev.countersign.reconcile.domain.breaks.Severity;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.id.TransactionId;
import dev.countersign.reconcile.service.ActionRefusedException;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.service.operations.ManualMatches;
import dev.countersign.reconcile.testkit.PostgresExtension;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Clearing records that an operator matches to another transaction than the night did. */
class ManualMatchIT {

    @RegisterExtension static final PostgresExtension POSTGRES = new PostgresExtension();

    @TempDir Path reports;

    private NightRun night;
    private CardId card;
    private ResolutionPolicy matchAlone = ResolutionPolicy.DEFAULT;
    private Instant now = Instant.parse("2026-11-25T02:00:00Z");

    @BeforeEach
    void openTheBook() {
        night = new NightRun(POSTGRES, reports);
        card = night.book.card(null, null, null);
    }

    @Test
    void postsWhatCameWithoutAuthorizationToItsHoldAndBack() {
        night.request(card, "100", 6_000, "2026-11-21T08:00:00Z");
        night.clearing(card, "999", "A1", 5_000, "2026-11-21T10:00:00Z").decide();
        night.run("2026-11-21");
        List<String> before = book();

        match("A1", named("100"));
        assertThat(book()).as("nothing moves before the night").isEqualTo(before);
        assertThat(breaks()).containsExactly("CLEARING_WITHOUT_AUTH resolved");
        comesOutAsItDid("2026-11-21");
        night.run("2026-11-22");

        assertThat(states()).containsExactly("100 settled 5000 held 0", "999 reversed 5000 held 0");
        assertThat(breaks()).containsExactly("CLEARING_WITHOUT_AUTH resolved");
        assertThat(balances("2100", "1310", "9010", "2010")).containsExactly(5000L, 0L, 0L, -4950L);
        assertThat(rerun("2026-11-21").differences()).isEmpty();
        assertThat(rerun("2026-11-22").differences()).isEmpty();
        match("A1", named("999"));
        night.run("2026-11-23");

        assertThat(states())
                .containsExactly("100 authorized 6000 held 6000", "999 settled 5000 held 0");
        assertThat(breaks())
                .containsExactlyInAnyOrder(
                        "CLEARING_WITHOUT_AUTH resolved", "CLEARING_WITHOUT_AUTH open");
        assertThat(rerun("2026-11-22").differences()).isEmpty();
        assertThat(rerun("2026-11-23").differences()).isEmpty();
        assertThat(book()).isEqualTo(before);
        assertThat(night.rows("select type from break where type = 'USAGE_DRIFT'")).isEmpty();
    }

    /** Each run of an open day of the sandbox takes what is new. */
    @Test
    void opensABreakAgainThatItHadOnTheSameDate() {
        night.at("2026-11-21T12:00:00Z");
        now = Instant.parse("2026-11-21T12:00:00Z");
        night.request(card, "100", 6_000, "2026-11-21T08:00:00Z");
        night.clearing(card, "999", "A1", 5_000, "2026-11-21T10:00:00Z").decide();
        var first = night.nights.runSandbox(LocalDate.parse("2026-11-21"));
        match("A1", named("100"));
        var second = night.nights.runSandbox(LocalDate.parse("2026-11-21"));
        assertThat(breaks()).containsExactly("CLEARING_WITHOUT_AUTH resolved");
        match("A1", named("999"));
        var third = night.nights.runSandbox(LocalDate.parse("2026-11-21"));

        assertThat(List.of(first, second, third))
                .allSatisfy(run -> assertThat(run.night().state()).isEqualTo(NightState.COMPLETED));
        assertThat(breaks()).containsExactly("CLEARING_WITHOUT_AUTH open");
        assertThat(night.rows("select actor || ' ' || action from break_history order by number"))
                .containsExactly("ann match", "night reopen");
    }

    /** The night that proposed to dispute it told how much. */
    @Test
    void isNoDifferenceOfTheNightThatProposedADispute() {
        night.at("2026-11-28T02:00:00Z");
        now = Instant.parse("2026-11-28T02:00:00Z");
        night.request(card, "100", 6_000, "2026-11-21T08:00:00Z");
        night.clearing(card, "999", "A1", 5_000, "2026-11-21T10:00:00Z").decide();
        night.runThrough(LocalDate.parse("2026-11-21"), LocalDate.parse("2026-11-25"));
        assertThat(night.rows("select outcome from dispute_assessment"))
                .containsExactly("proposed");

        match("A1", named("100"));

        comesOutAsItDid("2026-11-25");
        night.run("2026-11-26");
        assertThat(rerun("2026-11-25").differences()).isEmpty();
    }

    @Test
    void takesWhatTheMatchTookFromTheWrongPurchase() {
        night.request(card, "100", 5_000, "2026-11-21T08:00:00Z");
        night.request(card, "101", 5_000, "2026-11-21T08:30:00Z");
        night.clearing(card, "999", "A1", 5_000, "2026-11-21T10:00:00Z").decide();
        night.run("2026-11-21");
        assertThat(states())
                .containsExactly("100 settled 5000 held 0", "101 authorized 5000 held 5000");

        match("A1", named("101"));
        night.run("2026-11-22");

        assertThat(states())
                .containsExactly("100 authorized 5000 held 5000", "101 settled 5000 held 0");
        assertThat(breaks()).containsExactly("LOW_CONFIDENCE resolved");
        night.clearing(card, "100", "A2", 5_000, "2026-11-23T10:00:00Z").decide();
        night.run("2026-11-23");
        assertThat(states()).containsExactly("100 settled 5000 held 0", "101 settled 5000 held 0");
        assertThat(balances("2100", "9010")).containsExactly(10_000L, 0L);
    }

    /** The transaction says whose card it is. */
    @Test
    void postsARecordOfAnUnknownCardToTheTransactionThatIsNamed() {
        night.request(card, "100", 6_000, "2026-11-21T08:00:00Z");
        night.clearing(null, "999", "A1", 5_000, "2026-11-21T10:00:00Z").decide();
        night.run("2026-11-21");
        refuses("A1", named("100"), "a second operator has to approve it");

        matchAlone = new ResolutionPolicy(Severity.CRITICAL, Map.of());
        match("A1", named("100"));
        night.run("2026-11-22");

        assertThat(states()).containsExactly("100 settled 5000 held 0");
        assertThat(breaks()).containsExactly("UNKNOWN_CARD resolved");
        assertThat(balances("2100", "1310", "2010")).containsExactly(5_000L, 0L, -4_950L);
    }

    /** The last word counts, and until the night it is only a word. */
    @Test
    void followsTheLastOfSeveralMatchesBeforeTheNight() {
        night.request(card, "100", 6_000, "2026-11-21T08:00:00Z");
        night.request(card, "101", 7_000, "2026-11-21T08:30:00Z");
        night.clearing(card, "999", "A1", 5_000, "2026-11-21T10:00:00Z").decide();
        night.run("2026-11-21");
        List<String> before = book();

        match("A1", named("100"));
        match("A1", named("101"));
        match("A1", named("999"));
        night.run("2026-11-22");

        assertThat(book()).isEqualTo(before);
        assertThat(breaks())
                .containsExactlyInAnyOrder(
                        "CLEARING_WITHOUT_AUTH resolved", "CLEARING_WITHOUT_AUTH open");
        assertThat(matches().preview(clearing("A1")).orElseThrow().steps())
                .singleElement()
                .satisfies(step -> assertThat(step.to()).isEqualTo(named("999")));
    }

    /** The merchant knows it by the name under which it cleared. */
    @Test
    void isRefundedByItsOwnName() {
        night.request(card, "100", 4_000, "2026-11-21T08:00:00Z");
        night.clearing(card, "999", "A1", 5_000, "2026-11-21T10:00:00Z").decide();
        night.run("2026-11-21");
        match("A1", named("100"));
        night.run("2026-11-22");

        night.refundOf(card, "999", "200", "A200", 5_000, "2026-11-23T10:00:00Z").decide();
        night.run("2026-11-23");

        assertThat(breaks())
                .containsExactly("AMOUNT_OVER resolved", "CLEARING_WITHOUT_AUTH resolved");
    }

    @Test
    void isADuplicateWhenItIsPresentedAgainByItsOwnName() {
        night.request(card, "100", 6_000, "2026-11-21T08:00:00Z");
        night.clearing(card, "999", "A1", 5_000, "2026-11-21T10:00:00Z").decide();
        night.run("2026-11-21");
        match("A1", named("100"));
        night.run("2026-11-22");

        night.clearing(card, "999", "A2", 5_000, "2026-11-23T10:00:00Z").decide();
        night.run("2026-11-23");

        assertThat(breaks())
                .containsExactly("CLEARING_WITHOUT_AUTH resolved", "DUPLICATE_CLEARING open");
    }

    @Test
    void findsWhatDoesNotFitThere() {
        night.request(card, "100", 4_000, "2026-11-21T08:00:00Z");
        night.clearing(card, "999", "A1", 5_000, "2026-11-21T10:00:00Z").decide();
        night.run("2026-11-21");

        match("A1", named("100"));
        night.run("2026-11-22");
        assertThat(breaks()).containsExactly("AMOUNT_OVER open", "CLEARING_WITHOUT_AUTH resolved");
        assertThat(
                        night.rows(
                                """
                                select detail -> 'evidence' ->> 'authorized_minor'
                                  from break
                                 where type = 'AMOUNT_OVER'
                                """))
                .as("what a dispute of it shows")
                .containsExactly("4000");
        match("A1", named("999"));
        assertThat(breaks())
                .containsExactly("AMOUNT_OVER resolved", "CLEARING_WITHOUT_AUTH resolved");
        night.run("2026-11-23");

        assertThat(night.rows("select type from break where state = 'open'"))
                .containsExactly("CLEARING_WITHOUT_AUTH");
        assertThat(matches().preview(clearing("A1")).orElseThrow().steps())
                .extracting(step -> step.postedOn())
                .containsExactly(LocalDate.parse("2026-11-22"), LocalDate.parse("2026-11-23"));
    }

    /** The night posts it beside what it was matched to, as any record that came for that. */
    @Test
    void postsBesideWhatHasClearedInFull() {
        night.request(card, "150", 700, "2026-11-21T08:10:00Z");
        night.clearing(card, "150", "A5", 700, "2026-11-21T08:20:00Z");
        night.clearing(card, "999", "A1", 5_000, "2026-11-21T10:00:00Z").decide();
        night.run("2026-11-21");

        match("A1", named("150"));
        night.run("2026-11-22");

        assertThat(states()).containsExactly("150 settled 700 held 0", "999 settled 5000 held 0");
        assertThat(breaks())
                .containsExactlyInAnyOrder(
                        "CLEARING_WITHOUT_AUTH resolved", "CLEARING_WITHOUT_AUTH open");
    }

    @Test
    void letsTheNetworkTakeItBackWhereItIs() {
        night.request(card, "100", 6_000, "2026-11-21T08:00:00Z");
        night.clearing(card, "999", "A1", 5_000, "2026-11-21T10:00:00Z").decide();
        night.run("2026-11-21");
        match("A1", named("100"));

        night.clearingReversal(card, "999", "A1", 5_000, "2026-11-22T10:00:00Z").decide();
        night.run("2026-11-22");

        assertThat(states())
                .containsExactly("100 reversed 6000 held 0", "999 reversed 5000 held 0");
        assertThat(balances("2100", "1310")).containsExactly(0L, 0L);
        refuses("A1", named("999"), "taken back by the network");
    }

    /** A refund in the stream counts at once; the record can not be taken away from it. */
    @Test
    void leavesARecordWhereItWasRefundedBeforeTheNight() {
        night.request(card, "100", 6_000, "2026-11-21T08:00:00Z");
        night.clearing(card, "999", "A1", 5_000, "2026-11-21T10:00:00Z").decide();
        night.run("2026-11-21");
        match("A1", named("100"));
        night.jdbi.useHandle(
                handle ->
                        handle.execute(
                                "update transaction set refunded_minor = 5 where network_txn_id = '999'"));

        night.run("2026-11-22");

        assertThat(states())
                .containsExactly("100 authorized 6000 held 6000", "999 settled 5000 held 0");
        assertThat(breaks())
                .containsExactly("AMBIGUOUS_MATCH open", "CLEARING_WITHOUT_AUTH resolved");
        assertThat(balances("2100", "1310")).containsExactly(5_000L, 0L);
    }

    @Test
    void postsToAHoldThatNoNightHasBookedYet() {
        night.clearing(card, "999", "A1", 5_000, "2026-11-21T10:00:00Z").decide();
        night.run("2026-11-21");
        night.request(card, "100", 6_000, "2026-11-23T08:00:00Z").decide();

        match("A1", named("100"));
        night.run("2026-11-22");
        assertThat(balances("9010", "2100")).containsExactly(-6_000L, 5_000L);
        night.run("2026-11-23");

        assertThat(balances("9010", "2100")).containsExactly(0L, 5_000L);
        assertThat(states()).containsExactly("100 settled 5000 held 0", "999 reversed 5000 held 0");
    }

    @Test
    void keepsTheHoldOfAPurchaseThatClearsInParts() {
        night.request(card, "100", 6_000, "2026-11-21T08:00:00Z");
        night.clearing(card, "100", "A1", 2_000, "2026-11-21T10:00:00Z");
        night.clearing(card, "100", "A2", 3_000, "2026-11-21T11:00:00Z");
        night.request(card, "200", 2_500, "2026-11-21T12:00:00Z").decide();
        night.run("2026-11-21");
        assertThat(states())
                .containsExactly("100 settled 5000 held 0", "200 authorized 2500 held 2500");

        match("A1", named("200"));
        night.run("2026-11-22");

        assertThat(states()).containsExactly("100 settled 3000 held 0", "200 settled 2000 held 0");
    }

    @Test
    void refusesWhatCannotBeDoneRight() {
        CardId other = night.book.card(null, null, null);
        night.request(card, "100", 6_000, "2026-11-21T08:00:00Z");
        night.request(other, "200", 6_000, "2026-11-21T08:00:00Z");
        night.cash(card, "400", 2_000, "2026-11-21T09:30:00Z");
        night.clearing(card, "999", "A1", 5_000, "2026-11-21T10:00:00Z");
        night.clearing(card, "998", "A2", 4_000, "2026-11-21T10:30:00Z");
        night.refund(card, "500", "A3", 300, "2026-11-21T11:00:00Z").decide();
        night.run("2026-11-21");
        List<String> before = book();

        refuses("A1", named("200"), "of the clearing's card");
        refuses("A1", new TransactionId(new UUID(1, 1)), "There is no transaction");
        refuses("A1", named("999"), "already");
        refuses("A1", named("998"), "never authorized");
        refuses("A1", named("400"), "its own message");
        refuses("A1", named("500"), "is a refund");
        refuses("A3", named("100"), "Only a clearing");
        assertThatThrownBy(() -> matches().match(new UUID(1, 1), null, named("100"), "why", "ann"))
                .isInstanceOf(ActionRefusedException.class)
                .hasMessageContaining("No night has dealt");
        assertThatThrownBy(
                        () ->
                                matches()
                                        .match(
                                                clearing("A1"),
                                                named("100"),
                                                named("100"),
                                                "why",
                                                "ann"))
                .isInstanceOf(ActionRefusedException.class)
                .hasMessageContaining("by now");
        assertThatThrownBy(() -> matches().match(clearing("A1"), null, named("100"), " ", "ann"))
                .hasMessageContaining("Say why");
        night.run("2026-11-22");
        assertThat(book()).isEqualTo(before);
    }

    @Test
    void refusesWhatADisputeHoldsOnAndWhatIsBetweenTheNights() {
        night.request(card, "100", 6_000, "2026-11-21T08:00:00Z");
        night.clearing(card, "999", "A1", 5_000, "2026-11-21T10:00:00Z").decide();
        night.run("2026-11-21");
        dispute(named("999"), "under_review");
        refuses("A1", named("100"), "is disputed");
        dispute(named("999"), "lost");
        night.jdbi.useHandle(
                handle ->
                        handle.execute(
                                "update night set state = 'failed' where state = 'completed'"));
        refuses("A1", named("100"), "The night of 2026-11-21 (sandbox) is not complete");
    }

    /**
     * Matches records to transactions at random: the proofs of each night hold, and all comes to
     * the same in sum.
     */
    @Test
    void movesNothingTowardsTheNetworkOrTheCardholderWhateverIsMatched() {
        night.at("2026-11-29T02:00:00Z");
        now = Instant.parse("2026-11-29T02:00:00Z");
        long seed = Long.getLong("seed", System.nanoTime());
        Random random = new Random(seed);
        List<CardId> cards = new ArrayList<>();
        for (int i = 0; i < 25; i++) {
            CardId one = night.book.card(null, null, null);
            cards.add(one);
            live(one, i, random);
        }
        night.decide();
        night.run("2026-11-21");
        List<Long> before = balances("2100", "2010", "1310", "4010");
        int moved = 0;
        for (int day = 22; day <= 26; day++) {
            for (CardId one : cards) {
                for (String arn : arnsOf(one)) {
                    List<TransactionId> there = transactionsOf(one);
                    moved += matched(arn, there.get(random.nextInt(there.size()))) ? 1 : 0;
                }
            }
            night.run("2026-11-" + day);
            assertThat(balances("2100", "2010", "1310", "4010"))
                    .as("seed %d", seed)
                    .isEqualTo(before);
            assertThat(rerun("2026-11-" + day).differences()).as("seed %d", seed).isEmpty();
        }
        assertThat(moved).as("seed %d", seed).isGreaterThan(20);
        assertThat(
                        night.rows(
                                "select type from break where type in ('USAGE_DRIFT',"
                                        + " 'LEDGER_MISMATCH', 'RECORD_NOT_POSTED')"))
                .as("seed %d", seed)
                .isEmpty();
    }

    /** Leaves out what an operator matched since, and the breaks of it. */
    private void comesOutAsItDid(String date) {
        RerunResult proved = rerun(date);
        assertThat(proved.differences()).isEmpty();
        assertThat(proved.remarks()).singleElement().asString().contains("worked on since");
    }

    private RerunResult rerun(String date) {
        return night.nights.rerun(Mode.SANDBOX, LocalDate.parse(date));
    }

    private void live(CardId of, int number, Random random) {
        String prefix = "" + (100 + number);
        for (int i = 0; i < 3; i++) {
            String reference = prefix + i;
            night.request(of, reference, 1_000L * (1 + random.nextInt(6)), at(8, i));
            if (random.nextInt(4) == 0) {
                night.reversal(of, reference, 500L * (1 + random.nextInt(4)), at(9, i));
            }
            if (random.nextInt(2) == 0) {
                night.clearing(
                        of, reference, "A" + reference, 500L * (1 + random.nextInt(12)), at(10, i));
            }
        }
        night.clearing(
                of, prefix + "9", "A" + prefix + "9", 700L * (1 + random.nextInt(8)), at(11, 0));
    }

    private static String at(int hour, int minute) {
        return String.format(Locale.ROOT, "2026-11-21T%02d:%02d:00Z", hour, minute);
    }

    private List<String> arnsOf(CardId of) {
        return night.rows(
                "select arn from settlement_line where card_id = '%s' order by id"
                        .formatted(of.value()));
    }

    private List<TransactionId> transactionsOf(CardId of) {
        return night
                .rows("select id::text from transaction where card_id = '%s'".formatted(of.value()))
                .stream()
                .map(UUID::fromString)
                .map(TransactionId::new)
                .toList();
    }

    private boolean matched(String arn, TransactionId to) {
        try {
            match(arn, to);
            return true;
        } catch (ActionRefusedException e) {
            return false;
        }
    }

    /** A minute after what was before. */
    private void match(String arn, TransactionId to) {
        now = now.plusSeconds(60);
        matches().match(clearing(arn), null, to, "the merchant says so", "ann");
        night.at(now.toString());
    }

    private ManualMatches matches() {
        Database database = new Database(night.jdbi);
        return Reconcile.openManualMatches(database, database, matchAlone, () -> now);
    }

    private void refuses(String arn, TransactionId to, String why) {
        assertThatThrownBy(() -> match(arn, to))
                .isInstanceOf(ActionRefusedException.class)
                .hasMessageContaining(why);
    }

    private void dispute(TransactionId of, String status) {
        night.jdbi.useHandle(
                handle ->
                        handle.execute(
                                """
                                insert into dispute (id, account_id, mode, transaction_id, amount_minor,
                                                     currency, reason, status, created_at, updated_at)
                                select id, account_id, mode, id, 100, currency, 'fraud', ?, created_at,
                                       created_at
                                  from transaction
                                 where id = ?
                                    on conflict (id) do update set status = excluded.status
                                """,
                                status,
                                of.value()));
    }

    private UUID clearing(String arn) {
        return UUID.fromString(
                night.rows(
                                "select id::text from clearing where kind <> 'clearing_reversal'"
                                        + " and arn = '%s' order by id".formatted(arn))
                        .getFirst());
    }

    private TransactionId named(String reference) {
        return night.transaction(reference);
    }

    /** All that must be as it was: transactions, what counts, holds and the sums of the ledger. */
    private List<String> book() {
        List<String> book =
                new ArrayList<>(
                        night.rows(
                                """
                                select concat_ws(' ', id, status, amount_minor, requested_minor, held_minor,
                                                 cleared_minor, reversed_minor, expired_minor,
                                                 refunded_minor, settled_at)
                                  from transaction
                                 order by id
                                """));
        book.addAll(
                night.rows(
                        """
                        select concat_ws(' ', card_id, created_at::date, sum(amount_minor))
                          from spend
                         group by card_id, created_at::date
                        having sum(amount_minor) <> 0
                         order by 1
                        """));
        book.addAll(
                night.rows(
                        "select concat_ws(' ', transaction_id, held_minor) from open_hold order by 1"));
        book.addAll(
                night.rows(
                        """
                        select account || ' ' || currency || ' ' || sum(minor)
                          from (select debit_account as account, currency, amount_minor as minor
                                  from ledger_entry
                                union all
                                select credit_account, currency, -amount_minor
                                  from ledger_entry) side
                         group by account, currency
                        having sum(minor) <> 0
                         order by 1
                        """));
        return book;
    }

    private List<String> states() {
        return night.transactions();
    }

    private List<String> breaks() {
        return night.rows("select type || ' ' || state from break order by 1, id");
    }

    private List<Long> balances(String... accounts) {
        return List.of(accounts).stream().map(this::balance).toList();
    }

    private long balance(String account) {
        return Long.parseLong(
                night.rows(
                                """
                                select coalesce(sum(case when debit_account = '%1$s' then amount_minor
                                                         else -amount_minor end), 0)::text
                                  from ledger_entry
                                 where '%1$s' in (debit_account, credit_account)
                                """
                                        .formatted(account))
                        .getFirst());
    }
}
