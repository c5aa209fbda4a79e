package dev.countersign.jobs.report;

import dev.countersign.jobs.night.Night;
import dev.countersign.reconcile.domain.id.IdText;
import dev.countersign.reconcile.domain.money.Currencies;
import dev.countersign.reconcile.domain.text.PlainText;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Currency;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * The end-of-day statement of the settlement account in ISO 20022 camt.053: one statement per
 * currency, one entry per settlement cycle with its net, and in it one detail per record. Debits
 * are what the issuer owes; signs are words, and no card number is in it.
 */
final class BankStatement {

    private static final String NAMESPACE = "urn:iso:std:iso:20022:tech:xsd:camt.053.001.08";

    private final Handle handle;
    private final Night night;
    private final XMLStreamWriter xml;
    private final ControlSums sums;
    private long records;

    private BankStatement(Handle handle, Night night, XMLStreamWriter xml, ControlSums sums) {
        this.handle = handle;
        this.night = night;
        this.xml = xml;
        this.sums = sums;
    }

    /**
     * Writes the statement.
     *
     * @param sums to which its entries are added
     * @return the number of its details
     */
    static long write(Handle handle, Night night, OutputStream out, ControlSums sums) {
        try {
            XMLStreamWriter xml =
                    XMLOutputFactory.newDefaultFactory()
                            .createXMLStreamWriter(out, StandardCharsets.UTF_8.name());
            BankStatement statement = new BankStatement(handle, night, xml, sums);
            statement.document();
            xml.flush();
            return statement.records;
        } catch (XMLStreamException e) {
            throw new IllegalStateException("the statement cannot be written", e);
        }
    }

    private record Balance(String currency, BigInteger before, BigInteger moved) {}

    private record Entry(
            String network,
            String institution,
            String service,
            @Nullable LocalDate settlementDate,
            int cycle,
            String currency,
            BigInteger net) {

        boolean holds(ResultSet line) throws SQLException {
            return network.equals(line.getString("network"))
                    && institution.equals(line.getString("institution"))
                    && service.equals(line.getString("service"))
                    && Objects.equals(
                            settlementDate, line.getObject("settlement_date", LocalDate.class))
                    && cycle == line.getInt("cycle");
        }

        /** The cycle in words; more than a reference may hold. */
        String name() {
            if (settlementDate == null) {
                return String.join("-", network, "no cycle", currency);
            }
            return String.join(
                    "-",
                    network,
                    institution,
                    service,
                    settlementDate.toString(),
                    String.valueOf(cycle),
                    currency);
        }
    }

    private void document() throws XMLStreamException {
        xml.writeStartDocument("UTF-8", "1.0");
        xml.writeStartElement("Document");
        xml.writeDefaultNamespace(NAMESPACE);
        xml.writeStartElement("BkToCstmrStmt");
        String id = night.mode().wire() + "-" + night.businessDate() + "-" + night.number();
        xml.writeStartElement("GrpHdr");
        element("MsgId", id);
        element("CreDtTm", night.businessDate() + "T23:59:59Z");
        xml.writeEndElement();
        List<Balance> balances = balances();
        for (Balance balance : balances.isEmpty() ? unmoved() : balances) {
            statement(id, balance);
        }
        xml.writeEndElement();
        xml.writeEndElement();
        xml.writeEndDocument();
    }

    private void statement(String id, Balance balance) throws XMLStreamException {
        xml.writeStartElement("Stmt");
        element("Id", id + "-" + balance.currency());
        element("CreDtTm", night.businessDate() + "T23:59:59Z");
        xml.writeStartElement("Acct");
        xml.writeStartElement("Id");
        xml.writeStartElement("Othr");
        element("Id", "2010");
        xml.writeEndElement();
        xml.writeEndElement();
        element("Ccy", balance.currency());
        xml.writeEndElement();
        balance("OPBD", balance.currency(), balance.before());
        balance("CLBD", balance.currency(), balance.before().add(balance.moved()));
        List<Entry> entries = entries(balance.currency());
        write(entries, balance.currency());
        BigInteger told = entries.stream().map(Entry::net).reduce(BigInteger.ZERO, BigInteger::add);
        if (!told.equals(balance.moved())) {
            other(balance.currency(), balance.moved().subtract(told));
        }
        xml.writeEndElement();
    }

