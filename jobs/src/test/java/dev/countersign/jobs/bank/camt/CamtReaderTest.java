package dev.countersign.jobs.bank.camt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.countersign.reconcile.service.ActionRefusedException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Statements as banks send them, and as none should. */
class CamtReaderTest {

    private static final String BOOKED = "<Sts>BOOK</Sts>";
    private static final String DAY = "2026-11-23";

    @Test
    void readsBookedEntriesOfOldAndNewVersions() {
        assertThat(
                        read(statement()
                                        .entry(null, "89.12", BOOKED, DAY, DAY)
                                        .pays("R2", "-10", DAY, "2026-11-24")
                                        .entry(null, "7.00", "<Sts>PDNG</Sts>", DAY, DAY)
                                        .entry(null, "8.00", "<Sts><Cd>INFO</Cd></Sts>", DAY, DAY))
                                .lines)
                .containsExactly(
                        "begin statement S1 [DE89370400440532013000] EUR",
                        "1 2026-11-23 8912 null",
                        "2 2026-11-24 -1000 R2",
                        "end");
    }

    @Test
    void readsTheStatementThatOperationsShow() throws IOException {
        String page = Files.readString(Path.of("..", "api-facade", "docs", "operations.md"));
        Matcher example = Pattern.compile("(?s)```xml\n(.*?)```").matcher(page);

        assertThat(example.find()).isTrue();
        assertThat(read(example.group(1)).lines)
                .containsExactly(
                        "begin statement STATEMENT-335 [SETTLEMENT-1] EUR",
                        "1 2026-12-01 -5783 VISA-20261201-1",
                        "end");
    }

    @Test
    void takesTheBookingDateWhereNoValueDateIsSaid() {
        assertThat(
                        read(statement()
                                        .in("JPY")
                                        .raw(
                                                """
                                                        <Ntry><Amt Ccy="JPY">150.00</Amt>
                                                        <CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts>
                                                        <BookgDt><DtTm>2026-11-23T18:00:00Z</DtTm>
                                                        </BookgDt></Ntry>
                                                        """))
                                .lines)
                .contains("1 2026-11-23 150 null");
    }

    @Test
    void takesAStatementWithoutEntriesAsOne() {
        assertThat(read(statement().opens("-1.00", DAY).closes("-1.00", DAY)).lines)
                .containsExactly(
                        "begin statement S1 [DE89370400440532013000] EUR",
                        "end -100 " + DAY + " -100 " + DAY);
    }

