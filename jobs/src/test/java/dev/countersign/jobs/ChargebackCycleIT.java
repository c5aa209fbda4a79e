package dev.countersign.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.reconcile.Reconcile;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.breaks.WriteOff;
import dev.countersign.reconcile.domain.dispute.DisputeStatus;
import dev.countersign.reconcile.domain.feed.MessageKind;
import dev.countersign.reconcile.domain.id.BreakId;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.id.DisputeId;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.testkit.PostgresExtension;
import dev.countersign.reconcile.testkit.domain.TextTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Chargebacks, representments and arbitrations as lines of settlement cycles: a purchase of 10,000
 * that cleared, disputed as fraud, and credited while that is decided.
 */
class ChargebackCycleIT {

    private static final String CYCLE = "2026-11-30";

    /** The stages by which a case moves our dispute. */
    private static final Map<String, DisputeStatus> MOVES =
            Map.of(
                    "chargeback accepted", DisputeStatus.UNDER_REVIEW,
                    "chargeback withdrawn", DisputeStatus.WITHDRAWN,
                    "representment received", DisputeStatus.UNDER_REVIEW,
                    "representment accepted", DisputeStatus.LOST,
                    "arbitration won", DisputeStatus.WON,
                    "arbitration lost", DisputeStatus.LOST);

    private static final List<String> CURRENCIES =
            List.of(
                            "EUR GBP CHF SEK NOK DKK PLN CZK HUF RON CAD AUD NZD SGD HKD CNY INR THB MYR PHP",
                            "ILS AED SAR ZAR MXN BRL PEN UYU DOP TWD EGP MAD KES NGN GHS QAR TRY UAH GEL RSD")
                    .stream()
                    .flatMap(line -> Stream.of(line.split(" ", -1)))
                    .toList();

    @RegisterExtension static final PostgresExtension POSTGRES = new PostgresExtension();

    @TempDir Path reports;

    private NightRun night;
    private Claim claim;
    private LocalDate day;

    /** A purchase that is disputed. */
    private record Claim(String currency, CardId card, DisputeId dispute) {

        /** A case of the network that is none of ours. */
        DisputeId unknown() {
            return new DisputeId(new UUID(7, dispute.value().getMostSignificantBits()));
        }
    }

    @BeforeEach
    void beginBook() {
        claim = claims(List.of("EUR")).getFirst();
    }

    /** A book with a purchase in each currency, and the night after each of them was disputed. */
    private List<Claim> claims(List<String> currencies) {
        night = new NightRun(POSTGRES, reports).earning(0);
        day = LocalDate.parse("2026-11-21");
        List<CardId> cards = currencies.stream().map(this::purchase).toList();
        night.decide();
        runNight();
        List<Claim> claims = new ArrayList<>();
        for (int i = 0; i < cards.size(); i++) {
            String purchase = night.transaction("P" + currencies.get(i)).value().toString();
            claims.add(
                    new Claim(
                            currencies.get(i),
                            cards.get(i),
                            People.claim(
                                    night,
                                    purchase,
                                    String.format(Locale.ROOT, "%sT09:%02d:00Z", day, i))));
        }
        runNight();
        return claims;
    }

    private CardId purchase(String currency) {
        CardId card = night.book.card(null, null, null);
        night.jdbi.useHandle(
                handle ->
                        handle.execute(
                                "update card set currency = ? where id = ?",
                                currency,
                                card.value()));
        night.inCurrency(currency).settledIn(currency, null);
        night.request(card, "P" + currency, 10_000, "2026-11-21T10:00:00Z");
        night.clearing(card, "P" + currency, "A" + currency, 10_000, "2026-11-21T11:00:00Z");
        return card;
    }

