package dev.countersign.facade.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

class ColumnsTest {

    private record Entry(
            String id,
            @Nullable Long amount,
            @Nullable String currency,
            boolean open,
            List<String> tags,
            @Nullable Instant at) {}

    private static final Columns<Entry> ENTRIES =
            Columns.<Entry>of()
                    .text("id", Entry::id)
                    .amount("amount", Entry::amount, Entry::currency)
                    .text("currency", Entry::currency)
                    .flag("open", Entry::open)
                    .words("tags", Entry::tags)
                    .time("created_at", Entry::at);

    private static final Entry EUROS =
            new Entry(
                    "one",
                    -1_205L,
                    "EUR",
                    true,
                    List.of("a", "b"),
                    Instant.parse("2026-11-21T08:00:00Z"));
    private static final Entry YEN = new Entry("two", 100_000L, "JPY", false, List.of(), null);
    private static final Entry DINARS = new Entry("three", 7L, "BHD", false, List.of(), null);
    private static final Entry NONE = new Entry("four", null, null, false, List.of(), null);

    private static final Columns<String> TEXT =
            Columns.<String>of().text("name", text -> text).number("n", text -> 1);

    @Test
    void aTableAlignsAndShowsMoneyAsPeopleWriteIt() {
        assertThat(print(ENTRIES, Format.TABLE, EUROS, YEN, DINARS, NONE))
                .isEqualTo(
                        """
                        ID     AMOUNT  CURRENCY  OPEN  TAGS  CREATED AT
                        one    -12.05  EUR       yes   a b   2026-11-21T08:00:00.000Z
                        two    100000  JPY       no    -     -
                        three   0.007  BHD       no    -     -
                        four        -  -         no    -     -
                        """);
    }

    @Test
    void jsonIsAnArrayOfObjectsWithMoneyInMinorUnits() {
        assertThat(print(ENTRIES, Format.JSON, EUROS, NONE))
                .isEqualTo(
                        """
                        [
                          {"id":"one","amount":-1205,"currency":"EUR","open":true,"tags":["a","b"],"created_at":"2026-11-21T08:00:00.000Z"},
                          {"id":"four","amount":null,"currency":null,"open":false,"tags":[],"created_at":null}
                        ]
                        """);
    }

    @Test
    void csvOfListsHasMoneyInMinorUnitsAndAsPeopleWriteIt() {
        assertThat(print(ENTRIES.moneyTwice(), Format.CSV, EUROS, YEN, DINARS, NONE))
                .startsWith(
                        """
                        id,amount_minor,amount,currency,open,tags,created_at
                        one,-1205,-12.05,EUR,true,a b,2026-11-21T08:00:00.000Z
                        two,100000,100000,JPY,false,,
                        three,7,0.007,BHD,false,,
                        four,,,,false,,
                        """
                                .replace("\n", "\r\n"));
    }

    @Test
    void csvHasAHeaderAndEndsItsLinesAsTheStandardSays() {
        assertThat(print(ENTRIES, Format.CSV, EUROS, NONE))
                .isEqualTo(
                        """
                        id,amount,currency,open,tags,created_at
                        one,-1205,EUR,true,a b,2026-11-21T08:00:00.000Z
                        four,,,false,,
                        """
                                .replace("\n", "\r\n"));
    }

