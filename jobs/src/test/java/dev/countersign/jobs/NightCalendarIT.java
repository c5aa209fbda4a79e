package dev.countersign.jobs;

import static dev.countersign.reconcile.testkit.domain.MessageExample.aClearing;
import static dev.countersign.reconcile.testkit.domain.MessageExample.aRequest;
import static dev.countersign.reconcile.testkit.domain.MessageExample.aReversal;
import static dev.countersign.reconcile.testkit.domain.MessageExample.anIncrement;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.countersign.jobs.night.NightState;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.clearing.Ceilings;
import dev.countersign.reconcile.domain.clearing.ClearingPolicy;
import dev.countersign.reconcile.domain.feed.Network;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.testkit.PostgresExtension;
import dev.countersign.reconcile.testkit.VisibleFiles;
import dev.countersign.reconcile.testkit.domain.MessageExample;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.TimeZone;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Nights one after another over the ends of months and years, and on servers whose clocks are not
 * on UTC while these are put forward and back.
 */
class NightCalendarIT {

    @RegisterExtension static final PostgresExtension POSTGRES = new PostgresExtension();

    @RegisterExtension static final PostgresExtension UTC = new PostgresExtension().named("utc");

    @TempDir Path reports;
    @TempDir Path reportsUtc;

    private final TimeZone zone = TimeZone.getDefault();

    @AfterEach
    void backToTheZoneOfThisMachine() {
        beIn(zone);
    }

    /** The database's sessions take the zone of the process that opens them. */
    private static void beIn(TimeZone zone) {
        TimeZone.setDefault(zone);
        POSTGRES.endSessions();
        UTC.endSessions();
    }

    @Test
    void countsAnIncrementOnItsOwnDayAlthoughItCameBeforeTheNightOfTheDayBefore() {
        NightRun night = new NightRun(POSTGRES, reports).at("2026-11-24T02:00:00Z");
        CardId card = night.book.card(null, null, null);
        night.request(card, "100", 5_000, "2026-11-21T10:00:00Z");
        night.increment(card, "100", 3_000, "2026-11-22T01:00:00Z").decide();

        night.run("2026-11-21");
        assertThat(night.rows(COUNTED)).containsExactly("2026-11-21 5000");
        night.run("2026-11-22");

        assertThat(night.rows(COUNTED)).containsExactly("2026-11-21 5000", "2026-11-22 3000");
    }

    @Test
    void keepsWhatAnIncrementWasAuthorizedForWhateverIsGivenBackAndCleared() {
        NightRun night = new NightRun(POSTGRES, reports).at("2026-11-25T02:00:00Z");
        CardId card = night.book.card(null, null, null);
        night.request(card, "100", 5_000, "2026-11-21T10:00:00Z");
        night.increment(card, "100", 3_000, "2026-11-22T10:00:00Z").decide();
        night.run("2026-11-21");
        night.run("2026-11-22");

        night.reversal(card, "100", 2_000, 6_000, "2026-11-23T10:00:00Z");
        night.clearing(card, "100", "A100", 6_000, "2026-11-23T11:00:00Z").decide();
        night.run("2026-11-23");

        assertThat(night.rows(AUTHORIZED)).containsExactly("2026-11-21 5000", "2026-11-22 3000");
        assertThat(night.rows(COUNTED)).containsExactly("2026-11-21 5000", "2026-11-22 1000");
    }

    @Test
    void totalsNoDayOnWhichAMessageCameThatChangedNothing() {
        NightRun night = new NightRun(POSTGRES, reports).at("2026-11-24T02:00:00Z");
        CardId card = night.book.card(null, null, null);
        night.request(card, "100", 5_000, "2026-11-21T10:00:00Z");
        night.clearing(card, "100", "A100", 5_000, "2026-11-21T11:00:00Z").decide();
        night.run("2026-11-21");

        night.reversal(card, "100", 5_000, "2026-11-22T10:00:00Z").decide();
        night.run("2026-11-22");

        assertThat(night.rows(COUNTED)).containsExactly("2026-11-21 5000");
    }

