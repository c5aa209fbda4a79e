package dev.countersign.jobs.bank.camt;

import dev.countersign.jobs.bank.camt.StatementEnd.Balance;
import dev.countersign.jobs.bank.camt.StatementHeader.Kind;
import dev.countersign.reconcile.domain.money.Currencies;
import dev.countersign.reconcile.domain.text.CardNumberMask;
import dev.countersign.reconcile.domain.text.PlainText;
import dev.countersign.reconcile.service.ActionRefusedException;
import java.io.Reader;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/**
 * Reads a bank's ISO 20022 statements (camt.053) and intraday reports (camt.052), of whichever
 * version and in whatever envelope, and hands on what they state as it goes. It never loads
 * anything that a document names, and takes no document type at all. Whatever it refuses it names
 * by its place.
 */
final class CamtReader {

    private static final int TEXT_MAX = 1_000;
    private static final int DEPTH_MAX = 64;
    private static final int ISO_DATE = 10;

    /** Codes of entries that are not booked: pending, for information, in the future. */
    private static final Set<String> NOT_BOOKED = Set.of("PDNG", "INFO", "FUTR");

    /** Words that banks write where they have no reference. */
    private static final Set<String> NO_REFERENCE = Set.of("NONREF", "NOTPROVIDED", "NOREF");

    private static final Pattern AMOUNT = Pattern.compile("[0-9]{1,18}([.][0-9]{0,17})?");
    private static final Pattern ORDINAL = Pattern.compile("[0-9]{1,6}");
    private static final Pattern WHOLE = Pattern.compile("[0-9]{1,9}");

    private final StatementSink sink;

    /** Names of the elements that the reader is in, below that of the message. */
    private final List<String> path = new ArrayList<>();

    private final StringBuilder text = new StringBuilder();
    private final ElementTexts ofMessage = new ElementTexts();
    private final ElementTexts ofStatement = new ElementTexts();
    private final ElementTexts ofBalance = new ElementTexts();
    private final ElementTexts ofEntry = new ElementTexts();
    private final NamedFunds funds = new NamedFunds();
    private ContentHash statementHash = new ContentHash();
    private ContentHash entryHash = new ContentHash();

    private @Nullable Kind kind;
    private boolean inMessage;
    private int statements;
    private int statementsOfMessage;
    private int number;
    private @Nullable StatementHeader header;
    private @Nullable Currency currency;
    private @Nullable Balance opening;
    private boolean previouslyClosed;
    private @Nullable Balance closing;

    private CamtReader(StatementSink sink) {
        this.sink = sink;
    }

    /**
     * Reads all statements of a document.
     *
     * @throws ActionRefusedException when it is none, or says something that cannot be
     */
    static void read(Reader document, StatementSink sink) {
        CamtReader reader = new CamtReader(sink);
        try {
            XMLStreamReader xml = secure().createXMLStreamReader(document);
            reader.read(xml);
            xml.close();
        } catch (XMLStreamException e) {
            throw new ActionRefusedException("This is no XML that can be read as a statement.", e);
        }
        if (reader.statements == 0) {
            throw new ActionRefusedException(
                    "There is no statement (BkToCstmrStmt) and no report (BkToCstmrAcctRpt) in this"
                            + " document.");
        }
    }

    private static XMLInputFactory secure() {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        return factory;
    }

    private void read(XMLStreamReader xml) throws XMLStreamException {
        int depth = 0;
        while (xml.hasNext()) {
            switch (xml.next()) {
                case XMLStreamConstants.DTD ->
                        throw new ActionRefusedException("A statement has no document type.");
                case XMLStreamConstants.START_ELEMENT -> {
                    depth++;
                    if (depth > DEPTH_MAX) {
                        throw new ActionRefusedException("The document is nested too deep.");
                    }
                    text.setLength(0);
                    start(xml);
                }
                case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA -> append(xml);
                case XMLStreamConstants.END_ELEMENT -> {
                    depth--;
                    if (inMessage) {
                        end(text.toString().strip());
                    }
                    text.setLength(0);
                }
                default -> {
                    // Comments and the like say nothing.
                }
            }
        }
    }

    private void append(XMLStreamReader xml) {
        if (!inMessage || (text.isEmpty() && xml.isWhiteSpace())) {
            return;
        }
        text.append(xml.getTextCharacters(), xml.getTextStart(), xml.getTextLength());
        if (text.length() > TEXT_MAX) {
            throw new ActionRefusedException(
                    "%s is too long in statement %s."
                            .formatted(String.join("/", path), statementName()));
        }
    }