    /**
     * One record a night: kind, stage, and what it settles, or that the break is written off; the
     * balances after the last of them. Credits are below zero. 2010 is told without the purchase.
     */
    private static final String CASES =
            """
            case                                | records                                                                                                                | 1200  | 2200   | 2010  | 1390   | 1310   | 2100  | 5040   | breaks
            accepted                            | chargeback accepted -10000                                                                                             | 10000 | -10000 | 10000 | 0      | 0      | 0     | 0      | -
            won                                 | chargeback accepted -10000; arbitration won                                                                            | 0     | 0      | 10000 | 0      | 0      | 0     | 0      | -
            accepted, represented, lost         | chargeback accepted -10000; representment received 10000; representment accepted                                       | 0     | 0      | 0     | 0      | 0      | 10000 | 0      | -
            accepted, represented, filed again  | chargeback accepted -10000; representment received 10000; chargeback filed_again -10000                                | 10000 | -10000 | 10000 | 0      | 0      | 0     | 0      | -
            the same, and won                   | chargeback accepted -10000; representment received 10000; chargeback filed_again -10000; arbitration won               | 0     | 0      | 10000 | 0      | 0      | 0     | 0      | -
            the same, and lost in a cycle       | chargeback accepted -10000; representment received 10000; arbitration filed -10000; arbitration lost 10000             | 0     | 0      | 0     | 0      | 0      | 10000 | 0      | -
            won before the cycle that pays      | chargeback accepted -10000; representment received 10000; arbitration won                                              | 0     | 0      | 0     | 10000  | 0      | 0     | 0      | -
            and paid                            | chargeback accepted -10000; representment received 10000; arbitration won; arbitration award -10000                    | 0     | 0      | 10000 | 0      | 0      | 0     | 0      | -
            won and paid in one record          | chargeback accepted; arbitration won -10000                                                                            | 0     | 0      | 10000 | 0      | 0      | 0     | 0      | -
            lost before the cycle that takes    | chargeback accepted -10000; arbitration lost                                                                           | 0     | 0      | 10000 | -10000 | 0      | 10000 | 0      | -
            and taken back                      | chargeback accepted -10000; arbitration lost; arbitration award 10000                                                  | 0     | 0      | 0     | 0      | 0      | 10000 | 0      | -
            withdrawn                           | chargeback accepted -10000; chargeback withdrawn 10000                                                                 | 0     | 0      | 0     | 0      | 0      | 10000 | 0      | -
            accepted without a cycle            | chargeback accepted                                                                                                    | 10000 | -10000 | 0     | 10000  | 0      | 0     | 0      | -
            and a cycle of it later             | chargeback accepted; chargeback settled -10000                                                                         | 10000 | -10000 | 10000 | 0      | 0      | 0     | 0      | -
            in no cycle                         | chargeback accepted -10000 nowhere                                                                                     | 10000 | -10000 | 10000 | 0      | 0      | 0     | 0      | -
            of a cycle without an amount        | chargeback accepted said                                                                                               | 10000 | -10000 | 10000 | 0      | 0      | 0     | 0      | -
            in part, and won                    | chargeback accepted -4000; arbitration won                                                                             | 0     | 0      | 4000  | 6000   | 0      | 0     | 0      | DISPUTE_MISMATCH 6000 open
            in part, and the rest               | chargeback accepted -4000; arbitration won; arbitration rest -6000                                                     | 0     | 0      | 10000 | 0      | 0      | 0     | 0      | DISPUTE_MISMATCH 6000 resolved
            in two parts                        | chargeback accepted -4000; chargeback rest -6000; arbitration won                                                      | 0     | 0      | 10000 | 0      | 0      | 0     | 0      | -
            paid twice                          | chargeback accepted -10000; chargeback again -10000                                                                    | 10000 | -20000 | 20000 | 0      | 0      | 0     | 0      | DISPUTE_MISMATCH 10000 open
            paid twice, and corrected           | chargeback accepted -10000; chargeback again -10000; chargeback correction 10000                                       | 10000 | -10000 | 10000 | 0      | 0      | 0     | 0      | DISPUTE_MISMATCH 10000 resolved
            paid again when it was lost         | chargeback accepted -10000; representment accepted 10000; chargeback again -10000                                      | 0     | -10000 | 10000 | 0      | 0      | 10000 | 0      | DISPUTE_MISMATCH 10000 open
            more than it claims                 | chargeback accepted -10001                                                                                             | 10000 | -10000 | 10001 | 10000  | -10001 | 0     | 0      | DISPUTE_MISMATCH 10001 open
            in dollars                          | chargeback accepted -11000 USD                                                                                         | 10000 | -10000 | 0     | 10000  | 0      | 0     | 0      | CURRENCY_MISMATCH 11000 open
            in no currency that there is        | chargeback accepted -11000 XYZ                                                                                         | 10000 | -10000 | 0     | 10000  | 0      | 0     | 0      | CURRENCY_MISMATCH 0 open
            of no card that it names            | chargeback accepted -10000 cardless                                                                                    | 10000 | -10000 | 10000 | 0      | 0      | 0     | 0      | -
            of no card and no case of ours      | chargeback unknown -10000 cardless                                                                                     | 10000 | 0      | 10000 | 0      | -10000 | 0     | 0      | DISPUTE_MISMATCH 10000 open
            of a case that is not ours          | chargeback unknown -10000                                                                                              | 10000 | 0      | 10000 | 0      | -10000 | 0     | 0      | DISPUTE_MISMATCH 10000 open
            paid in part, and written off       | chargeback accepted -4000; arbitration won; write off                                                                  | 0     | 0      | 4000  | 0      | 0      | 0     | 6000   | DISPUTE_MISMATCH 6000 written_off
            and paid all the same               | chargeback accepted -4000; arbitration won; write off; arbitration rest -6000                                          | 0     | 0      | 10000 | 0      | 0      | 0     | 0      | DISPUTE_MISMATCH 6000 written_off
            paid twice, written off, won        | chargeback accepted -10000; chargeback again -10000; write off; arbitration won                                        | 0     | 0      | 20000 | 0      | 0      | 0     | -10000 | DISPUTE_MISMATCH 10000 written_off
            paid twice, written off, taken back | chargeback accepted -10000; chargeback again -10000; write off; chargeback correction 10000                            | 10000 | -10000 | 10000 | 0      | 0      | 0     | 0      | DISPUTE_MISMATCH 10000 written_off
            written off, and paid once more     | chargeback accepted -10000; chargeback again -10000; write off; chargeback third -10000                                | 10000 | -30000 | 30000 | 0      | 0      | 0     | 0      | DISPUTE_MISMATCH 10000 written_off, DISPUTE_MISMATCH 20000 open
            both written off                    | chargeback accepted -10000; chargeback again -10000; write off; chargeback third -10000; write off; arbitration won    | 0     | 0      | 30000 | 0      | 0      | 0     | -20000 | DISPUTE_MISMATCH 10000 written_off, DISPUTE_MISMATCH 20000 written_off
            paid again when lost, written off   | chargeback accepted -10000; representment accepted 10000; chargeback again -10000; write off                           | 0     | 0      | 10000 | 0      | 0      | 10000 | -10000 | DISPUTE_MISMATCH 10000 written_off
            of no case of ours, written off     | chargeback unknown -10000; write off                                                                                   | 10000 | 0      | 10000 | 0      | 0      | 0     | -10000 | DISPUTE_MISMATCH 10000 written_off
            of no case of ours, and told anew   | chargeback unknown -10000; chargeback unknown2 10000 nowhere; chargeback accepted -10000 nowhere; write off; write off | 10000 | -10000 | 10000 | 0      | 0      | 0     | 0      | DISPUTE_MISMATCH 10000 written_off, DISPUTE_MISMATCH 10000 written_off
            """;