    @ParameterizedTest
    @ValueSource(strings = {"2026-12-31", "2028-02-28", "2028-02-29", "2100-02-28"})
    void countsEachMessageInItsDayAndMonthAndEndsHoldsEightDaysLater(LocalDate last) {
        NightRun night = book(POSTGRES, reports).at(last.plusDays(12) + "T02:00:00Z");
        CardId card = night.book.card(null, null, null);
        night.jdbi.useHandle(handle -> handle.execute("update card set expiry_year = 2101"));
        LocalDate first = last.plusDays(1);
        night.request(card, "100", 5_000, last + "T00:00:00Z");
        night.request(card, "101", 700, last + "T23:59:59.999999Z");
        night.request(card, "102", 3_500, first + "T00:00:00Z");
        night.clearing(card, "100", "A100", 4_000, last + "T23:59:59.999999Z");
        night.clearing(card, "102", "A102", 3_600, first + "T00:00:00Z").decide();

        night.runThrough(last, last.plusDays(7));

        assertThat(night.rows(POSTED))
                .containsExactly(last + " purchase 1 4000", first + " purchase 1 3600");
        assertThat(night.rows(COUNTED)).containsExactly(last + " 4700", first + " 3600");
        assertThat(night.rows("select held_minor::text from open_hold")).containsExactly("700");
        assertThat(month(last, 4_000)).isTrue();
        assertThat(month(first, last.getMonth() == first.getMonth() ? 7_600 : 3_600)).isTrue();

        night.run(last.plusDays(8).toString());

        assertThat(night.rows("select held_minor::text from open_hold")).isEmpty();
        assertThat(night.rows(COUNTED)).containsExactly(last + " 4000", first + " 3600");
        assertThat(night.rows("select status from transaction where network_txn_id = '101'"))
                .containsExactly("reversed");
        assertThat(night.nights.rerun(Mode.SANDBOX, last).differences()).isEmpty();
        assertThat(night.nights.rerun(Mode.SANDBOX, first).differences()).isEmpty();
    }

    /** One grew, one was reversed, one cleared for nothing, and one nobody spoke of again. */
    @Test
    void endsAnAuthorizationOfNothingWithItsWindow() {
        NightRun night = new NightRun(POSTGRES, reports).at("2026-12-24T02:00:00Z");
        for (String reference : List.of("100", "101", "102", "103")) {
            night.request(night.book.card(null, null, null), reference, 0, PLACED).decide();
        }
        night.run("2026-11-21");
        assertThat(night.rows(HELD)).containsExactly("100 0", "101 0", "102 0", "103 0");

        night.increment(cardOf(night, "101"), "101", 500, "2026-11-22T10:00:00Z");
        night.reversal(cardOf(night, "102"), "102", 0, "2026-11-22T10:00:00Z");
        night.clearing(cardOf(night, "103"), "103", "A103", 0, "2026-11-22T10:00:00Z").decide();
        night.runThrough(LocalDate.parse("2026-11-22"), LocalDate.parse("2026-11-28"));
        assertThat(night.rows(HELD)).containsExactly("100 0", "101 500");

        night.run("2026-11-29");
        assertThat(night.rows(HELD)).isEmpty();
        assertThat(
                        night.rows(
                                "select network_txn_id || ' ' || status || ' ' || amount_minor"
                                        + " from transaction order by 1"))
                .containsExactly(
                        "100 reversed 0", "101 reversed 500", "102 reversed 0", "103 settled 0");
        assertThat(night.differences("2026-11-21")).isEmpty();
    }

    private static final String PLACED = "2026-11-21T10:00:00Z";
    private static final String HELD =
            """
            select network_txn_id || ' ' || open_hold.held_minor
              from open_hold
              join transaction on transaction.id = open_hold.transaction_id
             order by network_txn_id
            """;

    private static CardId cardOf(NightRun night, String reference) {
        return new CardId(
                UUID.fromString(
                        night.rows(
                                        "select card_id::text from transaction where network_txn_id = '"
                                                + reference
                                                + "'")
                                .getFirst()));
    }