    @Test
    void nothingIsStillAListInEveryFormat() {
        assertThat(print(TEXT, Format.JSON)).isEqualTo("[]\n");
        assertThat(print(TEXT, Format.CSV)).isEqualTo("name,n\r\n");
        assertThat(print(TEXT, Format.TABLE)).isEqualTo("NAME  N\nNone.\n");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "plain          | plain",
                "a,b            | \"a,b\"",
                "say \"no\"     | \"say \"\"no\"\"\"",
                "=1+1           | '=1+1",
                "+49            | '+49",
                "-x             | '-x",
                "@home          | '@home",
                "=HYPERLINK(\"x\",1) | \"'=HYPERLINK(\"\"x\"\",1)\"",
                "a=b            | a=b",
                "'quoted'       | 'quoted'"
            })
    void csvQuotesWhatItMustAndDisarmsFormulas(String text, String field) {
        assertThat(print(TEXT, Format.CSV, text)).isEqualTo("name,n\r\n" + field + ",1\r\n");
    }

    @Test
    void csvKeepsALineBreakWithinItsQuotes() {
        assertThat(print(TEXT, Format.CSV, "a\nb")).isEqualTo("name,n\r\n\"a\nb\",1\r\n");
        assertThat(print(TEXT, Format.CSV, "\t=1")).isEqualTo("name,n\r\n'\t=1,1\r\n");
    }

    @Test
    void aNumberBelowZeroIsNoFormula() {
        Columns<Integer> numbers = Columns.<Integer>of().number("n", each -> each);

        assertThat(print(numbers, Format.CSV, -5)).isEqualTo("n\r\n-5\r\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\u001b[2Jb", "a\nb", "a\u202eb", "a\u2028b", "a\u0000b"})
    void aTableGivesTheTerminalNoOrders(String text) {
        assertThat(print(TEXT, Format.TABLE, text).lines().toList().get(1))
                .startsWith("a?")
                .doesNotContain("\u001b", "\u202e", "\u2028", "\u0000");
    }

    @Test
    void jsonKeepsEveryTextAsItIs() {
        String text = "\"\\\n\u001b€=";

        assertThat(
                        JsonMapper.shared()
                                .readTree(print(TEXT, Format.JSON, text))
                                .at("/0/name")
                                .asString())
                .isEqualTo(text);
    }

    @Test
    void widthsCountCharactersAndNotTheirParts() {
        assertThat(print(TEXT, Format.TABLE, "💳", "ab")).isEqualTo("NAME  N\n💳     1\nab    1\n");
    }

    @Test
    void aTableTellsOfManyWordsInFewWhereThatIsSaid() {
        Columns<Integer> words =
                Columns.<Integer>of()
                        .words("scopes", each -> List.of("a", "b"), all -> all.size() + " words");

        assertThat(print(words, Format.TABLE, 1)).isEqualTo("SCOPES\n2 words\n");
        assertThat(print(words, Format.CSV, 1)).isEqualTo("scopes\r\na b\r\n");
        assertThat(print(words, Format.JSON, 1)).contains("[\"a\",\"b\"]");
    }

    @Test
    void numbersKeepAllTheirDigits() {
        Columns<Number> numbers =
                Columns.<Number>of().number("n", each -> each).amount("a", each -> 1, each -> null);

        assertThat(
                        print(
                                numbers,
                                Format.JSON,
                                new BigInteger("123456789012345678901234567890"),
                                new BigDecimal("0.00000001"),
                                new BigDecimal("1E+3")))
                .contains("123456789012345678901234567890", "0.00000001", "1000")
                .doesNotContain("E");
    }

    @Test
    void oneRowStandsUprightForPeopleAndIsAListOfOneForPrograms() {
        StringWriter upright = new StringWriter();
        TEXT.printOne(Format.TABLE, "x", new PrintWriter(upright));
        StringWriter json = new StringWriter();
        TEXT.printOne(Format.JSON, "x", new PrintWriter(json));

        assertThat(upright).hasToString("NAME  x\nN     1\n");
        assertThat(json).hasToString("[\n  {\"name\":\"x\",\"n\":1}\n]\n");
    }

    // ---- in a terminal

    private record Row(String id, String text, String note, long n) {}

    private static final Columns<Row> ROWS =
            Columns.<Row>of()
                    .text("id", Row::id)
                    .text("found_out", Row::text)
                    .text("note", Row::note)
                    .number("age_days", Row::n)
                    .details("age_days", "note");

    private static final Row ROW =
            new Row("brk_0123456789", "The merchant was asked about it twice.", "seen", 12);

    @Test
    void aTableWrapsTextsToTheTerminal() {
        assertThat(inTerminal(60, ROWS, Format.TABLE, List.of(ROW)))
                .isEqualTo(
                        """
                        ID              FOUND OUT                        NOTE   AGE
                                                                               DAYS
                        brk_0123456789  The merchant was asked about it  seen    12
                                        twice.
                        """);
    }

    @Test
    void aTableLeavesDetailsOutAndSaysSo() {
        assertThat(inTerminal(38, ROWS, Format.TABLE, List.of(ROW)))
                .isEqualTo(
                        """
                        ID              FOUND OUT          AGE
                                                          DAYS
                        brk_0123456789  The merchant was    12
                                        asked about it
                                        twice.
                        Too wide for this terminal, see
                        --format csv: note
                        """);
    }

    @Test
    void aTableThatFitsInNoWayStandsUpright() {
        assertThat(inTerminal(24, ROWS, Format.TABLE, List.of(ROW, ROW)))
                .isEqualTo(
                        """
                        ID         brk_0123456789
                        FOUND OUT  The merchant
                                   was asked
                                   about it
                                   twice.
                        NOTE       seen
                        AGE DAYS   12

                        ID         brk_0123456789
                        FOUND OUT  The merchant
                                   was asked
                                   about it
                                   twice.
                        NOTE       seen
                        AGE DAYS   12
                        """);
    }

    @Test
    void noLineOfATableIsWiderThanTheTerminalUnlessAWordIs() {
        for (int width = 24; width < 120; width++) {
            assertThat(inTerminal(width, ROWS, Format.TABLE, List.of(ROW, ROW)).lines())
                    .as("%s columns", width)
                    .allMatch(inside(Math.max(width, "ID         brk_0123456789".length())));
        }
    }

    private static Predicate<String> inside(int width) {
        return line -> line.length() <= width;
    }

    @Test
    void inAPipeNothingIsLeftOut() {
        assertThat(print(ROWS, Format.TABLE, ROW)).contains(ROW.text() + "  seen        12");
    }

    @Test
    void inATerminalJsonIsForPeople() {
        assertThat(inTerminal(60, TEXT, Format.JSON, List.of("x", "y")))
                .isEqualTo(
                        """
                        [
                          {
                            "name": "x",
                            "n": 1
                          },
                          {
                            "name": "y",
                            "n": 1
                          }
                        ]
                        """);
        assertThat(inTerminal(60, TEXT, Format.JSON, List.of())).isEqualTo("[]\n");
    }

    private static <T> String inTerminal(
            int width, Columns<T> columns, Format format, List<T> rows) {
        System.setProperty(Terminal.COLUMNS, String.valueOf(width));
        try {
            return printAll(columns, format, rows);
        } finally {
            System.clearProperty(Terminal.COLUMNS);
        }
    }

    @SafeVarargs
    private static <T> String print(Columns<T> columns, Format format, T... rows) {
        List<T> list = new ArrayList<>();
        for (T row : rows) {
            list.add(row);
        }
        return printAll(columns, format, list);
    }

    private static <T> String printAll(Columns<T> columns, Format format, List<T> rows) {
        StringWriter text = new StringWriter();
        columns.print(format, rows, new PrintWriter(text));
        return text.toString();
    }
}