    private void balance(String code, String currency, BigInteger owed) throws XMLStreamException {
        xml.writeStartElement("Bal");
        xml.writeStartElement("Tp");
        xml.writeStartElement("CdOrPrtry");
        element("Cd", code);
        xml.writeEndElement();
        xml.writeEndElement();
        money(currency, owed);
        xml.writeStartElement("Dt");
        element("Dt", night.businessDate().toString());
        xml.writeEndElement();
        xml.writeEndElement();
    }

    /**
     * Writes what moved the account beside cycles: disputes, payments, breaks that were written
     * off.
     */
    private void other(String currency, BigInteger net) throws XMLStreamException {
        beginEntry("OTHER-" + currency, currency, net);
        xml.writeEndElement();
    }

    private void beginEntry(String reference, String currency, BigInteger net)
            throws XMLStreamException {
        xml.writeStartElement("Ntry");
        element("NtryRef", reference);
        money(currency, net);
        sums.add(currency, "entry", net);
        xml.writeStartElement("Sts");
        element("Cd", "BOOK");
        xml.writeEndElement();
        xml.writeStartElement("BookgDt");
        element("Dt", night.businessDate().toString());
        xml.writeEndElement();
        code("CCRD", "OTHR");
    }

    private void code(String family, String subFamily) throws XMLStreamException {
        xml.writeStartElement("BkTxCd");
        xml.writeStartElement("Domn");
        element("Cd", "PMNT");
        xml.writeStartElement("Fmly");
        element("Cd", family);
        element("SubFmlyCd", subFamily);
        xml.writeEndElement();
        xml.writeEndElement();
        xml.writeEndElement();
    }

    private static final String DETAILS =
            """
            select network, coalesce(settlement_institution, '') as institution,
                   coalesce(settlement_service, '') as service, settlement_date,
                   coalesce(settlement_cycle, 1) as cycle, coalesce(corrects, id) as record_id,
                   transaction_id, arn, record_type,
                   case when direction = 'debit' then settlement_minor else -settlement_minor end::numeric
                     - case when interchange_currency = settlement_currency then interchange_minor else 0 end
                     as net
              from settlement_line
             where mode = :mode
               and business_date = :businessDate
               and settlement_currency = :currency
             order by settlement_date nulls last, network, institution, service, cycle, id
            """;

    /** The lines of the date are read once, in the order of the entries. */
    private void write(List<Entry> entries, String currency) {
        handle.createQuery(DETAILS)
                .setFetchSize(1_000)
                .bind("mode", night.mode().wire())
                .bind("businessDate", night.businessDate())
                .bind("currency", currency)
                .execute(
                        (statement, context) -> {
                            try (ResultSet lines = statement.get().getResultSet()) {
                                boolean more = lines.next();
                                int number = 0;
                                for (Entry entry : entries) {
                                    beginEntry(currency + "-" + ++number, currency, entry.net());
                                    xml.writeStartElement("NtryDtls");
                                    while (more && entry.holds(lines)) {
                                        detail(lines, currency);
                                        more = lines.next();
                                    }
                                    xml.writeEndElement();
                                    element("AddtlNtryInf", entry.name());
                                    xml.writeEndElement();
                                }
                                return records;
                            } catch (XMLStreamException e) {
                                throw new IllegalStateException(e);
                            }
                        });
    }

    private void detail(ResultSet row, String currency) throws SQLException, XMLStreamException {
        UUID transaction = row.getObject("transaction_id", UUID.class);
        String arn = row.getString("arn");
        xml.writeStartElement("TxDtls");
        xml.writeStartElement("Refs");
        element("AcctSvcrRef", IdText.write("clr_", row.getObject("record_id", UUID.class)));
        if (transaction != null) {
            element("EndToEndId", IdText.write("txn_", transaction));
        }
        if (arn != null) {
            xml.writeStartElement("Prtry");
            element("Tp", "ARN");
            element("Ref", arn);
            xml.writeEndElement();
        }
        xml.writeEndElement();
        money(currency, row.getBigDecimal("net").toBigIntegerExact());
        code("CCRD", subFamily(row.getString("record_type")));
        xml.writeEndElement();
        records++;
    }