    /** The increment is given back at once: only the day of the hold is left of it. */
    @Test
    void keepsAMastercardPreauthorizationForThirtyDaysFromItsLastIncrement() {
        NightRun night = book(POSTGRES, reports).at("2026-12-24T02:00:00Z");
        CardId card = night.book.card(null, null, null);
        night.feed.add(card, mastercard(aRequest()).at("2026-11-21T10:00:00Z"));
        MessageExample increment = mastercard(anIncrement()).withAmount(500);
        night.feed.add(card, increment.at("2026-11-23T10:00:00Z"));
        night.feed.add(
                card,
                mastercard(aReversal())
                        .withStan("000002")
                        .withAmount(500)
                        .leaving(1_000L)
                        .at("2026-11-23T11:00:00Z"));
        night.feed.add(card, mastercard(aClearing()).at("2026-12-23T10:00:00Z"));
        night.decide();

        night.runThrough(LocalDate.parse("2026-11-21"), LocalDate.parse("2026-12-22"));
        assertThat(night.rows("select held_minor || ' until ' || hold_until from open_hold"))
                .containsExactly("1000 until 2026-12-23");

        night.run("2026-12-23");
        assertThat(night.rows("select status from transaction")).containsExactly("settled");
        assertThat(night.rows("select type from break")).isEmpty();
    }

    /**
     * The forecast of a night is what the nights then do, also when settings change after its cut.
     */
    @ParameterizedTest
    @CsvSource({"0, 2026-11-27", "2, 2026-11-29", "5, 2026-12-02"})
    void endsAHoldAfterTheDaysOfGraceThatTheIssuerSet(int days, LocalDate ends) throws IOException {
        LocalDate placed = LocalDate.parse("2026-11-21");
        NightSettings settings =
                new NightSettings(2, 3, 2, reports)
                        .with(ClearingPolicy.DEFAULT.withGraceDays(days));
        NightRun night = new NightRun(POSTGRES, settings).at("2026-12-24T02:00:00Z");
        CardId card = night.book.card(null, null, null);
        night.request(card, "100", 5_000, "2026-11-21T10:00:00Z").decide();

        night.runThrough(placed, ends.minusDays(1));

        assertThat(Files.readString(reports.resolve("sandbox/2026-11-21/hold-releases.v1.csv")))
                .contains("\n" + ends + ",EUR,1,5000");
        assertThat(night.rows("select status from transaction")).containsExactly("authorized");
        night.run(ends.toString());
        assertThat(night.rows("select status from transaction")).containsExactly("reversed");
    }

    /** It was frozen where no tip and no drift is allowed, and goes on where both are. */
    @Test
    void settlesByTheRulesThatItWasFrozenWithHoweverItGoesOn() {
        NightSettings usual = new NightSettings(2, 3, 2, reports);
        Ceilings noTips =
                Ceilings.DEFAULT.with(
                        Map.of(Network.VISA, 0, Network.MASTERCARD, 0), Map.of(), Map.of());
        ClearingPolicy strict = ClearingPolicy.DEFAULT.with(noTips).withFxDriftPercent(0);
        NightRun night = new NightRun(POSTGRES, usual.with(strict)).at("2026-11-22T02:00:00Z");
        CardId card = night.book.card(null, null, null);
        night.feed.add(card, abroad(aRequest(), 5_000).at("2026-11-21T10:00:00Z"));
        night.feed.add(card, abroad(aClearing(), 5_100).at("2026-11-21T12:00:00Z"));
        MessageExample tip = aRequest().ofLifecycle("T2").withStan("000002").withMcc("5812");
        night.feed.add(card, tip.withAmount(5_000).at("2026-11-21T11:00:00Z"));
        night.feed.add(
                card,
                aClearing()
                        .ofLifecycle("T2")
                        .withArn("A2")
                        .withMcc("5812")
                        .withAmount(6_000)
                        .at("2026-11-21T13:00:00Z"));
        night.decide();
        night.owner.useHandle(handle -> handle.execute(FULL_DISK));
        LocalDate date = LocalDate.parse("2026-11-21");
        assertThat(night.nights.run(Mode.SANDBOX, date).night().state())
                .isEqualTo(NightState.FAILED);

        night.owner.useHandle(handle -> handle.execute("drop function full_disk() cascade"));
        Nights lenient =
                Nights.open(
                        POSTGRES.dataSource(), () -> Instant.parse("2026-11-22T03:00:00Z"), usual);

        assertThat(lenient.run(Mode.SANDBOX, date).night().state()).isEqualTo(NightState.COMPLETED);
        assertThat(night.rows("select type || ' ' || amount_minor from break order by 1"))
                .containsExactly("AMOUNT_OVER 1000", "FX_VARIANCE 100");
    }

    private static MessageExample abroad(MessageExample example, long billed) {
        return example.withAmount(billed).withMerchantAmount(6_000, "USD").withMcc("5999");
    }