    @Test
    void readsReportsWithinADay() {
        assertThat(read(statement().intraday().pays("R1", "1.00", DAY)).lines)
                .contains("begin report S1 [DE89370400440532013000] EUR", "1 2026-11-23 100 R1");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<BizMsgEnvlp><AppHdr><BizMsgIdr>B</BizMsgIdr></AppHdr>%s</BizMsgEnvlp>",
                "<DataPDU><Revision>2.0</Revision><Body><AppHdr/>%s</Body></DataPDU>",
                "<h:Envelope xmlns:h='urn:h'><h:Signature>LONG</h:Signature>%s</h:Envelope>"
            })
    void readsDocumentsInEnvelopes(String envelope) {
        String document =
                statement().pays("R1", "1.00", DAY).toString().replaceFirst("<\\?.*\\?>", "");

        assertThat(read(envelope.replace("LONG", "a".repeat(5_000)).formatted(document)).lines)
                .contains("1 2026-11-23 100 R1");
    }

    @Test
    void readsSeveralDocumentsInARow() {
        String one = statement().pays("R1", "1.00", DAY).toString();
        String other = StatementText.named("S2").pays("R2", "2.00", DAY).toString();

        assertThat(read(one + "\uFEFF" + other + other.replaceFirst("<\\?.*\\?>", "")).lines)
                .contains("1 2026-11-23 100 R1", "1 2026-11-23 200 R2")
                .hasSize(9);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ISO-8859-1", "UTF-16LE", "UTF-16BE", "UTF-16", "UTF-8"})
    void readsTheEncodingsOfBanks(String encoding) {
        String document =
                statement()
                        .pays("Gebühr", "1.00", DAY)
                        .toString()
                        .replace("encoding=\"UTF-8\"", "encoding=\"" + encoding + "\"");

        RecordingSink taken = new RecordingSink();
        read(new ByteArrayInputStream(document.getBytes(Charset.forName(encoding))), taken);

        assertThat(taken.lines).contains("1 2026-11-23 100 Gebühr");
    }

    @Test
    void readsTheFilesOfAnArchiveAndNamesTheOneThatItRefuses() {
        String one = statement().pays("R1", "1.00", DAY).toString();
        String other = StatementText.named("S2").pays("R2", "2.00", DAY).toString();

        assertThat(zipped(one, other).lines).contains("1 2026-11-23 100 R1", "1 2026-11-23 200 R2");
        assertThatThrownBy(() -> zipped(one, "a letter"))
                .isInstanceOf(ActionRefusedException.class)
                .hasMessageStartingWith("2.xml: There is no statement");
        assertThatThrownBy(CamtReaderTest::zipped).isInstanceOf(ActionRefusedException.class);
    }

    @Test
    void refusesAnArchiveThatIsABomb() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            zip.putNextEntry(new ZipEntry("bomb.xml"));
            zip.write("<Document>".getBytes(StandardCharsets.UTF_8));
            byte[] blanks = " ".repeat(1 << 20).getBytes(StandardCharsets.UTF_8);
            for (int i = 0; i < 513; i++) {
                zip.write(blanks);
            }
        }

        assertThatThrownBy(
                        () ->
                                read(
                                        new ByteArrayInputStream(bytes.toByteArray()),
                                        new RecordingSink()))
                .isInstanceOf(ActionRefusedException.class)
                .hasMessageContaining("unpacks to more than 512 MB");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "no xml",
                "<Document/>",
                "<Document><BkToCstmrStmt><Stmt></Document>",
                "<Document><BkToCstmrStmt></BkToCstmrStmt></Document></documents><x>",
                "<Document><BkToCstmrStmt><GrpHdr><MsgId>M9</MsgId></GrpHdr></BkToCstmrStmt></Document>",
                "<Document><BkToCstmrDbtCdtNtfctn/></Document>",
                "<!DOCTYPE x [<!ENTITY e SYSTEM 'file:///etc/hostname'>]>"
                        + "<Document><BkToCstmrStmt>&e;</BkToCstmrStmt></Document>"
            })
    void refusesWhatIsNoStatement(String document) {
        assertThatThrownBy(() -> read(document)).isInstanceOf(ActionRefusedException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.005", "--1", "1e4", "one", "", "99999999999999999999", "+1", "1,00"})
    void refusesAnAmountThatIsNone(String amount) {
        assertThatThrownBy(() -> read(statement().pays("R1", amount, DAY)))
                .isInstanceOf(ActionRefusedException.class)
                .hasMessageStartingWith("Entry 1 (R1) of statement S1 has");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "<Sts/>                            | has no status (Sts)",
                "''                                | has no status (Sts)",
                "<Sts><Prtry>BOOK</Prtry></Sts>    | has a status of the bank's own ('BOOK')",
                "<Sts><Cd>DONE</Cd></Sts>          | has the status 'DONE'",
                "<Sts>booked</Sts>                 | has the status 'booked'"
            })
    void refusesAnEntryOfWhichNobodyKnowsWhetherItIsBooked(String status, String words) {
        assertThatThrownBy(
                        () ->
                                read(
                                        statement()
                                                .pays("R1", "1.00", DAY)
                                                .entry("R2", "2.00", status, DAY, DAY)))
                .isInstanceOf(ActionRefusedException.class)
                .hasMessageStartingWith("Entry 2 (R2) of statement S1 " + words);
    }

    @Test
    void refusesAmountsOfSeveralCurrencies() {
        String dollars =
                """
                <Ntry><Amt Ccy="USD">1.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts>
                <ValDt><Dt>2026-11-23</Dt></ValDt></Ntry>
                """;
        assertThatThrownBy(() -> read(statement().raw(dollars)))
                .hasMessage("Entry 1 of statement S1 is in USD, and the statement in EUR.");
        assertThatThrownBy(() -> read(statement().in(null).pays("R1", "1.00", DAY).raw(dollars)))
                .hasMessage("Entry 2 of statement S1 is in USD, and the statement in EUR.");
    }

    /** Order and place of entries, prefixes and blanks say nothing; all else of an entry does. */
    @Test
    void knowsAnEntryWithoutAReferenceByAllThatTheBankSays() {
        String entry =
                """
                <Ntry><NtryRef>%s</NtryRef><Amt Ccy="EUR">1.00</Amt><CdtDbtInd>DBIT</CdtDbtInd>
                <Sts>BOOK</Sts><ValDt><Dt>2026-11-23</Dt></ValDt><AddtlNtryInf>%s</AddtlNtryInf></Ntry>
                """;
        List<String> known =
                read(statement()
                                .raw(entry.formatted("1", "visa"))
                                .raw(entry.formatted("2", "visa"))
                                .raw(entry.formatted("3", "mastercard"))
                                .raw(entry.formatted("A-17", "visa"))
                                .raw(entry.formatted("1", "visa").replace("><", ">\n <")))
                        .identities;

        assertThat(known.get(1)).isEqualTo(known.get(0)).isEqualTo(known.get(4));
        assertThat(known.get(2)).isNotEqualTo(known.get(0));
        assertThat(known.get(3)).isNotEqualTo(known.get(0));
    }

    @Test
    void takesNoWordForAReferenceThatSaysThereIsNone() {
        List<String> known =
                read(statement().pays("NONREF", "1.00", DAY).pays("X1", "1.00", DAY)).identities;

        assertThat(known.get(0)).startsWith("all ");
        assertThat(known.get(1)).isEqualTo("ref X1|2026-11-23|100");
    }

    @Test
    void readsTheFirstOpeningAndTheLastClosingOfSeveralDays() {
        assertThat(
                        read(statement()
                                        .opens("2.00", "2026-11-24")
                                        .opens("1.00", DAY)
                                        .closes("2.00", DAY)
                                        .closes("3.00", "2026-11-24"))
                                .lines)
                .contains("end 100 2026-11-23 300 2026-11-24");
    }

    @Test
    void refusesAStatementThatNamesNoAccountOrNoId() {
        assertThatThrownBy(() -> read(statement().toString().replace("<Id>S1</Id>", "")))
                .hasMessage("Statement 1 of the document has no Id.");
        assertThatThrownBy(() -> read(statement().toString().replace("IBAN>", "Other>")))
                .hasMessage("Statement S1 names no account (Acct/Id) before its entries.");
    }

    /** People name statements as they like, and refusals are shown and kept. */
    @Test
    void showsNoCardNumberThatAStatementIsNamedBy() {
        StatementText named = StatementText.named("4111110000091111");
        String long1000 = "<NtryRef>%s</NtryRef>".formatted("a".repeat(1_001));
        for (String refused :
                List.of(
                        named.toString().replace("IBAN>", "Other>"),
                        named.toString()
                                .replace("</Acct>", "</Acct><ElctrncSeqNb>x</ElctrncSeqNb>"),
                        named.toString().replace("</Acct>", "</Acct><CreDtTm>x</CreDtTm>"),
                        named.toString().replace("</Acct>", "</Acct>" + long1000),
                        named.toString().replace("EUR", "one"),
                        named.opens("one", DAY).toString(),
                        named.pays("R1", "one", DAY).toString(),
                        "<Document><BkToCstmrStmt><GrpHdr><MsgId>4111110000091111</MsgId></GrpHdr>"
                                + "</BkToCstmrStmt></Document>")) {
            assertThatThrownBy(() -> read(refused))
                    .isInstanceOf(ActionRefusedException.class)
                    .hasMessageContaining("************1111")
                    .hasMessageNotContaining("411111");
        }
    }

    private static StatementText statement() {
        return StatementText.named("S1");
    }

    private static RecordingSink read(StatementText statement) {
        return read(statement.toString());
    }

    private static RecordingSink read(String document) {
        RecordingSink taken = new RecordingSink();
        read(StatementText.stream(document), taken);
        return taken;
    }

    private static void read(InputStream file, RecordingSink taken) {
        try {
            StatementFile.read(file, taken);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static RecordingSink zipped(String... files) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            zip.putNextEntry(new ZipEntry("folder/"));
            for (int i = 0; i < files.length; i++) {
                zip.putNextEntry(new ZipEntry(i + 1 + ".xml"));
                zip.write(files[i].getBytes(StandardCharsets.UTF_8));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        RecordingSink taken = new RecordingSink();
        read(new ByteArrayInputStream(bytes.toByteArray()), taken);
        return taken;
    }

    /** Keeps what is read, a line for each chunk. */
    private static final class RecordingSink implements StatementSink {

        private final List<String> lines = new ArrayList<>();
        private final List<String> identities = new ArrayList<>();

        @Override
        public void begin(StatementHeader header) {
            lines.add(
                    "begin %s %s %s"
                            .formatted(header.words(), header.accounts(), header.currency()));
        }

        @Override
        public void take(BankEntry entry) {
            lines.add(
                    "%s %s %s %s"
                            .formatted(
                                    entry.number(),
                                    entry.valueDate(),
                                    entry.paidMinor(),
                                    entry.reference()));
            identities.add(entry.identity());
        }

        @Override
        public void end(StatementEnd end) {
            lines.add("end" + words(end.opening()) + words(end.closing()));
        }

        private static String words(StatementEnd.@Nullable Balance balance) {
            return balance == null ? "" : " " + balance.minor() + " " + balance.date();
        }
    }
}
