package dev.countersign.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.testkit.PostgresExtension;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A clearing file that comes again: whole, in part, or with one record changed; before the night
 * that settles it, or days after. Nothing is posted twice, what was missing is posted, and what was
 * changed is shown and not applied.
 */
class FileReplayIT {

    @RegisterExtension static final PostgresExtension POSTGRES = new PostgresExtension();

    @TempDir Path reports;

    /** The records of the file, in its order. */
    private static final List<String> REFERENCES = List.of("100", "101", "102", "103");

    private NightRun night;
    private CardId card;

    @ParameterizedTest(name = "first {0}, then {1}, changed {2}, in a later night {3}")
    @CsvSource({
        "100 101 102 103, 100 101 102 103,    , false",
        "100 101 102 103, 100 101 102 103,    , true",
        "100 101 102 103, 101 102,            , false",
        "100 101 102 103, 101 102,            , true",
        "100 101,         100 101 102 103,    , false",
        "100 101,         100 101 102 103,    , true",
        "100 101 102 103, 100 101 102 103, 102, false",
        "100 101 102 103, 100 101 102 103, 102, true",
        "100 101,         100 101 102 103, 100, true"
    })
    void postsEachRecordOnce(String first, String again, String changed, boolean later) {
        night = new NightRun(POSTGRES, reports);
        card = night.book.card(null, null, null);
        for (String reference : REFERENCES) {
            night.request(card, reference, amount(reference), "2026-11-21T10:00:00Z");
        }
        file(first, null);
        if (later) {
            night.decide().run("2026-11-21");
        }
        file(again, changed);
        night.decide();
        if (!later) {
            night.run("2026-11-21");
        }
        night.run("2026-11-22");

        assertThat(night.rows(SETTLED))
                .containsExactly("100 5100", "101 5101", "102 5102", "103 5103");
        assertThat(night.rows("select count(*)::text from settlement_line")).containsExactly("4");
        assertThat(night.rows(OWED)).containsExactly("20406");
        assertThat(night.rows("select held_minor::text from open_hold")).isEmpty();
        assertThat(night.rows("select type || ' ' || severity || ' ' || state from break"))
                .isEqualTo(changed == null ? List.of() : List.of("DEDUPE_CONFLICT critical open"));
    }

    private void file(String references, String changed) {
        for (String reference : references.split(" ", -1)) {
            long amount = amount(reference) + (reference.equals(changed) ? 9 : 0);
            night.clearing(card, reference, "A" + reference, amount, "2026-11-21T20:00:00Z");
        }
    }

    private static long amount(String reference) {
        return 5_000 + Long.parseLong(reference);
    }

    private static final String SETTLED =
            """
            select network_txn_id || ' ' || cleared_minor
              from transaction
             where status = 'settled'
             order by network_txn_id
            """;
    private static final String OWED =
            """
            select sum(amount_minor)::text
              from ledger_entry
             where event = 'clearing'
               and debit_account = '2100'
               and credit_account = '2010'
            """;
}
