package dev.countersign.jobs.bank.camt;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Statements as tests write them: one with entries of a day, and what a test changes of it. */
public final class StatementText {

    public static final String ACCOUNT = "DE89370400440532013000";

    private final StringBuilder entries = new StringBuilder();
    private String id = "S1";
    private String account = ACCOUNT;
    private @Nullable String currency = "EUR";
    private String created = "";
    private String pages = "";
    private String sequence = "";
    private String balances = "";
    private boolean intraday;

    private StatementText() {}

    public static StatementText named(String id) {
        StatementText text = new StatementText();
        text.id = id;
        return text;
    }

    public StatementText of(String otherAccount) {
        account = otherAccount;
        return this;
    }

    public StatementText in(@Nullable String otherCurrency) {
        currency = otherCurrency;
        return this;
    }

    public StatementText created(String date) {
        created = "<CreDtTm>%sT20:00:00Z</CreDtTm>".formatted(date);
        return this;
    }

    public StatementText page(int number, boolean last) {
        pages =
                "<StmtPgntn><PgNb>%s</PgNb><LastPgInd>%s</LastPgInd></StmtPgntn>"
                        .formatted(number, last);
        return this;
    }

    public StatementText sequence(long number) {
        sequence = "<ElctrncSeqNb>%s</ElctrncSeqNb>".formatted(number);
        return this;
    }

    public StatementText opens(String amount, String date) {
        return balance("OPBD", amount, date);
    }

    public StatementText closes(String amount, String date) {
        return balance("CLBD", amount, date);
    }

    /** Below zero what the account owes. */
    private StatementText balance(String code, String amount, String date) {
        boolean owes = amount.startsWith("-");
        balances +=
                """
                <Bal><Tp><CdOrPrtry><Cd>%s</Cd></CdOrPrtry></Tp><Amt Ccy="%s">%s</Amt>
                <CdtDbtInd>%s</CdtDbtInd><Dt><Dt>%s</Dt></Dt></Bal>
                """
                        .formatted(
                                code,
                                currency,
                                owes ? amount.substring(1) : amount,
                                owes ? "DBIT" : "CRDT",
                                date);
        return this;
    }

    /** A payment; below zero what comes in. */
    public StatementText pays(@Nullable String reference, String amount, String date) {
        return pays(reference, amount, date, date);
    }

    public StatementText pays(
            @Nullable String reference, String amount, String booked, String value) {
        return entry(reference, amount, "<Sts><Cd>BOOK</Cd></Sts>", booked, value);
    }

    public StatementText entry(
            @Nullable String reference, String amount, String status, String booked, String value) {
        boolean credit = amount.startsWith("-");
        return raw(
                """
                <Ntry><Amt Ccy="%s">%s</Amt><CdtDbtInd>%s</CdtDbtInd>%s
                <BookgDt><Dt>%s</Dt></BookgDt><ValDt><Dt>%s</Dt></ValDt>%s
                <NtryDtls><TxDtls><Refs><AcctSvcrRef>inner</AcctSvcrRef></Refs></TxDtls></NtryDtls></Ntry>
                """
                        .formatted(
                                currency == null ? "EUR" : currency,
                                credit ? amount.substring(1) : amount,
                                credit ? "CRDT" : "DBIT",
                                status,
                                booked,
                                value,
                                own(reference)));
    }

    private static String own(@Nullable String reference) {
        return reference == null ? "" : "<AcctSvcrRef>" + reference + "</AcctSvcrRef>";
    }

    /** An entry of payments, each with what it says it is for; below zero what comes in. */
    public StatementText says(
            @Nullable String reference, String amount, String date, String... remittance) {
        StringBuilder payments = new StringBuilder();
        for (String each : remittance) {
            payments.append("<TxDtls><RmtInf><Ustrd>%s</Ustrd></RmtInf></TxDtls>".formatted(each));
        }
        return raw(
                """
                <Ntry><Amt Ccy="%s">%s</Amt><CdtDbtInd>%s</CdtDbtInd><Sts>BOOK</Sts>
                <BookgDt><Dt>%s</Dt></BookgDt>%s
                <NtryDtls>%s</NtryDtls></Ntry>
                """
                        .formatted(
                                currency == null ? "EUR" : currency,
                                amount.startsWith("-") ? amount.substring(1) : amount,
                                amount.startsWith("-") ? "CRDT" : "DBIT",
                                date,
                                own(reference),
                                payments));
    }

    /** An entry in words of its own. */
    public StatementText raw(String entry) {
        entries.append(entry);
        return this;
    }

    /** The same as a report within a day. */
    public StatementText intraday() {
        intraday = true;
        return this;
    }

    /** The statement element alone. */
    public String element() {
        return """
               <%s><Id>%s</Id>%s%s%s<Acct><Id>%s</Id>%s</Acct>%s%s</%s>
               """
                .formatted(
                        intraday ? "Rpt" : "Stmt",
                        id,
                        pages,
                        sequence,
                        created,
                        account.matches("[A-Z]{2}[0-9]{2}.*")
                                ? "<IBAN>" + account + "</IBAN>"
                                : "<Othr><Id>" + account + "</Id></Othr>",
                        currency == null ? "" : "<Ccy>" + currency + "</Ccy>",
                        balances,
                        entries,
                        intraday ? "Rpt" : "Stmt");
    }

    @Override
    public String toString() {
        return document(this);
    }

    public InputStream stream() {
        return stream(toString());
    }

    /** A document of several statements. */
    public static String document(StatementText... statements) {
        StringBuilder elements = new StringBuilder();
        for (StatementText statement : statements) {
            elements.append(statement.element());
        }
        String message = statements[0].intraday ? "BkToCstmrAcctRpt" : "BkToCstmrStmt";
        return """
               <?xml version="1.0" encoding="UTF-8"?>
               <Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><%s>
               <GrpHdr><MsgId>M1</MsgId></GrpHdr>%s</%s></Document>
               """
                .formatted(message, elements, message);
    }

    public static InputStream stream(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }
}
