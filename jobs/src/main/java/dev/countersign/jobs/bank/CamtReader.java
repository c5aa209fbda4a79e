package dev.countersign.jobs.bank;

import dev.countersign.reconcile.domain.money.Currencies;
import dev.countersign.reconcile.domain.money.Money;
import dev.countersign.reconcile.domain.text.CardNumberMask;
import dev.countersign.reconcile.domain.text.PlainText;
import java.io.InputStream;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Currency;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/**
 * Reads a bank's ISO 20022 camt.053 statement, of whichever version: the booked entries with their
 * value dates. It never loads anything that a document names, and takes no document type at all.
 */
public final class CamtReader {

    private static final int ENTRIES_MAX = 1_000_000;
    private static final int TEXT_MAX = 1_000;

    private final List<BankEntry> entries = new ArrayList<>();
    private final Deque<String> path = new ArrayDeque<>();
    private final Map<String, String> ofStatement = new HashMap<>();
    private final Map<String, String> ofEntry = new HashMap<>();
    private boolean stated;
    private int number;

    private CamtReader() {}

    /**
     * The booked entries of a document.
     *
     * @throws StatementRefusedException when it is no statement, or says something that cannot be
     */
    public static List<BankEntry> read(InputStream document) {
        CamtReader reader = new CamtReader();
        try {
            XMLStreamReader xml = secure().createXMLStreamReader(document);
            reader.read(xml);
            xml.close();
        } catch (XMLStreamException e) {
            throw new StatementRefusedException(
                    "This is no XML that can be read as a statement.", e);
        }
        if (!reader.stated) {
            throw new StatementRefusedException(
                    "There is no statement (BkToCstmrStmt) in this document.");
        }
        return List.copyOf(reader.entries);
    }

    private static XMLInputFactory secure() {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        factory.setProperty(XMLInputFactory.IS_COALESCING, true);
        return factory;
    }

    private void read(XMLStreamReader xml) throws XMLStreamException {
        StringBuilder text = new StringBuilder();
        while (xml.hasNext()) {
            switch (xml.next()) {
                case XMLStreamConstants.DTD ->
                        throw new StatementRefusedException("A statement has no document type.");
                case XMLStreamConstants.START_ELEMENT -> {
                    path.addLast(xml.getLocalName());
                    text.setLength(0);
                    begin(xml);
                }
                case XMLStreamConstants.CHARACTERS -> append(text, xml);
                case XMLStreamConstants.END_ELEMENT -> {
                    end(text.toString().strip());
                    text.setLength(0);
                    path.removeLast();
                }
                default -> {
                    // Comments and the like say nothing.
                }
            }
        }
    }

    private static void append(StringBuilder text, XMLStreamReader xml) {
        text.append(xml.getText());
        if (text.length() > TEXT_MAX && !xml.isWhiteSpace()) {
            throw new StatementRefusedException("A value of the statement is too long.");
        }
    }

    private void begin(XMLStreamReader xml) {
        String at = String.join("/", path);
        switch (at) {
            case "Document/BkToCstmrStmt" -> stated = true;
            case "Document/BkToCstmrStmt/Stmt" -> {
                ofStatement.clear();
                number = 0;
            }
            case "Document/BkToCstmrStmt/Stmt/Ntry" -> ofEntry.clear();
            case "Document/BkToCstmrStmt/Stmt/Ntry/Amt" -> {
                String currency = xml.getAttributeValue(null, "Ccy");
                ofEntry.put("Ccy", currency == null ? "" : currency);
            }
            default -> {
                // Said in its text, or not needed.
            }
        }
    }

    private void end(String text) {
        String at = String.join("/", path);
        if (at.equals("Document/BkToCstmrStmt/Stmt/Ntry")) {
            entry();
        } else if (at.startsWith("Document/BkToCstmrStmt/Stmt/Ntry/")) {
            ofEntry.putIfAbsent(at.substring("Document/BkToCstmrStmt/Stmt/Ntry/".length()), text);
        } else if (at.startsWith("Document/BkToCstmrStmt/Stmt/")) {
            ofStatement.putIfAbsent(at.substring("Document/BkToCstmrStmt/Stmt/".length()), text);
        }
    }

    private void entry() {
        number++;
        String status = first("Sts/Cd", "Sts");
        if (!"BOOK".equals(status)) {
            return;
        }
        if (entries.size() == ENTRIES_MAX) {
            throw new StatementRefusedException("The statement has too many entries.");
        }
        LocalDate bookedOn = date("BookgDt");
        LocalDate valueDate = date("ValDt");
        LocalDate value = valueDate == null ? bookedOn : valueDate;
        if (value == null) {
            throw refused("names neither a value date nor a booking date");
        }
        Money amount = amount();
        entries.add(
                new BankEntry(
                        required(ofStatement.get("Id"), "Stmt/Id"),
                        number,
                        required(
                                ofStatement.getOrDefault(
                                        "Acct/Id/IBAN", ofStatement.get("Acct/Id/Othr/Id")),
                                "Stmt/Acct/Id"),
                        reference(first("AcctSvcrRef", "NtryRef")),
                        bookedOn == null ? value : bookedOn,
                        value,
                        amount.currency().getCurrencyCode(),
                        BankEntry.signed(amount, leaves())));
    }

    private static @Nullable String reference(@Nullable String text) {
        return text == null ? null : CardNumberMask.mask(PlainText.legibleLine(text));
    }

    /** A reversal of an entry is stated on the side to which it moves the money back. */
    private boolean leaves() {
        String side = required(first("CdtDbtInd"), "CdtDbtInd");
        return switch (side) {
            case "DBIT" -> true;
            case "CRDT" -> false;
            default -> throw refused("is neither a debit nor a credit");
        };
    }

    private Money amount() {
        Currency currency =
                Currencies.find(ofEntry.getOrDefault("Ccy", ""))
                        .orElseThrow(() -> refused("is in no currency"));
        try {
            long minor =
                    new BigDecimal(required(first("Amt"), "Amt"))
                            .movePointRight(currency.getDefaultFractionDigits())
                            .longValueExact();
            if (minor < 0) {
                throw refused("has an amount below zero");
            }
            return new Money(minor, currency);
        } catch (ArithmeticException | NumberFormatException e) {
            throw new StatementRefusedException(
                    String.format(
                            Locale.ROOT,
                            "Entry %d of the statement has no amount in its currency.",
                            number),
                    e);
        }
    }

    private @Nullable LocalDate date(String name) {
        String text = first(name + "/Dt", name + "/DtTm");
        if (text == null) {
            return null;
        }
        try {
            return LocalDate.parse(text.length() > 10 ? text.substring(0, 10) : text);
        } catch (DateTimeException e) {
            throw new StatementRefusedException(
                    String.format(
                            Locale.ROOT,
                            "Entry %d of the statement has no date in %s.",
                            number,
                            name),
                    e);
        }
    }

    private @Nullable String first(String... names) {
        for (String name : names) {
            String text = ofEntry.get(name);
            if (text != null && !text.isEmpty()) {
                return text;
            }
        }
        return null;
    }

    private static String required(@Nullable String text, String name) {
        if (text == null || text.isEmpty()) {
            throw new StatementRefusedException("The statement says no %s.".formatted(name));
        }
        return text;
    }

    private StatementRefusedException refused(String what) {
        return new StatementRefusedException(
                String.format(Locale.ROOT, "Entry %d of the statement %s.", number, what));
    }
}