    /** The cases go through the same nights, each in a currency of its own. */
    @TestFactory
    Stream<DynamicTest> leaveTheBookEven() {
        List<TextTable.Row> rows = TextTable.rows(CASES);
        List<Claim> claims = claims(CURRENCIES.subList(0, rows.size()));
        List<List<String>> records =
                rows.stream().map(row -> List.of(row.text("records").split("; ", -1))).toList();
        int nights = records.stream().mapToInt(List::size).max().orElseThrow();
        for (int i = 0; i < nights; i++) {
            for (int each = 0; each < rows.size(); each++) {
                if (i < records.get(each).size()) {
                    send(claims.get(each), records.get(each).get(i));
                }
            }
            night.decide();
            runNight();
        }
        assertThat(breaksOfNone(claims)).as("breaks of no case").isEmpty();
        return Stream.concat(
                IntStream.range(0, rows.size())
                        .mapToObj(
                                each ->
                                        DynamicTest.dynamicTest(
                                                rows.get(each).text("case"),
                                                () ->
                                                        assertLeaves(
                                                                rows.get(each), claims.get(each)))),
                IntStream.rangeClosed(1, nights)
                        .mapToObj(day::minusDays)
                        .map(
                                date ->
                                        DynamicTest.dynamicTest(
                                                "the night of " + date + " again",
                                                () ->
                                                        assertThat(
                                                                        night.differences(
                                                                                date.toString()))
                                                                .isEmpty())));
    }

