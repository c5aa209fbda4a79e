package dev.countersign.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.reconcile.Reconcile;
import dev.countersign.reconcile.domain.breaks.WriteOff;
import dev.countersign.reconcile.domain.id.BreakId;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.testkit.PostgresExtension;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Clearing files, whole and broken, on a real database. */
class ClearingFilesIT {

    @RegisterExtension static final PostgresExtension POSTGRES = new PostgresExtension();

    @TempDir Path reports;

    private NightRun night;
    private CardId card;

    @BeforeEach
    void begin() {
        night = new NightRun(POSTGRES, reports);
        card = night.book.card(null, null, null);
        night.request(card, "100", 5_000, "2026-11-21T08:00:00Z");
        night.request(card, "101", 3_000, "2026-11-21T08:00:00Z");
    }

    @Test
    void postsAFileThatAddsUpToItsTrailer() {
        night.inFile("CLR-01", 1).fileHeader("2026-11-21T10:00:00Z");
        twoPurchases().fileTrailer(2, 8_000, 0, 0, "2026-11-21T10:00:09Z").decide();

        night.run("2026-11-21");

        assertThat(posted()).containsExactly("A100", "A101");
        assertThat(files()).containsExactly("CLR-01 accepted");
        assertThat(breaks()).isEmpty();
    }

    @Test
    void rejectsAFileWholeAndSaysWhatDiffersUntilItIsWhole() {
        night.inFile("CLR-01", 1).fileHeader("2026-11-21T10:00:00Z");
        twoPurchases().fileTrailer(3, 8_700, 0, 0, "2026-11-21T10:00:09Z");
        night.inFile(null, null).request(card, "102", 700, "2026-11-21T09:00:00Z").decide();

        night.run("2026-11-21");

        assertThat(posted()).isEmpty();
        assertThat(files()).containsExactly("CLR-01 rejected");
        assertThat(breaks()).containsExactly("MISSING_FILE 700 EUR open");
        assertThat(night.rows("select detail -> 'differences' ->> 'debit_count' from break"))
                .containsExactly("{\"records\": 2, \"trailer\": 3}");
        assertThat(holds()).containsExactly("3000", "5000", "700");

        night.inFile("CLR-01", 1).clearing(card, "102", "A102", 700, "2026-11-22T10:00:00Z");
        night.decide().run("2026-11-22");

        assertThat(posted()).containsExactly("A100", "A101", "A102");
        assertThat(files()).containsExactly("CLR-01 accepted");
        assertThat(breaks()).containsExactly("MISSING_FILE 700 EUR resolved");
        assertThat(holds()).isEmpty();
    }

    @Test
    void keepsAnAnnouncedFileWaitingForItsTrailer() {
        night.inFile("CLR-01", 1).fileHeader("2026-11-21T23:59:58Z");
        twoPurchases().decide().run("2026-11-21");
        assertThat(posted()).isEmpty();
        assertThat(breaks()).containsExactly("MISSING_FILE 8000 EUR open");

        night.fileTrailer(2, 8_000, 0, 0, "2026-11-22T00:00:01Z").decide().run("2026-11-22");

        assertThat(posted()).containsExactly("A100", "A101");
        assertThat(breaks()).containsExactly("MISSING_FILE 8000 EUR resolved");
    }

    /** The merchant presented in time; that our holds ended meanwhile is none of its doing. */
    @Test
    void findsNoRecordLateThatWaitedForItsTrailerWhileTheHoldExpired() {
        night.at("2026-12-05T02:00:00Z");
        night.inFile("CLR-01", 1).fileHeader("2026-11-21T10:00:00Z");
        twoPurchases().decide();
        for (int day = 21; day <= 29; day++) {
            night.run("2026-11-" + day);
        }
        assertThat(night.rows("select status || ' ' || expired_minor from transaction order by id"))
                .containsExactlyInAnyOrder("reversed 5000", "reversed 3000");

        night.fileTrailer(2, 8_000, 0, 0, "2026-11-30T00:00:01Z").decide().run("2026-11-30");

        assertThat(posted()).containsExactly("A100", "A101");
        assertThat(night.rows("select status || ' ' || cleared_minor from transaction"))
                .containsExactlyInAnyOrder("settled 5000", "settled 3000");
        assertThat(breaks()).containsExactly("MISSING_FILE 8000 EUR resolved");
    }