    private void start(XMLStreamReader xml) {
        String name = xml.getLocalName();
        if (!inMessage) {
            switch (name) {
                case "BkToCstmrStmt" -> begin(Kind.STATEMENT);
                case "BkToCstmrAcctRpt" -> begin(Kind.REPORT);
                case "BkToCstmrDbtCdtNtfctn" ->
                        throw new ActionRefusedException(
                                "This is a notification (camt.054): it has no balances. Import the"
                                        + " statement (camt.053) that its entries are in.");
                default -> {
                    // An envelope.
                }
            }
            return;
        }
        path.add(name);
        if (isStatement()) {
            beginStatement();
        } else if (path.size() == 2 && at(2, "Ntry")) {
            number++;
            ofEntry.clear();
            funds.begin();
            entryHash = new ContentHash();
        } else if (isPayment()) {
            funds.beginPayment();
        } else if (path.size() == 2 && at(2, "Bal")) {
            ofBalance.clear();
        }
        if (path.size() > 1) {
            hash(hash -> hash.begin(name, xml));
        }
        if (name.equals("Amt")) {
            String code = xml.getAttributeValue(null, "Ccy");
            String stated = code == null ? "" : code;
            if (path.size() == 3 && path.get(1).equals("Ntry")) {
                ofEntry.put("Ccy", stated);
            } else if (path.size() == 3 && path.get(1).equals("Bal")) {
                ofBalance.put("Ccy", stated);
            }
        }
    }

    private interface HashingStep {
        void into(ContentHash hash);
    }

    private void hash(HashingStep what) {
        if (!path.getFirst().equals(statementElement())) {
            return;
        }
        what.into(statementHash);
        if (at(2, "Ntry") && !isPlace()) {
            what.into(entryHash);
        }
    }

    /** Some banks number the entries of a statement: that is a place, and no reference. */
    private boolean isPlace() {
        return path.size() == 3
                && path.getLast().equals("NtryRef")
                && (text.isEmpty() || ORDINAL.matcher(text.toString().strip()).matches());
    }

    private void begin(Kind found) {
        kind = found;
        inMessage = true;
        statementsOfMessage = 0;
        path.clear();
        ofMessage.clear();
    }

    private void beginStatement() {
        statements++;
        statementsOfMessage++;
        number = 0;
        header = null;
        currency = null;
        opening = null;
        closing = null;
        previouslyClosed = false;
        ofStatement.clear();
        statementHash = new ContentHash();
    }

    private String statementElement() {
        return kind == Kind.REPORT ? "Rpt" : "Stmt";
    }

    private boolean isStatement() {
        return path.size() == 1 && path.getFirst().equals(statementElement());
    }

    /** Tells whether the element at this depth below the message, in a statement, has this name. */
    private boolean at(int depth, String name) {
        return path.size() >= depth
                && path.getFirst().equals(statementElement())
                && path.get(depth - 1).equals(name);
    }

    private void end(String value) {
        if (path.isEmpty()) {
            inMessage = false;
            if (statementsOfMessage == 0) {
                throw new ActionRefusedException(
                        "Message %s has no statement (%s)."
                                .formatted(
                                        legible(ofMessage.get("GrpHdr/MsgId", "without id")),
                                        statementElement()));
            }
            return;
        }
        if (!value.isEmpty()) {
            hash(hash -> hash.value(value));
        }
        if (isStatement()) {
            endStatement();
        } else if (at(2, "Ntry")) {
            if (path.size() == 2) {
                endEntry();
            } else {
                ofEntry.put(below(2), value);
                endInEntry(value);
            }
        } else if (at(2, "Bal")) {
            if (path.size() == 2) {
                endBalance();
            } else {
                ofBalance.put(below(2), value);
            }
        } else if (path.getFirst().equals(statementElement())) {
            ofStatement.put(below(1), value);
        } else {
            ofMessage.put(below(0), value);
        }
        if (path.size() > 1) {
            hash(ContentHash::end);
        }
        path.removeLast();
    }

    /** The details of one payment of an entry. */
    private boolean isPayment() {
        return path.size() == 4
                && at(2, "Ntry")
                && path.get(2).equals("NtryDtls")
                && path.get(3).equals("TxDtls");
    }

    private void endInEntry(String value) {
        if (isPayment()) {
            funds.endPayment();
        } else if (path.size() > 4 && path.get(3).equals("TxDtls")) {
            funds.text(path.subList(4, path.size()), value);
        }
    }

    private String below(int depth) {
        return String.join("/", path.subList(depth, path.size()));
    }

    // ---- a statement

    private void endStatement() {
        if (header == null) {
            sendHeader();
        }
        sink.end(new StatementEnd(opening, closing, statementHash.hex()));
    }

    /** Hands on the header once, before the first entry or at the end. */
    private void sendHeader() {
        header = header();
        sink.begin(header);
    }

