package dev.countersign.jobs.bank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Statements as banks send them, and as nobody should. */
class CamtReaderTest {

    @Test
    void readsBookedEntriesOfOldAndNewVersions() {
        assertThat(
                        read(
                                statement(
                                        entry("89.12", "DBIT", "<Sts>BOOK</Sts>", "2026-11-23"),
                                        entry(
                                                "10",
                                                "CRDT",
                                                "<Sts><Cd>BOOK</Cd></Sts>",
                                                "2026-11-24"),
                                        entry("7.00", "DBIT", "<Sts>PDNG</Sts>", "2026-11-24"))))
                .extracting(
                        entry ->
                                entry.number()
                                        + " "
                                        + entry.valueDate()
                                        + " "
                                        + entry.paidMinor()
                                        + " "
                                        + entry.currency()
                                        + " "
                                        + entry.account())
                .containsExactly("1 2026-11-23 8912 EUR DE00", "2 2026-11-24 -1000 EUR DE00");
    }

    @Test
    void takesTheBookingDateWhereNoValueDateIsSaid() {
        String entry =
                """
                <Ntry><Amt Ccy="JPY">150</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts>
                <BookgDt><DtTm>2026-11-23T18:00:00Z</DtTm></BookgDt></Ntry>
                """;

        assertThat(read(statement(entry)))
                .singleElement()
                .satisfies(
                        read -> {
                            assertThat(read.valueDate()).hasToString("2026-11-23");
                            assertThat(read.paidMinor()).isEqualTo(150);
                        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "no xml",
                "<Document/>",
                "<Document><BkToCstmrStmt><Stmt></Document>",
                "<!DOCTYPE x [<!ENTITY e SYSTEM 'file:///etc/hostname'>]>"
                        + "<Document><BkToCstmrStmt>&e;</BkToCstmrStmt></Document>"
            })
    void refusesWhatIsNoStatement(String document) {
        assertThatThrownBy(() -> read(document)).isInstanceOf(StatementRefusedException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.005", "-1", "1e400", "one", "", "99999999999999999999"})
    void refusesAnAmountThatIsNone(String amount) {
        String entry = entry(amount, "DBIT", "<Sts>BOOK</Sts>", "2026-11-23");

        assertThatThrownBy(() -> read(statement(entry)))
                .isInstanceOf(StatementRefusedException.class);
    }

    static String statement(String... entries) {
        return """
                <?xml version="1.0" encoding="UTF-8"?>
                <Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt>
                <GrpHdr><MsgId>M1</MsgId></GrpHdr><Stmt><Id>S1</Id>
                <Acct><Id><IBAN>DE00</IBAN></Id></Acct>%s</Stmt></BkToCstmrStmt></Document>
                """
                .formatted(String.join("", entries));
    }

    static String entry(String amount, String side, String status, String valueDate) {
        return """
                <Ntry><Amt Ccy="EUR">%s</Amt><CdtDbtInd>%s</CdtDbtInd>%s
                <BookgDt><Dt>%s</Dt></BookgDt><ValDt><Dt>%s</Dt></ValDt>
                <NtryDtls><TxDtls><Refs><AcctSvcrRef>inner</AcctSvcrRef></Refs></TxDtls></NtryDtls></Ntry>
                """
                .formatted(amount, side, status, valueDate, valueDate);
    }

    private static List<BankEntry> read(String document) {
        return CamtReader.read(new ByteArrayInputStream(document.getBytes(StandardCharsets.UTF_8)));
    }
}