    private void assertLeaves(TextTable.Row row, Claim of) {
        assertThat(List.of("1200", "2200", "2010", "1390", "1310", "2100", "5040"))
                .allSatisfy(
                        account ->
                                assertThat(balance(account, of.currency()))
                                        .as(account)
                                        .isEqualTo(row.text(account)));
        assertThat(orNone(String.join(", ", breaks(of)))).isEqualTo(row.text("breaks"));
    }

    /** The breaks of the records of a case. */
    private List<String> breaks(Claim of) {
        return night.rows(
                "select type || ' ' || amount_minor || ' ' || state from break where "
                        + concerns(of)
                        + " order by id");
    }

    private List<String> breaksOfNone(List<Claim> claims) {
        return night.rows(
                claims.stream()
                        .map(each -> "not coalesce(" + concerns(each) + ", false)")
                        .collect(
                                Collectors.joining(
                                        " and ",
                                        "select type || ' ' || amount_minor from break where ",
                                        "")));
    }

    private static String concerns(Claim of) {
        return "(detail ->> 'case_id' in ('%s', '%s') or subject = '%s')"
                .formatted(of.dispute(), of.unknown(), of.dispute().value());
    }

    /**
     * A claim in euro goes through the position, and comes even there and on the claim's accounts.
     */
    @Test
    void goThroughBothCurrenciesWhereTheProgramIsSettledInAnother() {
        night.settlementCurrencies("USD");
        tell("chargeback accepted -11000 USD");
        assertThat(night.breaks()).isEmpty();
        assertThat(night.openBalances())
                .containsExactly(
                        "1200 EUR 10000",
                        "1900 EUR 10000",
                        "1901 USD -11000",
                        "2010 EUR -10000",
                        "2010 USD 11000",
                        "2200 EUR -10000");
        tell("representment received 11200 USD");
        tell("chargeback filed_again -11500 USD");
        tell("arbitration won");

        assertThat(night.breaks()).isEmpty();
        assertThat(night.openBalances())
                .containsExactly(
                        "1900 EUR 10000", "1901 USD -11300", "2010 EUR -10000", "2010 USD 11300");
        assertThat(night.nights.rerun(Mode.SANDBOX, day.minusDays(4)).differences()).isEmpty();
        assertThat(night.nights.rerun(Mode.SANDBOX, day.minusDays(1)).differences()).isEmpty();
    }

    @Test
    void arePostedOutOfSuspenseWhenTheSettingComesThoughTheDisputeHasEnded() {
        tell("chargeback accepted -11000 USD");
        tell("arbitration won");
        assertThat(night.breaks()).containsExactly("CURRENCY_MISMATCH 11000 open");
        assertThat(night.openBalances())
                .containsExactly(
                        "1310 USD -11000", "1390 EUR 10000", "2010 EUR -10000", "2010 USD 11000");

        night.settlementCurrencies("1000000000:USD");
        runNight();
        assertThat(night.breaks()).containsExactly("CURRENCY_MISMATCH 11000 resolved");
        List<String> even =
                List.of("1900 EUR 10000", "1901 USD -11000", "2010 EUR -10000", "2010 USD 11000");
        assertThat(night.openBalances()).isEqualTo(even);
        runNight();
        assertThat(night.openBalances()).isEqualTo(even);
        for (int before = 1; before <= 4; before++) {
            assertThat(night.nights.rerun(Mode.SANDBOX, day.minusDays(before)).differences())
                    .isEmpty();
        }
    }

