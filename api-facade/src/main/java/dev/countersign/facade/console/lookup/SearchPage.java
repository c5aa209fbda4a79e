package dev.countersign.facade.console.lookup;

import dev.countersign.facade.console.page.CsvFile;
import dev.countersign.facade.console.page.Dates;
import dev.countersign.facade.console.page.Page;
import dev.countersign.facade.console.page.PageOfId;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.id.CustomerId;
import dev.countersign.reconcile.domain.transaction.Transaction;
import dev.countersign.reconcile.domain.transaction.TransactionStatus;
import dev.countersign.reconcile.service.Lookup;
import dev.countersign.reconcile.service.Lookup.Found;
import jakarta.servlet.http.HttpServletRequest;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/** One box for whatever somebody has in hand. */
@Controller
public class SearchPage {

    private static final int NEWEST = 25;
    private static final int WORD_MAX = 255;
    private static final Pattern LAST4 = Pattern.compile("[0-9]{4}");
    private static final Pattern LAST4_AND_DAY =
            Pattern.compile("([0-9]{4})[ ,/]+(20[0-9]{2}-[0-9]{2}-[0-9]{2})");

    private final Lookup lookup;

    public SearchPage(Lookup lookup) {
        this.lookup = lookup;
    }

    @GetMapping("/console/{mode}/search")
    ModelAndView search(
            @PathVariable("mode") String mode,
            @RequestParam(name = "q", required = false) @Nullable String q,
            @RequestParam(name = "status", required = false) @Nullable String status,
            HttpServletRequest request) {
        Mode books = Page.mode(mode);
        String word = word(q);
        String direct = word == null ? null : PageOfId.find(word).orElse(null);
        if (direct != null) {
            return Page.redirect("/console/{mode}" + direct);
        }
        ModelAndView page = Page.of(request, "search", "Search", "search", books);
        page.addObject("q", word);
        page.addObject("found", word == null ? null : find(books, word));
        page.addObject(
                "newest", word == null ? lookup.newest(books, status(status), NEWEST) : List.of());
        page.addObject("status", status(status));
        page.addObject("statuses", TransactionStatus.values());
        return page;
    }

    @GetMapping("/console/{mode}/search.csv")
    ResponseEntity<String> file(
            @PathVariable("mode") String mode,
            @RequestParam(name = "q", required = false) @Nullable String q,
            @RequestParam(name = "status", required = false) @Nullable String status) {
        Mode books = Page.mode(mode);
        String word = word(q);
        List<Transaction> all =
                word == null
                        ? lookup.newest(books, status(status), CsvFile.ROWS_MAX)
                        : find(books, word).transactions();
        return CsvFile.of(
                "transactions",
                TransactionColumns.ALL,
                (last, limit) -> last == null ? all : List.of());
    }

    /** The customers that a word found. */
    @GetMapping("/console/{mode}/search/customers.csv")
    ResponseEntity<String> customers(
            @PathVariable("mode") String mode, @RequestParam(name = "q") String q) {
        return CsvFile.of("customers", HitColumns.CUSTOMERS, found(mode, q).customers());
    }

    /** The cards that a word found. */
    @GetMapping("/console/{mode}/search/cards.csv")
    ResponseEntity<String> cards(
            @PathVariable("mode") String mode, @RequestParam(name = "q") String q) {
        return CsvFile.of("cards", HitColumns.CARDS, found(mode, q).cards());
    }

    private Found found(String mode, String q) {
        Mode books = Page.mode(mode);
        String word = word(q);
        return word == null ? new Found(List.of(), List.of(), List.of()) : find(books, word);
    }

    private static @Nullable TransactionStatus status(@Nullable String name) {
        return Page.chosen(TransactionStatus.class, name);
    }

    private static @Nullable String word(@Nullable String q) {
        String typed = Page.typed(q);
        return typed == null || typed.length() <= WORD_MAX ? typed : typed.substring(0, WORD_MAX);
    }

    private Found find(Mode mode, String word) {
        Optional<CustomerId> customer = CustomerId.parse(word);
        if (customer.isPresent()) {
            return lookup.customer(mode, customer.get());
        }
        Matcher both = LAST4_AND_DAY.matcher(word);
        if (both.matches()) {
            LocalDate day = Dates.chosen(both.group(2));
            if (day != null) {
                return lookup.last4(mode, both.group(1), day);
            }
        }
        if (LAST4.matcher(word).matches()) {
            return lookup.last4(mode, word).and(lookup.word(mode, word));
        }
        return lookup.word(mode, word);
    }
}
