package dev.countersign.jobs.bank.camt;

import static dev.countersign.jobs.bank.camt.StatedValues.currency;
import static dev.countersign.jobs.bank.camt.StatedValues.date;
import static dev.countersign.jobs.bank.camt.StatedValues.leaves;
import static dev.countersign.jobs.bank.camt.StatedValues.legible;
import static dev.countersign.jobs.bank.camt.StatedValues.minor;
import static dev.countersign.jobs.bank.camt.StatedValues.whole;

import dev.countersign.jobs.bank.camt.StatementEnd.Balance;
import dev.countersign.jobs.bank.camt.StatementHeader.Kind;
import dev.countersign.reconcile.domain.text.PlainText;
import dev.countersign.reconcile.service.ActionRefusedException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A statement that is being read: what the document has said of it so far. It hands on its header,
 * each booked entry and its end as soon as they are complete.
 */
final class OpenStatement {

    /** Codes of entries that are not booked: pending, for information, in the future. */
    private static final Set<String> NOT_BOOKED = Set.of("PDNG", "INFO", "FUTR");

    /** Words that banks write where they have no reference. */
    private static final Set<String> NO_REFERENCE = Set.of("NONREF", "NOTPROVIDED", "NOREF");

    private final Kind kind;
    private final int place;
    private final ElementTexts ofMessage;
    private final StatementSink sink;

    private final ElementTexts ofStatement = new ElementTexts();
    private final ElementTexts ofBalance = new ElementTexts();
    private final ElementTexts ofEntry = new ElementTexts();
    private final NamedFunds funds = new NamedFunds();
    private final ContentHash hash = new ContentHash();
    private ContentHash entryHash = new ContentHash();

    private int number;
    private @Nullable StatementHeader header;
    private @Nullable Currency currency;
    private @Nullable Balance opening;
    private boolean previouslyClosed;
    private @Nullable Balance closing;

    /**
     * A statement of which nothing was read yet.
     *
     * @param place in the document, from 1
     * @param ofMessage texts of the message that it is in
     */
    OpenStatement(Kind kind, int place, ElementTexts ofMessage, StatementSink sink) {
        this.kind = kind;
        this.place = place;
        this.ofMessage = ofMessage;
        this.sink = sink;
    }

    /** Its id, for people to read. */
    String name() {
        return legible(ofStatement.get("Id", "without Id"));
    }

    /** The hash of all that it says so far. */
    ContentHash hash() {
        return hash;
    }

    /** The hash of what its newest entry says so far. */
    ContentHash entryHash() {
        return entryHash;
    }

    /** Takes a text of the statement itself. */
    void text(String path, String value) {
        ofStatement.put(path, value);
    }

    /** Ends it, when all of it was read. */
    void end() {
        if (header == null) {
            sendHeader();
        }
        sink.end(new StatementEnd(opening, closing, hash.hex()));
    }

    /** Hands on the header once, before the first entry or at the end. */
    private void sendHeader() {
        header = header();
        sink.begin(header);
    }

    private StatementHeader header() {
        if (ofStatement.get("Id") == null) {
            throw new ActionRefusedException("Statement " + place + " of the document has no Id.");
        }
        String id = name();
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
                kind,
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

    // ---- a balance

    void beginBalance() {
        ofBalance.clear();
    }

    void balanceText(String path, String value) {
        ofBalance.put(path, value);
    }

    void endBalance() {
        String code = ofBalance.get("Tp/CdOrPrtry/Cd", "");
        boolean opens = code.equals("OPBD") || code.equals("PRCD");
        if (kind == Kind.REPORT || !(opens || code.equals("CLBD"))) {
            return;
        }
        String where = "Balance %s of statement %s".formatted(code, name());
        Currency in = currency(ofBalance.get("Ccy", ""), where);
        requireCurrency(in, where);
        long minor = minor(ofBalance.get("Amt"), in, where);
        boolean credit = !leaves(ofBalance.get("CdtDbtInd"), where);
        String on = ofBalance.first("Dt/Dt", "Dt/DtTm");
        Balance balance =
                new Balance(
                        date(on, "balance " + code, "Statement " + name()),
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

    /** Makes sure that all amounts of a statement are in one currency. */
    private void requireCurrency(Currency in, String where) {
        if (currency == null) {
            currency = in;
        } else if (!currency.equals(in)) {
            throw new ActionRefusedException(
                    "%s is in %s, and the statement in %s.".formatted(where, in, currency));
        }
    }

    // ---- an entry

    void beginEntry() {
        number++;
        ofEntry.clear();
        funds.begin();
        entryHash = new ContentHash();
    }

    void entryText(String path, String value) {
        ofEntry.put(path, value);
    }

    void beginPayment() {
        funds.beginPayment();
    }

    /**
     * Takes a text of a payment of the entry.
     *
     * @param path names of the elements from the payment to the text
     */
    void paymentText(List<String> path, String value) {
        funds.text(path, value);
    }

    void endPayment() {
        funds.endPayment();
    }

    void endEntry() {
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
            currency = currency(account, "Statement " + name());
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

    private String entryName() {
        String reference = ofEntry.first("AcctSvcrRef", "NtryRef");
        return "Entry %s%s of statement %s"
                .formatted(
                        number, reference == null ? "" : " (" + legible(reference) + ")", name());
    }
}