    @Test
    void areLinesOfTheirCycleThatACompleteTotalHolds() throws IOException {
        night.caseRecord(
                claim.card(),
                MessageKind.CHARGEBACK,
                claim.dispute().toString(),
                "accepted",
                DisputeStatus.UNDER_REVIEW,
                settlement("-10000", "EUR", CYCLE, 1),
                day + "T10:00:00Z");
        total(1, 0, 0, 1, 10_000);
        runNight();

        assertThat(night.breaks()).isEmpty();
        assertThat(
                        night.rows(
                                """
                                select record_type || ' ' || direction || ' ' || settlement_minor || ' '
                                       || settlement_institution || ' ' || settlement_service || ' '
                                       || settlement_date || ' ' || settlement_cycle || ' ' || outcome
                                  from settlement_line
                                 where record_type = 'chargeback'
                                """))
                .containsExactly("chargeback credit 10000 1000000000 intl 2026-11-30 1 booked");
        assertThat(report("settlement-summary"))
                .anyMatch(line -> line.contains(",2026-11-30,1,EUR,"));
        assertThat(report("settlement-detail"))
                .anyMatch(
                        line ->
                                line.contains(",chargeback,")
                                        && line.endsWith(
                                                ","
                                                        + claim.dispute()
                                                        + ","
                                                        + claim.dispute()
                                                        + ",accepted,12.6"));
        assertThat(report("settlement-proof"))
                .anyMatch(line -> line.startsWith("EUR,chargeback,") && line.contains("-10000"))
                .anyMatch(line -> line.startsWith("EUR,remainder,,,0,"));
    }

    @Test
    void countSeveralInOneCycleAndDebitsApartFromCredits() {
        String other = new DisputeId(new UUID(7, 7)).toString();
        tellIn(MessageKind.CHARGEBACK, claim.dispute().toString(), "accepted", "-10000");
        tellIn(MessageKind.REPRESENTMENT, claim.dispute().toString(), "received", "10000");
        tellIn(MessageKind.CHARGEBACK, other, "accepted", "-500");
        total(1, 1, 10_000, 2, 10_500);
        runNight();

        assertThat(night.breaks())
                .as("what belongs to nobody is in the cycle all the same")
                .containsExactly("DISPUTE_MISMATCH 500 open");
        writeOff("true");
        runNight();
        assertThat(night.breaks()).containsExactly("DISPUTE_MISMATCH 500 written_off");
        assertThat(List.of(balance("1310"), balance("5040"), balance("2010")))
                .containsExactly("0", "-500", "500");
    }

    /** The record of a chargeback comes a night after the total that holds it. */
    @Test
    void moveTheNetworksAccountOnceThoughTheDifferenceWasAccepted() {
        night.caseRecord(
                claim.card(),
                MessageKind.CHARGEBACK,
                claim.dispute().toString(),
                "accepted",
                DisputeStatus.UNDER_REVIEW,
                "{}",
                day + "T10:00:00Z");
        total(1, 0, 0, 1, 10_000);
        runNight();
        assertThat(night.breaks()).containsExactly("TOTALS_MISMATCH 10000 open");
        assertThat(List.of(balance("2010"), balance("1390"))).containsExactly("0", "10000");

        writeOff("true");
        runNight();
        assertThat(List.of(balance("2010"), balance("1390"), balance("2200")))
                .as("what is awaited is what was accepted")
                .containsExactly("10000", "0", "-10000");

        tellIn(MessageKind.CHARGEBACK, claim.dispute().toString(), "settled", "-10000");
        runNight();
        total(2, 0, 0, 1, 10_000);
        runNight();
        assertThat(night.breaks()).containsExactly("TOTALS_MISMATCH 10000 written_off");
        assertThat(List.of(balance("2010"), balance("1390"), balance("2200")))
                .containsExactly("10000", "0", "-10000");
        assertThat(night.rows("select sum(net_minor)::text from written_off_total"))
                .containsExactly("0");
    }

