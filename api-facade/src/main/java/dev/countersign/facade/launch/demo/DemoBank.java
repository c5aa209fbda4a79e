package dev.countersign.facade.launch.demo;

import dev.countersign.ingest.simulate.SimulatedMessage;
import dev.countersign.jobs.bank.BankStatements;
import dev.countersign.jobs.bank.SettlementAccounts;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.money.Currencies;
import java.io.ByteArrayInputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.Collections;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The bank of a demo: pays the networks what their totals say in the end, and states it the morning
 * after. Once it pays too little.
 */
final class DemoBank {

    private static final JsonMapper JSON = JsonMapper.shared();
    private static final String TOTAL = "\"kind\":\"settlement_total\"";
    private static final String ACCOUNT = "SETTLEMENT-1";
    private static final String SHORT_CURRENCY = "GBP";
    private static final long SHORT_MINOR = 1_250;

    private final BankStatements statements;
    private final LocalDate shortOn;
    private final Map<LocalDate, NavigableMap<Cycle, Long>> paid = new TreeMap<>();

    private record Cycle(String currency, String network, String institution)
            implements Comparable<Cycle> {

        @Override
        public int compareTo(Cycle other) {
            return toString().compareTo(other.toString());
        }
    }

    /**
     * Opens the account.
     *
     * @param shortOn the value date on which too little is paid
     */
    DemoBank(BankStatements statements, LocalDate shortOn) {
        this.statements = statements;
        this.shortOn = shortOn;
    }

    /** Takes note of what a network totals; of several totals of a cycle the last one counts. */
    synchronized void note(SimulatedMessage message) {
        if (!message.text().contains(TOTAL)) {
            return;
        }
        JsonNode total = JSON.readTree(message.text());
        JsonNode settlement = total.path("settlement");
        Cycle cycle =
                new Cycle(
                        settlement.path("currency").stringValue(),
                        total.path("network").stringValue(),
                        settlement.path("institution_id").stringValue());
        paid.computeIfAbsent(
                        LocalDate.parse(settlement.path("settlement_date").stringValue()),
                        unseen -> new TreeMap<>())
                .put(cycle, total.path("total").path("net_amount").longValue());
    }

    /** States what was paid on a date; again changes nothing. */
    void state(LocalDate date) {
        if (!moved(date)) {
            return;
        }
        byte[] statement = statement(date).getBytes(StandardCharsets.UTF_8);
        var unused =
                statements.importFrom(
                        new ByteArrayInputStream(statement),
                        Mode.SANDBOX,
                        new SettlementAccounts(Map.of(), ACCOUNT));
    }

    private synchronized boolean moved(LocalDate date) {
        return !paid.getOrDefault(date, Collections.emptyNavigableMap()).isEmpty();
    }

    private synchronized String statement(LocalDate date) {
        Map<String, String> byCurrency = new TreeMap<>();
        boolean owed = date.equals(shortOn);
        for (Map.Entry<Cycle, Long> entry : paid.getOrDefault(date, new TreeMap<>()).entrySet()) {
            Cycle cycle = entry.getKey();
            long minor = entry.getValue();
            if (owed && cycle.currency().equals(SHORT_CURRENCY)) {
                minor -= SHORT_MINOR;
                owed = false;
            }
            byCurrency.merge(cycle.currency(), entry(date, cycle, minor), String::concat);
        }
        StringBuilder text = new StringBuilder("<Document><BkToCstmrStmt>");
        byCurrency.forEach(
                (currency, entries) ->
                        text.append(
                                """
                                <Stmt><Id>DEMO-%s</Id><Acct><Id><Othr><Id>%s</Id></Othr></Id>\
                                <Ccy>%s</Ccy></Acct>%s</Stmt>"""
                                        .formatted(date, ACCOUNT, currency, entries)));
        return text.append("</BkToCstmrStmt></Document>").toString();
    }

    private static String entry(LocalDate date, Cycle cycle, long minor) {
        int digits = Currencies.find(cycle.currency()).orElseThrow().getDefaultFractionDigits();
        return """
               <Ntry><Amt Ccy="%s">%s</Amt><CdtDbtInd>%s</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>\
               <BookgDt><Dt>%4$s</Dt></BookgDt><ValDt><Dt>%4$s</Dt></ValDt>\
               <AcctSvcrRef>%5$s %6$s</AcctSvcrRef></Ntry>"""
                .formatted(
                        cycle.currency(),
                        BigDecimal.valueOf(Math.abs(minor), digits).toPlainString(),
                        minor < 0 ? "CRDT" : "DBIT",
                        date,
                        cycle.network(),
                        cycle.institution());
    }
}
