package dev.countersign.jobs.report;

import dev.countersign.jobs.night.Night;
import dev.countersign.reconcile.domain.id.IdText;
import dev.countersign.reconcile.domain.text.PlainText;
import java.io.BufferedWriter;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import org.jdbi.v3.core.Handle;

/**
 * The end-of-day statement of account 2010, what is owed to the networks, in ISO 20022 camt.053:
 * one statement per currency, one entry per settlement cycle with its net, and in it one detail per
 * record. Debits are what the issuer owes; signs are words, and no card number is in it.
 */
final class NetworkAccountStatement {

    private static final String NAMESPACE = "urn:iso:std:iso:20022:tech:xsd:camt.053.001.08";

    private final Handle handle;
    private final Night night;
    private final XMLStreamWriter xml;
    private final ControlSums sums;
    private long records;

    private NetworkAccountStatement(
            Handle handle, Night night, XMLStreamWriter xml, ControlSums sums) {
        this.handle = handle;
        this.night = night;
        this.xml = xml;
        this.sums = sums;
    }

    /**
     * Writes the statement. Letters go into a buffer and then become bytes, many at a time: the
     * writer of XML would hand over one by one.
     *
     * @param sums to which its entries are added
     * @return the number of its details
     */
    static long write(Handle handle, Night night, OutputStream out, ControlSums sums) {
        try {
            XMLStreamWriter xml =
                    XMLOutputFactory.newDefaultFactory()
                            .createXMLStreamWriter(
                                    new BufferedWriter(
                                            new OutputStreamWriter(out, StandardCharsets.UTF_8)));
            NetworkAccountStatement statement =
                    new NetworkAccountStatement(handle, night, xml, sums);
            statement.document();
            xml.flush();
            return statement.records;
        } catch (XMLStreamException e) {
            throw new IllegalStateException("the statement cannot be written", e);
        }
    }

    private record Balance(String currency, BigInteger before, BigInteger moved) {}

    private void document() throws XMLStreamException {
        String id = night.mode().wire() + "-" + night.businessDate() + "-" + night.number();
        xml.writeStartDocument("UTF-8", "1.0");
        xml.writeStartElement("Document");
        xml.writeDefaultNamespace(NAMESPACE);
        xml.writeStartElement("BkToCstmrStmt");
        xml.writeStartElement("GrpHdr");
        element("MsgId", id);
        element("CreDtTm", night.businessDate() + "T23:59:59Z");
        xml.writeEndElement();
        List<Balance> balances = balances();
        for (Balance balance : balances.isEmpty() ? unmoved() : balances) {
            statement(id, balance);
        }
        xml.writeEndDocument();
    }

    private void statement(String id, Balance balance) throws XMLStreamException {
        String currency = balance.currency();
        xml.writeStartElement("Stmt");
        element("Id", id + "-" + currency);
        element("CreDtTm", night.businessDate() + "T23:59:59Z");
        xml.writeStartElement("Acct");
        element("Id/Othr/Id", "2010");
        element("Ccy", currency);
        xml.writeEndElement();
        balance("OPBD", currency, balance.before());
        balance("CLBD", currency, balance.before().add(balance.moved()));
        BigInteger other = balance.moved().subtract(entries(currency));
        if (other.signum() != 0) {
            // What moved the account beside cycles: payments, breaks that were written off.
            beginEntry("OTHER-" + currency, currency, other);
            xml.writeEndElement();
        }
        xml.writeEndElement();
    }

    private void balance(String code, String currency, BigInteger owed) throws XMLStreamException {
        xml.writeStartElement("Bal");
        element("Tp/CdOrPrtry/Cd", code);
        money(currency, owed);
        element("Dt/Dt", night.businessDate().toString());
        xml.writeEndElement();
    }

    /** Writes an entry for each cycle, with its records; their net comes back. */
    private BigInteger entries(String currency) {
        return ReportQuery.of(handle, night, Reports.STATEMENT)
                .bind("currency", currency)
                .scanResultSet(
                        (lines, context) -> {
                            try {
                                return entries(currency, lines.get());
                            } catch (XMLStreamException e) {
                                throw new IllegalStateException(e);
                            }
                        });
    }

    private BigInteger entries(String currency, ResultSet lines)
            throws SQLException, XMLStreamException {
        OpenEntry open = OpenEntry.NONE;
        long before;
        do {
            before = records;
            open = someEntries(currency, lines, open);
        } while (records - before == ReportQuery.ROWS_PER_FETCH);
        endEntry(open);
        return open.stated();
    }

    /**
     * An entry that is being written.
     *
     * @param number of the entry; 0 before the first
     * @param name of its cycle, in words; more than a reference may hold
     * @param stated net of all entries up to it
     */
    private record OpenEntry(int number, String name, BigInteger stated) {
        static final OpenEntry NONE = new OpenEntry(0, "", BigInteger.ZERO);
    }

    /** Writes as many lines as are fetched at once, for the reason for which a report is. */
    private OpenEntry someEntries(String currency, ResultSet lines, OpenEntry before)
            throws SQLException, XMLStreamException {
        OpenEntry open = before;
        for (int i = 0; i < ReportQuery.ROWS_PER_FETCH && lines.next(); i++) {
            int number = lines.getInt("entry");
            if (number != open.number()) {
                endEntry(open);
                BigInteger net = lines.getBigDecimal("entry_net").toBigIntegerExact();
                open = new OpenEntry(number, lines.getString("entry_name"), open.stated().add(net));
                beginEntry(currency + "-" + number, currency, net);
                xml.writeStartElement("NtryDtls");
            }
            detail(lines, currency);
        }
        return open;
    }

    private void beginEntry(String reference, String currency, BigInteger net)
            throws XMLStreamException {
        xml.writeStartElement("Ntry");
        element("NtryRef", reference);
        money(currency, net);
        sums.add(currency, "entry", net);
        element("Sts/Cd", "BOOK");
        element("BookgDt/Dt", night.businessDate().toString());
        code("OTHR");
    }

    /** Ends an entry of a cycle, if one was begun. */
    private void endEntry(OpenEntry open) throws XMLStreamException {
        if (open.number() > 0) {
            xml.writeEndElement();
            element("AddtlNtryInf", open.name());
            xml.writeEndElement();
        }
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
        code(subFamily(row.getString("record_type")));
        xml.writeEndElement();
        records++;
    }

    /** Writes the bank transaction code of ISO 20022. */
    private void code(String subFamily) throws XMLStreamException {
        xml.writeStartElement("BkTxCd");
        xml.writeStartElement("Domn");
        element("Cd", "PMNT");
        xml.writeStartElement("Fmly");
        element("Cd", "CCRD");
        element("SubFmlyCd", subFamily);
        xml.writeEndElement();
        xml.writeEndElement();
        xml.writeEndElement();
    }

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
        xml.writeCharacters(new ReportValue.Amount(owed.abs(), currency).major().toPlainString());
        xml.writeEndElement();
        element("CdtDbtInd", owed.signum() < 0 ? "CRDT" : "DBIT");
    }

    /**
     * Writes a text.
     *
     * @param path the elements that it is in, from outside
     */
    private void element(String path, String text) throws XMLStreamException {
        int slash = path.indexOf('/');
        xml.writeStartElement(slash < 0 ? path : path.substring(0, slash));
        if (slash < 0) {
            xml.writeCharacters(PlainText.legible(text));
        } else {
            element(path.substring(slash + 1), text);
        }
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
                .bind("dayEnd", night.dayEnd())
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
                .bindMethods(night)
                .mapTo(Balance.class)
                .list();
    }
}