    @Test
    void areShownByTheirPartOfADay() {
        tell("chargeback accepted -10000");
        tell("representment received 10000");

        assertThat(
                        night.rows(
                                """
                                select kind || ' ' || debit_minor || ' ' || credit_minor
                                  from posting_total
                                 where kind in ('chargeback', 'representment', 'dispute')
                                 order by kind
                                """))
                .containsExactly("chargeback 0 10000", "representment 10000 0");
    }

    private void tellIn(MessageKind kind, String of, String stage, String minor) {
        night.caseRecord(
                claim.card(),
                kind,
                of,
                stage,
                MOVES.get(kind.wire() + " " + stage),
                settlement(minor, "EUR", CYCLE, 1),
                day + "T10:00:00Z");
        night.decide();
    }

    /** A record of the night's own date and cycle, and the night. */
    private void tell(String record) {
        send(claim, record);
        night.decide();
        runNight();
    }

    private void send(Claim of, String record) {
        if (record.equals("write off")) {
            writeOff(concerns(of));
            return;
        }
        String[] words = record.split(" ", -1);
        boolean known = !words[1].startsWith("unknown");
        night.inCurrency(of.currency())
                .caseRecord(
                        record.endsWith("cardless") ? null : of.card(),
                        MessageKind.valueOf(words[0].toUpperCase(Locale.ROOT)),
                        (known ? of.dispute() : of.unknown()).toString(),
                        words[1],
                        MOVES.get(words[0] + " " + words[1]),
                        settlement(
                                words.length == 2 ? null : words[2],
                                words.length == 4 && words[3].length() == 3
                                        ? words[3]
                                        : of.currency(),
                                words.length == 4 && words[3].equals("nowhere") ? null : CYCLE,
                                day.getDayOfMonth()),
                        day + "T10:00:00Z");
    }

    private static String settlement(
            @Nullable String minor, String currency, @Nullable String date, int cycle) {
        if (minor == null) {
            return "{}";
        }
        return "{"
                + (date == null
                        ? ""
                        : "\"settlement_date\": \"%s\", \"cycle\": %s, \"service\": \"intl\","
                                        .formatted(date, String.valueOf(cycle))
                                + " \"institution_id\": \"1000000000\",")
                + (minor.equals("said") ? "" : "\"amount\": " + minor + ",")
                + " \"currency\": \""
                + currency
                + "\"}";
    }

    private void total(int version, int debits, long debit, int credits, long credit) {
        night.total(
                CYCLE,
                version,
                String.format(
                        Locale.ROOT,
                        """
                        "debit_count": %d, "debit_amount": %d, "credit_count": %d,
                        "credit_amount": %d, "interchange_net": 0, "fees": 0, "net_amount": %d,
                        "is_complete": true
                        """,
                        debits,
                        debit,
                        credits,
                        credit,
                        debit - credit),
                day + "T11:00:00Z");
        night.decide();
    }

    private void runNight() {
        night.at(day.plusDays(1) + "T02:00:00Z").run(day.toString());
        day = day.plusDays(1);
    }

    /** Writes off the open break that a condition holds for. */
    private void writeOff(String which) {
        UUID open =
                UUID.fromString(
                        night.rows("select id::text from break where state = 'open' and " + which)
                                .getFirst());
        var unused =
                Reconcile.openBreaks(
                                new Database(night.jdbi), () -> Instant.parse(day + "T09:00:00Z"))
                        .writeOff(
                                new BreakId(open), new WriteOff("the network knows", "ann", "ben"));
    }

    private List<String> report(String name) throws IOException {
        return Files.readAllLines(
                reports.resolve("sandbox")
                        .resolve(day.minusDays(1).toString())
                        .resolve(name + ".v1.csv"));
    }

    private static String orNone(String text) {
        return text.isEmpty() ? "-" : text;
    }

    private String balance(String account) {
        return balance(account, "EUR");
    }

    /** Of the network's account without the purchase. */
    private String balance(String account, String currency) {
        return night.rows(
                        "select (coalesce(sum(debit_minor - credit_minor), 0)"
                                + (account.equals("2010") ? " + 10000" : "")
                                + ")::text from ledger_day where currency = '"
                                + currency
                                + "' and account = '"
                                + account
                                + "'")
                .getFirst();
    }
}
