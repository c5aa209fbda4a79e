package dev.countersign.jobs.bank.camt;

import dev.countersign.jobs.bank.camt.StatementHeader.Kind;
import dev.countersign.reconcile.service.ActionRefusedException;
import java.io.Reader;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
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

    private static final Pattern ORDINAL = Pattern.compile("[0-9]{1,6}");

    private final StatementSink sink;

    /** Names of the elements that the reader is in, below that of the message. */
    private final List<String> path = new ArrayList<>();

    private final StringBuilder text = new StringBuilder();
    private final ElementTexts ofMessage = new ElementTexts();

    private @Nullable Kind kind;
    private boolean inMessage;
    private int statements;
    private int statementsOfMessage;
    private @Nullable OpenStatement statement;

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
                            .formatted(
                                    String.join("/", path),
                                    statement == null ? "without Id" : statement.name()));
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
            statements++;
            statementsOfMessage++;
            statement =
                    new OpenStatement(Objects.requireNonNull(kind), statements, ofMessage, sink);
        } else if (path.size() == 2 && at(2, "Ntry")) {
            open().beginEntry();
        } else if (isPayment()) {
            open().beginPayment();
        } else if (path.size() == 2 && at(2, "Bal")) {
            open().beginBalance();
        }
        if (path.size() > 1) {
            hash(hash -> hash.begin(name, xml));
        }
        if (name.equals("Amt")) {
            String code = xml.getAttributeValue(null, "Ccy");
            String stated = code == null ? "" : code;
            if (path.size() == 3 && at(2, "Ntry")) {
                open().entryText("Ccy", stated);
            } else if (path.size() == 3 && at(2, "Bal")) {
                open().balanceText("Ccy", stated);
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
        what.into(open().hash());
        if (at(2, "Ntry") && !isPlace()) {
            what.into(open().entryHash());
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
                                        StatedValues.legible(
                                                ofMessage.get("GrpHdr/MsgId", "without id")),
                                        statementElement()));
            }
            return;
        }
        if (!value.isEmpty()) {
            hash(hash -> hash.value(value));
        }
        if (isStatement()) {
            open().end();
        } else if (at(2, "Ntry")) {
            if (path.size() == 2) {
                open().endEntry();
            } else {
                endInEntry(value);
            }
        } else if (at(2, "Bal")) {
            if (path.size() == 2) {
                open().endBalance();
            } else {
                open().balanceText(below(2), value);
            }
        } else if (path.getFirst().equals(statementElement())) {
            open().text(below(1), value);
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
        open().entryText(below(2), value);
        if (isPayment()) {
            open().endPayment();
        } else if (path.size() > 4 && path.get(3).equals("TxDtls")) {
            open().paymentText(path.subList(4, path.size()), value);
        }
    }

    /** The statement that the reader is in. */
    private OpenStatement open() {
        return Objects.requireNonNull(statement);
    }

    private String below(int depth) {
        return String.join("/", path.subList(depth, path.size()));
    }
}