    private StatementHeader header() {
        if (ofStatement.get("Id") == null) {
            throw new ActionRefusedException(
                    "Statement " + statements + " of the document has no Id.");
        }
        String id = statementName();
        List<String> accounts = new ArrayList<>();
        for (String name : List.of("Acct/Id/IBAN", "Acct/Id/Othr/Id")) {
            String account = ofStatement.get(name);
            if (account != null) {
                accounts.add(StatementHeader.account(PlainText.legibleLine(account)));
            }
        }
        if (accounts.isEmpty()) {
            throw new ActionRefusedException(
                    "Statement %s names no account (Acct/Id) before its entries.".formatted(id));
        }
        String code = ofStatement.get("Acct/Ccy");
        Currency stated = code == null ? currency : currency(code, "Statement " + id);
        if (currency != null && !currency.equals(stated)) {
            throw new ActionRefusedException(
                    "Statement %s is of an account in %s and has amounts in %s."
                            .formatted(id, stated, currency));
        }
        currency = stated;
        String last = first("StmtPgntn/LastPgInd", "RptPgntn/LastPgInd", "MsgPgntn/LastPgInd");
        String page = first("StmtPgntn/PgNb", "RptPgntn/PgNb", "MsgPgntn/PgNb");
        return new StatementHeader(
                Objects.requireNonNull(kind),
                ofMessage.get("GrpHdr/MsgId"),
                id,
                page == null ? 1 : (int) whole(page, id, "page"),
                last == null ? page == null : last.equals("true") || last.equals("1"),
                sequence(id),
                accounts,
                stated,
                date(first("CreDtTm"), "CreDtTm", "Statement " + id),
                date(ofStatement.get("FrToDt/FrDtTm"), "FrToDt", "Statement " + id),
                date(ofStatement.get("FrToDt/ToDtTm"), "FrToDt", "Statement " + id));
    }

