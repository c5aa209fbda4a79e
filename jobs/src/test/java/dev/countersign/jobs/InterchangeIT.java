package dev.countersign.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.countersign.jobs.rate.InterchangeRate;
import dev.countersign.jobs.rate.InterchangeRates;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.clearing.ClearingPolicy;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.id.IdText;
import dev.countersign.reconcile.service.ActionRefusedException;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.testkit.PostgresExtension;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Interchange that the network tells, beside what the imported rates come to. */
class InterchangeIT {

    private static final String DATE = "2026-11-21";
    private static final String HEADER =
            "kind,network,institution,region,product,mcc,currency,valid_from,valid_to,basis_points,"
                    + "fixed_minor";

    @RegisterExtension static final PostgresExtension POSTGRES = new PostgresExtension();

    @TempDir Path reports;

    private NightRun night;
    private CardId card;

    @Test
    void namesTheRecordAndProgramThatAreOffByATenthOfAPercent() throws IOException {
        begin(ClearingPolicy.DEFAULT);
        rates(
                "interchange,visa,,IT FR,,5000-5999,EUR,2026-01-01,2026-12-31,20.0000,0",
                "interchange,visa,,,,6011,EUR,2026-01-01,,0,50",
                "scheme_fee,visa,,,,,EUR,2026-01-01,,1.25,2");
        purchase("100", 1_000_000, 2_000);
        purchase("101", 1_000_000, 2_002);
        purchase("102", 1_225, 2);
        purchase("103", 1_250, 3);
        night.decide();
        night.run(DATE);

        String record =
                night.rows("select id::text from settlement_line where interchange_minor = 2002")
                        .getFirst();
        List<String> lines = report("interchange-variance");
        assertThat(lines).hasSize(3);
        assertThat(lines.get(1))
                .startsWith("record,visa,")
                .contains(night.book.programId().toString())
                .contains(",2,1,EUR,2000,20.00,2002,20.02,2,0.02,0,0.00,127,1.27,");
        // 12.25 and 12.50 euro earn 2.45 and 2.5 cents: 2 and 3.
        assertThat(lines.get(2))
                .startsWith("cycle,visa,")
                .contains(",4,EUR,4005,40.05,4007,40.07,2,0.02,0,0.00,258,2.58,0,0.00");
        assertThat(
                        night.rows(
                                "select sum(interchange_minor)::text from settlement_line where"
                                        + " interchange_currency = 'EUR'"))
                .containsExactly("4007");
        assertThat(breaks())
                .containsExactly("RATE_VARIANCE 2 EUR " + night.book.programId() + " 1");
        assertThat(
                        night.rows(
                                "select jsonb_array_elements_text(detail -> 'clearing_ids') from"
                                        + " break where type = 'RATE_VARIANCE'"))
                .containsExactly(IdText.write("clr_", UUID.fromString(record)));
        assertThat(night.differences(DATE)).isEmpty();
    }

    @Test
    void turnsInterchangeRoundForWhatIsGivenBackAndSaysWhatHasNoRate() throws IOException {
        begin(ClearingPolicy.DEFAULT);
        rates("interchange,visa,,,,5999,EUR,2026-01-01,,20,0");
        purchase("100", 5_000, 10);
        night.earning(-2).refund(card, "100", "B100", 1_000, "2026-11-21T11:00:00Z");
        night.cash(card, "200", 4_000, 8L, "2026-11-21T12:00:00Z");
        night.earning(8).clearingReversal(card, "200", "C200", 4_000, "2026-11-21T13:00:00Z");
        night.decide();
        night.run(DATE);

        assertThat(breaks()).isEmpty();
        assertThat(
                        night.rows(
                                """
                                select record_type || ' ' || line.interchange_minor || ' '
                                       || expected.interchange_minor
                                  from settlement_line line
                                  join expected_interchange expected on expected.line_id = line.id
                                 order by line.interchange_minor
                                """))
                .containsExactly("atm -8 -8", "refund -2 -2", "reversal 8 8", "clearing 10 10");
        rates("interchange,visa,,,,1000,EUR,2026-01-01,,20,0");
        night.earning(7).clearing(card, "300", "C300", 900, "2026-11-22T10:00:00Z").decide();
        night.run("2026-11-22");
        assertThat(breaks()).isEmpty();
        assertThat(
                        Files.readAllLines(
                                reports.resolve("sandbox/2026-11-22/interchange-variance.v1.csv")))
                .anyMatch(
                        line ->
                                line.startsWith("record,")
                                        && line.contains(",0,0.00,7,0.07,0,0.00,7,0.07,"));
    }

