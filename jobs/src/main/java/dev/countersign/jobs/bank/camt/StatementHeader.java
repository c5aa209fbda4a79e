package dev.countersign.jobs.bank.camt;

import dev.countersign.reconcile.domain.Wire;
import java.time.LocalDate;
import java.util.Currency;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The head of a statement, or of one page of it: all that is said before its entries.
 *
 * @param message the bank's id of the message that it is in
 * @param id the bank's id of the statement; a bank may use it again in another year
 * @param page its place among the pages of the statement, from 1
 * @param last true where no page follows
 * @param sequence its number among the statements of the account
 * @param accounts the ids of the account: IBAN, other id, or both, without blanks
 * @param currency null where neither the account nor a balance or entry names one
 * @param from the first date that it says it speaks of
 * @param to the last date that it says it speaks of
 */
public record StatementHeader(
        Kind kind,
        @Nullable String message,
        String id,
        int page,
        boolean last,
        @Nullable Long sequence,
        List<String> accounts,
        @Nullable Currency currency,
        @Nullable LocalDate createdOn,
        @Nullable LocalDate from,
        @Nullable LocalDate to) {

    private static final Pattern BLANK = Pattern.compile("\\s");

    /** The message that a bank states an account by. */
    public enum Kind implements Wire {
        /** At the end of a day or longer: camt.053. */
        STATEMENT,
        /** Within a day: camt.052. It may state pending things, and says nothing final. */
        REPORT
    }

    public StatementHeader {
        accounts = List.copyOf(accounts);
    }

    public StatementHeader in(Currency known) {
        return new StatementHeader(
                kind, message, id, page, last, sequence, accounts, known, createdOn, from, to);
    }

    /** An id of an account without the blanks that people read it by. */
    public static String account(String id) {
        return BLANK.matcher(id).replaceAll("").toUpperCase(Locale.ROOT);
    }

    /** The statement in words, for a sentence. */
    public String words() {
        String name = (kind == Kind.REPORT ? "report " : "statement ") + id;
        return page == 1 && last ? name : name + " page " + page;
    }
}