    /** A text of the statement, or of the message that it is in. */
    private @Nullable String first(String... names) {
        for (String name : names) {
            String found = ofStatement.get(name);
            if (found == null) {
                found = ofMessage.get("GrpHdr/" + name);
            }
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    private @Nullable Long sequence(String id) {
        String stated = ofStatement.get("ElctrncSeqNb");
        if (stated == null) {
            stated = ofStatement.get("LglSeqNb");
        }
        return stated == null ? null : whole(stated, id, "sequence number");
    }

    private static long whole(String value, String id, String what) {
        if (!WHOLE.matcher(value).matches() || (what.equals("page") && Long.parseLong(value) < 1)) {
            throw new ActionRefusedException(
                    "Statement %s has the %s '%s'.".formatted(id, what, legible(value)));
        }
        return Long.parseLong(value);
    }

    private static @Nullable LocalDate date(@Nullable String value, String name, String where) {
        if (value == null) {
            return null;
        }
        try {
            return LocalDate.parse(
                    value.length() > ISO_DATE ? value.substring(0, ISO_DATE) : value);
        } catch (DateTimeException e) {
            throw new ActionRefusedException("%s has no date in %s.".formatted(where, name), e);
        }
    }

    private static String legible(String value) {
        return CardNumberMask.mask(PlainText.legibleLine(value));
    }

    // ---- a balance

    private void endBalance() {
        String code = ofBalance.get("Tp/CdOrPrtry/Cd", "");
        boolean opens = code.equals("OPBD") || code.equals("PRCD");
        if (kind == Kind.REPORT || !(opens || code.equals("CLBD"))) {
            return;
        }
        String where = "Balance %s of statement %s".formatted(code, statementName());
        Currency in = currency(ofBalance.get("Ccy", ""), where);
        requireCurrency(in, where);
        long minor = minor(ofBalance.get("Amt"), in, where);
        boolean credit = !leaves(ofBalance.get("CdtDbtInd"), where);
        String on = ofBalance.first("Dt/Dt", "Dt/DtTm");
        Balance balance =
                new Balance(
                        date(on, "balance " + code, "Statement " + statementName()),
                        credit ? minor : -minor);
        if (opens) {
            open(balance, code.equals("PRCD"));
        } else if (closing == null || precedes(closing, balance)) {
            closing = balance;
        }
    }

    /** The earliest opening balance counts; what closed before, only where nothing opens. */
    private void open(Balance balance, boolean previous) {
        boolean earlier = previouslyClosed == previous && precedes(balance, opening);
        if (opening == null || earlier || (previouslyClosed && !previous)) {
            opening = balance;
            previouslyClosed = previous;
        }
    }

    private static boolean precedes(@Nullable Balance one, @Nullable Balance other) {
        return one != null
                && other != null
                && one.date() != null
                && other.date() != null
                && one.date().isBefore(other.date());
    }

    private String statementName() {
        return legible(ofStatement.get("Id", "without Id"));
    }

    /** Makes sure that all amounts of a statement are in one currency. */
    private void requireCurrency(Currency in, String where) {
        if (currency == null) {
            currency = in;
        } else if (!currency.equals(in)) {
            throw new ActionRefusedException(
                    "%s is in %s, and the statement in %s.".formatted(where, in, currency));
        }
    }

    private static Currency currency(String code, String where) {
        return Currencies.find(code)
                .orElseThrow(
                        () ->
                                new ActionRefusedException(
                                        "%s is in no currency: '%s'."
                                                .formatted(where, legible(code))));
    }

    // ---- an entry

    private void endEntry() {
        String status = status();
        if (NOT_BOOKED.contains(status)) {
            return;
        }
        if (!status.equals("BOOK")) {
            throw new ActionRefusedException(
                    "%s has the status '%s', which is none of ISO 20022 (BOOK, PDNG, INFO, FUTR)."
                            .formatted(entryName(), legible(status)));
        }
        Currency in = currency(ofEntry.get("Ccy", ""), entryName());
        String account = ofStatement.get("Acct/Ccy");
        if (header == null && currency == null && account != null) {
            currency = currency(account, "Statement " + statementName());
        }
        requireCurrency(in, entryName());
        if (header == null) {
            sendHeader();
        }
        sink.take(entry(in));
    }

    private BankEntry entry(Currency in) {
        LocalDate booked = entryDate("BookgDt");
        LocalDate stated = entryDate("ValDt");
        LocalDate value = stated == null ? booked : stated;
        if (value == null) {
            throw new ActionRefusedException(
                    "%s names neither a value date nor a booking date.".formatted(entryName()));
        }
        LocalDate bookedOn = booked == null ? value : booked;
        long minor = minor(ofEntry.get("Amt"), in, entryName());
        long paid = leaves(ofEntry.get("CdtDbtInd"), entryName()) ? minor : -minor;
        String own = ofEntry.get("AcctSvcrRef");
        String reference = ofEntry.first("AcctSvcrRef", "NtryRef");
        return new BankEntry(
                number,
                own == null || NO_REFERENCE.contains(own.toUpperCase(Locale.ROOT))
                        ? BankEntry.byContent(entryHash.hex())
                        : BankEntry.byReference(unambiguous(own), bookedOn, paid),
                reference == null ? null : legible(reference),
                bookedOn,
                value,
                paid,
                funds.one(),
                funds.note());
    }

    /** A reference in which something is masked would be that of other entries too. */
    private static String unambiguous(String reference) {
        String legible = legible(reference);
        return legible.equals(reference) ? reference : ContentHash.of(reference);
    }

    private String status() {
        String status = ofEntry.first("Sts/Cd", "Sts");
        if (status == null && ofEntry.get("Sts/Prtry") != null) {
            throw new ActionRefusedException(
                    "%s has a status of the bank's own ('%s'): it cannot be told whether it is booked."
                            .formatted(entryName(), legible(ofEntry.get("Sts/Prtry", ""))));
        }
        if (status == null) {
            throw new ActionRefusedException(
                    "%s has no status (Sts): it cannot be told whether it is booked."
                            .formatted(entryName()));
        }
        return status;
    }

    private @Nullable LocalDate entryDate(String name) {
        return date(ofEntry.first(name + "/Dt", name + "/DtTm"), name, entryName());
    }

    /** True for a debit. A reversal is stated on the side to which it moves the money back. */
    private static boolean leaves(@Nullable String side, String where) {
        return switch (side == null ? "" : side) {
            case "DBIT" -> true;
            case "CRDT" -> false;
            default ->
                    throw new ActionRefusedException(
                            "%s is neither a debit nor a credit (CdtDbtInd).".formatted(where));
        };
    }

    private static long minor(@Nullable String amount, Currency in, String where) {
        if (amount != null && AMOUNT.matcher(amount).matches()) {
            try {
                return new BigDecimal(amount)
                        .movePointRight(in.getDefaultFractionDigits())
                        .longValueExact();
            } catch (ArithmeticException e) {
                throw new ActionRefusedException(
                        "%s has an amount that is none in %s: %s."
                                .formatted(where, in, legible(amount)),
                        e);
            }
        }
        throw new ActionRefusedException(
                "%s has no amount in its currency: '%s'."
                        .formatted(where, amount == null ? "" : legible(amount)));
    }

    private String entryName() {
        String reference = ofEntry.first("AcctSvcrRef", "NtryRef");
        return "Entry %s%s of statement %s"
                .formatted(
                        number,
                        reference == null ? "" : " (" + legible(reference) + ")",
                        statementName());
    }
}