    /** The sub-family of the bank transaction codes of ISO 20022 for a record. */
    private static String subFamily(String recordType) {
        return switch (recordType) {
            case "clearing" -> "POSD";
            case "atm" -> "CWDL";
            case "refund" -> "RIMB";
            case "fee" -> "CHRG";
            default -> "OTHR";
        };
    }

    /** An amount above 0 and the word for its side: a debit is what we owe. */
    private void money(String currency, BigInteger owed) throws XMLStreamException {
        xml.writeStartElement("Amt");
        xml.writeAttribute("Ccy", currency);
        int digits = Currencies.find(currency).map(Currency::getDefaultFractionDigits).orElse(0);
        xml.writeCharacters(new BigDecimal(owed.abs(), digits).toPlainString());
        xml.writeEndElement();
        element("CdtDbtInd", owed.signum() < 0 ? "CRDT" : "DBIT");
    }

    private void element(String name, String text) throws XMLStreamException {
        xml.writeStartElement(name);
        xml.writeCharacters(PlainText.legible(text));
        xml.writeEndElement();
    }

    /**
     * A document has at least one statement: of an account that never moved, of what it may be in.
     */
    private List<Balance> unmoved() {
        return handle.createQuery(
                        """
                        select distinct unnest(supported_currencies) as currency
                          from program
                         where mode = :mode
                           and created_at < :dayEnd
                         order by currency
                        """)
                .bind("mode", night.mode().wire())
                .bind("dayEnd", night.dayEnd().atOffset(ZoneOffset.UTC))
                .mapTo(String.class)
                .map(currency -> new Balance(currency, BigInteger.ZERO, BigInteger.ZERO))
                .list();
    }

    private List<Balance> balances() {
        return handle.createQuery(
                        """
                        select currency,
                               coalesce(sum(credit_minor - debit_minor)
                                          filter (where business_date < :businessDate), 0) as before,
                               coalesce(sum(credit_minor - debit_minor)
                                          filter (where business_date = :businessDate), 0) as moved
                          from ledger_day
                         where mode = :mode
                           and account = '2010'
                           and business_date <= :businessDate
                         group by currency
                         order by currency
                        """)
                .bind("mode", night.mode().wire())
                .bind("businessDate", night.businessDate())
                .map(
                        (row, context) ->
                                new Balance(
                                        row.getString("currency"),
                                        row.getBigDecimal("before").toBigIntegerExact(),
                                        row.getBigDecimal("moved").toBigIntegerExact()))
                .list();
    }

    private List<Entry> entries(String currency) {
        return handle.createQuery(
                        """
                        select network, coalesce(settlement_institution, '') as institution,
                               coalesce(settlement_service, '') as service, settlement_date,
                               coalesce(settlement_cycle, 1) as cycle, settlement_currency,
                               sum(case when direction = 'debit' then settlement_minor
                                        else -settlement_minor end::numeric
                                   - case when interchange_currency = settlement_currency
                                          then interchange_minor
                                          else 0 end) as net
                          from settlement_line
                         where mode = :mode
                           and business_date = :businessDate
                           and settlement_currency = :currency
                         group by 1, 2, 3, 4, 5, 6
                         order by settlement_date nulls last, network, institution, service, cycle
                        """)
                .bind("mode", night.mode().wire())
                .bind("businessDate", night.businessDate())
                .bind("currency", currency)
                .map(
                        (row, context) ->
                                new Entry(
                                        row.getString("network"),
                                        row.getString("institution"),
                                        row.getString("service"),
                                        row.getObject("settlement_date", LocalDate.class),
                                        row.getInt("cycle"),
                                        row.getString("settlement_currency"),
                                        row.getBigDecimal("net").toBigIntegerExact()))
                .list();
    }
}