    @Test
    void holdsNothingBackOfASourceThatAnnouncesNothing() {
        night.inFile("CLR-07", 7);
        twoPurchases().decide().run("2026-11-21");

        assertThat(posted()).containsExactly("A100", "A101");
        assertThat(files()).isEmpty();
        assertThat(breaks()).isEmpty();
    }

    @Test
    void tellsThatAFileIsMissingUntilItCame() {
        emptyFile("CLR-01", 1, "2026-11-21T10:00:00Z");
        emptyFile("CLR-03", 3, "2026-11-21T12:00:00Z").decide().run("2026-11-21");
        assertThat(breaks()).containsExactly("SEQUENCE_GAP 0 - open");

        emptyFile("CLR-02", 2, "2026-11-22T12:00:00Z").decide().run("2026-11-22");

        assertThat(breaks()).containsExactly("SEQUENCE_GAP 0 - resolved");
    }

    @Test
    void postsNothingOfAFileThatComesAgain() {
        night.inFile("CLR-01", 1).fileHeader("2026-11-21T10:00:00Z");
        twoPurchases().fileTrailer(2, 8_000, 0, 0, "2026-11-21T10:00:09Z").decide();
        night.run("2026-11-21");

        night.fileHeader("2026-11-22T10:00:00Z");
        twoPurchases().fileTrailer(2, 8_000, 0, 0, "2026-11-22T10:00:09Z").decide();
        night.run("2026-11-22");

        assertThat(posted()).containsExactly("A100", "A101");
        assertThat(files()).containsExactly("CLR-01 accepted");
        assertThat(breaks()).isEmpty();
    }

    @Test
    void postsWhatWasMissingOfAFileThatCameInPart() {
        night.inFile("CLR-01", 1).fileHeader("2026-11-21T10:00:00Z");
        night.clearing(card, "100", "A100", 5_000, "2026-11-21T10:00:01Z");
        night.fileTrailer(2, 8_000, 0, 0, "2026-11-21T10:00:09Z").decide();
        night.run("2026-11-21");
        assertThat(posted()).isEmpty();

        night.fileHeader("2026-11-21T10:00:00Z");
        twoPurchases().fileTrailer(2, 8_000, 0, 0, "2026-11-21T10:00:09Z").decide();
        night.run("2026-11-22");

        assertThat(posted()).containsExactly("A100", "A101");
        assertThat(breaks()).containsExactly("MISSING_FILE 3000 EUR resolved");
    }

    @Test
    void neverAppliesARecordThatCameAgainWithOtherContent() {
        night.inFile("CLR-01", 1).fileHeader("2026-11-21T10:00:00Z");
        twoPurchases().fileTrailer(2, 8_000, 0, 0, "2026-11-21T10:00:09Z").decide();
        night.run("2026-11-21");

        night.clearing(card, "100", "A100", 5_100, "2026-11-22T10:00:01Z");
        night.clearing(card, "101", "A101", 3_000, "2026-11-22T10:00:02Z").decide();
        night.run("2026-11-22");

        assertThat(posted()).containsExactly("A100", "A101");
        assertThat(breaks()).containsExactly("DEDUPE_CONFLICT 5100 EUR open");
        assertThat(night.balance("2010")).isEqualTo("-7920");
    }

    @Test
    void holdsBackWhatComesForAFileThatWasWhole() {
        night.inFile("CLR-01", 1).fileHeader("2026-11-21T10:00:00Z");
        twoPurchases().fileTrailer(2, 8_000, 0, 0, "2026-11-21T10:00:09Z").decide();
        night.run("2026-11-21");

        night.clearing(card, "999", "A999", 400, "2026-11-22T10:00:01Z").decide();
        night.run("2026-11-22");

        assertThat(posted()).containsExactly("A100", "A101");
        assertThat(files()).containsExactly("CLR-01 rejected");
        assertThat(breaks()).containsExactly("MISSING_FILE 400 EUR open");
    }

