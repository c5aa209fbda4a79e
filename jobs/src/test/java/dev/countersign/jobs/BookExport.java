package dev.countersign.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

/** The rows that nights leave behind, to be compared with what other nights left. */
final class BookExport {

    private BookExport() {}

    /** Every row that a night writes is in both books, and is the same. */
    static void assertSame(NightRun book, NightRun other) {
        for (String table : EXPORT) {
            assertThat(book.rows(table)).as(table).isEqualTo(other.rows(table));
        }
    }

    private static final List<String> EXPORT =
            List.of(
                    "select to_jsonb(transaction)::text from transaction order by id",
                    "select to_jsonb(settlement_line)::text from settlement_line order by id",
                    "select to_jsonb(ledger_entry)::text from ledger_entry order by subject, event,"
                            + " ordinal",
                    "select to_jsonb(ledger_day)::text from ledger_day order by 1",
                    "select to_jsonb(funding_account)::text from funding_account order by id",
                    "select (to_jsonb(funding_movement) - 'number' - 'recorded_by')::text"
                            + " from funding_movement order by 1",
                    "select to_jsonb(funding_day)::text from funding_day order by 1",
                    "select to_jsonb(open_hold)::text from open_hold order by transaction_id",
                    "select to_jsonb(break)::text from break order by id",
                    "select to_jsonb(break_credit)::text from break_credit order by"
                            + " break_id, record_id",
                    "select to_jsonb(dispute)::text from dispute order by id",
                    "select to_jsonb(dispute_assessment)::text from dispute_assessment order by"
                            + " break_id",
                    "select to_jsonb(activity_total)::text from activity_total order by 1",
                    "select to_jsonb(posting_total)::text from posting_total order by 1",
                    "select to_jsonb(cycle_part)::text from cycle_part order by 1",
                    "select to_jsonb(network_total)::text from network_total order by 1",
                    "select to_jsonb(break_history)::text from break_history order by 1",
                    "select to_jsonb(spend)::text from spend order by 1",
                    "select to_jsonb(early_arrival)::text from early_arrival order by identity",
                    "select to_jsonb(issued_report)::text from issued_report order by 1",
                    "select to_jsonb(night_work)::text from night_work order by 1");
}