    /** The issuer pays interchange on cash, and has it back with the cash. */
    @Test
    void turnsItRoundAgainForCashThatIsGivenBack() throws IOException {
        begin(ClearingPolicy.DEFAULT);
        rates("interchange,visa,,,,5999,EUR,2026-01-01,,20,0");
        night.cash(card, "200", 4_000, 8L, "2026-11-21T12:00:00Z").decide();
        night.run(DATE);
        night.earning(8)
                .clearingReversal(card, "200", "E200", 4_000, "2026-11-22T10:00:00Z")
                .decide();
        night.run("2026-11-22");

        assertThat(
                        night.rows(
                                "select record_type || ' ' || line.interchange_minor || ' '"
                                        + " || expected.interchange_minor"
                                        + " from settlement_line line"
                                        + " join expected_interchange expected"
                                        + " on expected.line_id = line.id"
                                        + " order by line.business_date"))
                .containsExactly("atm -8 -8", "reversal 8 8");
        assertThat(breaks()).isEmpty();
    }

    @Test
    void toleratesWhatIsSetAndChecksNothingWithoutRates() throws IOException {
        begin(ClearingPolicy.DEFAULT.withInterchangeToleranceMinor(2));
        purchase("100", 1_000_000, 2_002);
        night.decide();
        night.run(DATE);
        assertThat(report("interchange-variance")).hasSize(1);
        assertThat(breaks()).isEmpty();

        rates("interchange,visa,,,,,EUR,2026-01-01,,20,0");
        night.earning(2_002)
                .clearing(card, "200", "D200", 1_000_000, "2026-11-22T10:00:00Z")
                .decide();
        night.run("2026-11-22");
        assertThat(breaks()).isEmpty();
        assertThat(night.rows("select interchange_minor::text from expected_interchange"))
                .containsExactly("2000");
    }

    @Test
    void keepsOneTableWhoeverImportsAtOnceAndAnEmptyOneForNobody() throws Exception {
        begin(ClearingPolicy.DEFAULT);
        try (ExecutorService operators = Executors.newFixedThreadPool(6)) {
            List<Future<?>> imports = new ArrayList<>();
            for (int operator = 0; operator < 6; operator++) {
                String points = String.valueOf(operator);
                imports.add(
                        operators.submit(
                                () ->
                                        rates(
                                                "interchange,visa,,,,,EUR,2026-01-01,,"
                                                        + points
                                                        + ",0",
                                                "scheme_fee,visa,,,,,EUR,2026-01-01,,"
                                                        + points
                                                        + ",0")));
            }
            for (Future<?> each : imports) {
                each.get();
            }
        }
        List<InterchangeRate> kept = table().all(Mode.SANDBOX);
        assertThat(kept).extracting(InterchangeRate::line).containsExactly(2, 3);
        assertThat(kept)
                .extracting(InterchangeRate::basisPoints)
                .containsOnly(kept.getFirst().basisPoints());

        assertThatThrownBy(this::rates)
                .isInstanceOf(ActionRefusedException.class)
                .hasMessageStartingWith("This file has no rates");
        assertThat(table().all(Mode.SANDBOX)).isEqualTo(kept);
        assertThat(table().clear(Mode.SANDBOX)).isEqualTo(2);
        assertThat(table().all(Mode.SANDBOX)).isEmpty();
    }

    private void begin(ClearingPolicy policy) {
        night = new NightRun(POSTGRES, new NightSettings(2, 3, 2, reports).with(policy));
        card = night.book.card(null, null, null);
    }

    private void purchase(String reference, long amount, long interchange) {
        night.request(card, reference, amount, "2026-11-21T08:00:00Z");
        night.earning(interchange)
                .clearing(card, reference, "A" + reference, amount, "2026-11-21T10:00:00Z");
    }

    private void rates(String... lines) {
        List<String> file = new ArrayList<>(List.of(lines));
        file.addFirst(HEADER);
        var unused = table().replace(Mode.SANDBOX, file, "rates.csv", "ann");
    }

    private InterchangeRates table() {
        return new InterchangeRates(
                new Database(night.jdbi), () -> Instant.parse("2026-11-20T09:00:00Z"));
    }

    private List<String> report(String name) throws IOException {
        return Files.readAllLines(reports.resolve("sandbox/" + DATE + "/" + name + ".v1.csv"));
    }

    private List<String> breaks() {
        return night.rows(
                """
                select type || ' ' || amount_minor || ' ' || currency || ' '
                       || (detail ->> 'program_id') || ' ' || jsonb_array_length(detail -> 'clearing_ids')
                  from break
                 where type = 'RATE_VARIANCE'
                """);
    }
}
