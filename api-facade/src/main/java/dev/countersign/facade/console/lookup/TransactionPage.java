package dev.countersign.facade.console.lookup;

import dev.countersign.facade.console.page.ConsolePage;
import dev.countersign.facade.console.page.CsvFile;
import dev.countersign.facade.console.page.InvalidInputException;
import dev.countersign.facade.console.page.PageNotFoundException;
import dev.countersign.reconcile.domain.id.TransactionId;
import dev.countersign.reconcile.domain.ledger.LedgerAccount;
import dev.countersign.reconcile.domain.lookup.ClearedRecord;
import dev.countersign.reconcile.domain.transaction.Transaction;
import dev.countersign.reconcile.service.operations.Lookup;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.servlet.ModelAndView;

/** One transaction: why it was decided as it was, and all that happened to it since. */
@Controller
public record TransactionPage(Lookup lookup) {

    private static final Map<String, String> ACCOUNTS =
            Arrays.stream(LedgerAccount.values())
                    .collect(
                            Collectors.toUnmodifiableMap(LedgerAccount::code, LedgerAccount::name));

    @GetMapping("/console/{mode}/transactions/{id}")
    ModelAndView show(@PathVariable("id") String id, HttpServletRequest request) {
        Lookup.TransactionHistory history = history(id);
        Transaction transaction = history.transaction();
        return ConsolePage.of(request, "transaction", id, "search", transaction.owner().mode())
                .addObject("transaction", transaction)
                .addObject("currency", transaction.currency().getCurrencyCode())
                .addObject("explanation", DecisionExplanation.of(transaction, history.rules()))
                .addObject("moments", TimelineEvent.of(history))
                .addObject("history", history)
                .addObject(
                        "clearings",
                        history.cleared().stream().filter(TransactionPage::linkable).toList())
                .addObject("accounts", ACCOUNTS);
    }

    private static boolean linkable(ClearedRecord each) {
        return each.record()
                && (each.recordType().equals("clearing") || each.recordType().equals("atm"));
    }

    /** Returns the journals that were booked for the transaction. */
    @GetMapping("/console/{mode}/transactions/{id}/journals.csv")
    CsvFile journals(@PathVariable("id") String id, HttpServletRequest request) {
        Lookup.TransactionHistory history = history(id);
        ConsolePage.requireBooks(request, history.transaction().owner().mode());
        if (history.journalsInPart()) {
            throw new InvalidInputException(
                    "More than "
                            + Lookup.HISTORY_ROWS_MAX
                            + " messages or records belong to this transaction: a file of its"
                            + " journals would not be complete. The files of the accounts, from the"
                            + " trial balance, have all bookings of a date.");
        }
        return JournalColumns.file(id, history.bookings());
    }

    private Lookup.TransactionHistory history(String id) {
        return TransactionId.parse(id)
                .flatMap(lookup::history)
                .orElseThrow(() -> PageNotFoundException.of("transaction", id));
    }
}