    @Test
    void postsARejectedFileAsItCameWhenTwoPeopleWriteItOff() {
        night.inFile("CLR-01", 1).fileHeader("2026-11-21T10:00:00Z");
        twoPurchases().fileTrailer(3, 9_000, 0, 0, "2026-11-21T10:00:09Z").decide();
        night.at("2026-11-22T02:00:00Z").run("2026-11-21");

        var breaks =
                Reconcile.openBreaks(
                        new Database(night.jdbi), () -> Instant.parse("2026-11-22T09:00:00Z"));
        var found = new BreakId(UUID.fromString(night.rows("select id::text from break").get(0)));
        var unused = breaks.writeOff(found, new WriteOff("the source counts wrong", "ann", "ben"));
        assertThat(night.differences("2026-11-21")).isEmpty();
        night.at("2026-11-23T02:00:00Z").run("2026-11-22");

        assertThat(posted()).containsExactly("A100", "A101");
        assertThat(breaks()).containsExactly("MISSING_FILE 1000 EUR written_off");
    }

    /** A sandbox file whose cards nobody knows, beside live cards: its header says whose it is. */
    @Test
    void takesTheModeOfItsHeaderWhereNobodyKnowsItsCards() {
        night.jdbi.useHandle(handle -> handle.execute("update card set mode = 'live'"));
        night.inFile("CLR-07", 1).fileHeader("2026-11-21T10:00:00Z");
        night.clearing(null, "900", "A900", 700, "2026-11-21T10:00:01Z");
        night.fileTrailer(1, 700, 0, 0, "2026-11-21T10:00:09Z").decide();
        night.run("2026-11-21");

        assertThat(night.rows("select mode from clearing")).containsExactly("sandbox");
        assertThat(files()).containsExactly("CLR-07 accepted");
    }

    /** The last hour of a day, whose trailer is the first that the source ever sent. */
    @Test
    void countsWhatWasPostedBeforeTheFirstTrailerCame() {
        night.inFile("HOUR-23", 1);
        twoPurchases().decide().run("2026-11-21");
        assertThat(posted()).containsExactly("A100", "A101");

        night.fileTrailer(2, 8_000, 0, 0, "2026-11-22T00:00:05Z").decide().run("2026-11-22");

        assertThat(files()).containsExactly("HOUR-23 accepted");
        assertThat(breaks()).isEmpty();
    }

    @Test
    void findsAGapThatSomebodyClosedOnlyOnce() {
        emptyFile("CLR-01", 1, "2026-11-21T10:00:00Z");
        emptyFile("CLR-04", 4, "2026-11-21T12:00:00Z").decide().run("2026-11-21");
        writeOff("SEQUENCE_GAP");

        night.run("2026-11-22");
        assertThat(breaks()).containsExactly("SEQUENCE_GAP 0 - written_off");

        emptyFile("CLR-03", 3, "2026-11-23T12:00:00Z").decide().run("2026-11-23");
        assertThat(breaks())
                .containsExactly("SEQUENCE_GAP 0 - written_off", "SEQUENCE_GAP 0 - open");
    }

    private void writeOff(String type) {
        var unused =
                Reconcile.openBreaks(
                                new Database(night.jdbi),
                                () -> Instant.parse("2026-11-22T09:00:00Z"))
                        .writeOff(
                                new BreakId(
                                        UUID.fromString(
                                                night.rows(
                                                                "select id::text from break where type = '"
                                                                        + type
                                                                        + "'")
                                                        .getFirst())),
                                new WriteOff("the source lost it", "ann", "ben"));
    }

    private NightRun twoPurchases() {
        night.clearing(card, "100", "A100", 5_000, "2026-11-21T10:00:01Z");
        return night.clearing(card, "101", "A101", 3_000, "2026-11-21T10:00:02Z");
    }

    private NightRun emptyFile(String id, int number, String at) {
        return night.inFile(id, number).fileHeader(at).fileTrailer(0, 0, 0, 0, at);
    }

    private List<String> posted() {
        return night.rows("select arn from settlement_line order by arn");
    }

    private List<String> files() {
        return night.rows("select file_id || ' ' || state from clearing_file order by file_id");
    }

    private List<String> breaks() {
        return night.rows(
                """
                select type || ' ' || amount_minor || ' ' || coalesce(currency, '-') || ' ' || state
                  from break
                 order by type, id
                """);
    }

    private List<String> holds() {
        return night.rows("select held_minor::text from open_hold order by held_minor::text");
    }
}