    private static MessageExample mastercard(MessageExample example) {
        return example.over(Network.MASTERCARD).estimated();
    }

    /** True when the pack of a date's month comes to this: all purchases since its first day. */
    private boolean month(LocalDate date, long purchases) {
        Path pack = reports.resolve("sandbox/%s/monthly-pack.v1.csv".formatted(date));
        try {
            return Files.readAllLines(pack).stream()
                    .anyMatch(
                            line ->
                                    line.startsWith(",,purchase,EUR,")
                                            && line.contains("," + purchases + ","));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static final String FULL_DISK =
            """
            create function full_disk() returns trigger
                language plpgsql
            as $$
            begin
                raise exception 'no space left on device' using errcode = 'disk_full';
            end
            $$;
            create trigger full_disk
                before insert on settlement_line
                for each row execute function full_disk();
            """;
    private static final String POSTED =
            """
            select business_date || ' ' || kind || ' ' || sum(count) || ' ' || sum(debit_minor)
              from posting_total
             where kind = 'purchase'
             group by business_date, kind
             order by business_date
            """;
    private static final String AUTHORIZED = newest("authorized_minor");
    private static final String COUNTED = newest("counted_minor");

    private static String newest(String figure) {
        return """
               select day || ' ' || %s
                 from activity_total newest
                where version = (select max(version)
                                   from activity_total other
                                  where other.day = newest.day
                                    and other.card_id = newest.card_id)
                order by day
               """
                .formatted(figure);
    }

    /** Clocks go back in Rome on 25 October 2026, and forward in New York on 14 March 2027. */
    @ParameterizedTest
    @CsvSource({
        "Europe/Rome, 2026-10-24",
        "America/New_York, 2026-10-31",
        "America/New_York, 2027-03-13",
        "Pacific/Kiritimati, 2026-10-24"
    })
    void leavesTheSameBookAndFilesWhateverTheServersClockSays(String zoneId, LocalDate first)
            throws IOException {
        NightRun utc = settledIn("UTC", first, UTC, reportsUtc);
        NightRun there = settledIn(zoneId, first, POSTGRES, reports);

        assertThat(there.rows("show timezone")).containsExactly(zoneId);
        beIn(TimeZone.getTimeZone("UTC")); // only what was written is compared
        BookExport.assertSame(there, utc);
        assertThat(VisibleFiles.in(reports)).isEqualTo(VisibleFiles.in(reportsUtc));
    }

    private NightRun settledIn(
            String zoneId, LocalDate first, PostgresExtension postgres, Path folder) {
        beIn(TimeZone.getTimeZone(zoneId));
        NightRun night = book(postgres, folder).at(first.plusDays(5) + "T02:00:00Z");
        CardId card = night.book.card(null, 60_000L, 200_000L);
        List<LocalDate> dates = first.datesUntil(first.plusDays(4)).toList();
        int number = 100;
        for (LocalDate date : dates) {
            for (String time :
                    List.of("00:00:00", "01:30:00", "04:30:00", "12:00:00", "23:30:00")) {
                number++;
                night.request(card, "R" + number, 1_000 + number, date + "T" + time + "Z");
                if (number % 4 != 0) {
                    night.clearing(
                            card,
                            "R" + number,
                            "A" + number,
                            1_000L + number + (number % 3) * 700L,
                            date.plusDays(number % 2) + "T23:59:59Z");
                }
            }
        }
        night.decide();
        night.runThrough(first, first.plusDays(3));
        return night;
    }

    private NightRun book(PostgresExtension postgres, Path folder) {
        return new NightRun(postgres, new NightSettings(2, 30, 10, folder));
    }

    @Test
    void refusesADateThatHasNotEndedInUtcWhereverTheServerIs() {
        beIn(TimeZone.getTimeZone("Pacific/Kiritimati")); // fourteen hours ahead
        NightRun night = book(POSTGRES, reports).at("2026-11-21T23:59:59Z");
        CardId card = night.book.card(null, null, null);
        night.request(card, "100", 5_000, "2026-11-21T10:00:00Z").decide();

        assertThat(night.nights.queries().next(Mode.SANDBOX))
                .contains(LocalDate.parse("2026-11-21"));
        assertThatThrownBy(() -> night.run("2026-11-21")).hasMessageContaining("open");
        night.at("2026-11-22T00:00:00Z").run("2026-11-21");
    }
}
