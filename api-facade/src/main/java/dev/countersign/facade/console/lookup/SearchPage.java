package dev.countersign.facade.console.lookup;

import dev.countersign.facade.console.page.ConsolePage;
import dev.countersign.facade.console.page.CsvFile;
import dev.countersign.facade.console.page.Dates;
import dev.countersign.facade.console.page.IdPages;
import dev.countersign.facade.console.page.InvalidInputException;
import dev.countersign.facade.console.page.PageLinks;
import dev.countersign.facade.output.Columns;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.id.CustomerId;
import dev.countersign.reconcile.domain.id.TransactionId;
import dev.countersign.reconcile.domain.list.ListPage;
import dev.countersign.reconcile.domain.list.ListPosition;
import dev.countersign.reconcile.domain.lookup.CardHit;
import dev.countersign.reconcile.domain.lookup.CustomerHit;
import dev.countersign.reconcile.domain.transaction.Transaction;
import dev.countersign.reconcile.domain.transaction.TransactionStatus;
import dev.countersign.reconcile.service.operations.Lookup;
import dev.countersign.reconcile.service.operations.Lookup.SearchHits;
import jakarta.servlet.http.HttpServletRequest;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/** The search: one box for any reference. */
@Controller
public record SearchPage(Lookup lookup) {

    private static final int NEWEST = 25;
    private static final int HITS_SHOWN = 50;

    /**
     * Maximum number of hits in a file. The hits of a word are combined from several searches, and
     * are in memory at once.
     */
    private static final int HITS_PER_FILE = 10_000;

    private static final Columns<CustomerHit> CUSTOMERS =
            Columns.<CustomerHit>of()
                    .text("id", CustomerHit::id)
                    .text("external_id", CustomerHit::externalId)
                    .text("name", CustomerHit::name)
                    .text("type", CustomerHit::type)
                    .text("status", CustomerHit::status);

    private static final Columns<CardHit> CARDS =
            Columns.<CardHit>of()
                    .text("id", CardHit::id)
                    .text("customer_id", CardHit::customer)
                    .text("last4", CardHit::last4)
                    .text("name", CardHit::name)
                    .text("type", CardHit::type)
                    .text("currency", CardHit::currency)
                    .text("status", CardHit::status);

    private static final String NARROWER = "Search for something that fewer have.";

    private static final int WORD_MAX = 255;
    private static final Pattern LAST4 = Pattern.compile("[0-9]{4}");
    private static final Pattern LAST4_AND_DAY =
            Pattern.compile("([0-9]{4})[ ,/]+(20[0-9]{2}-[0-9]{2}-[0-9]{2})");

    @GetMapping("/console/{mode}/search")
    ModelAndView search(
            @PathVariable("mode") Mode books,
            @RequestParam(name = "q", required = false) @Nullable String q,
            @RequestParam(name = "status", required = false) @Nullable String status,
            HttpServletRequest request) {
        String word = word(q);
        String direct = word == null ? null : IdPages.find(word).orElse(null);
        if (direct != null) {
            return ConsolePage.redirect("/console/{mode}" + direct);
        }
        ModelAndView page = ConsolePage.of(request, "search", "Search", "search", books);
        page.addObject("q", word);
        if (word == null) {
            fill(page, request, books, status(status));
        } else {
            SearchHits found = find(books, word, HITS_SHOWN + 1);
            page.addObject("found", found.newest(HITS_SHOWN));
            page.addObject("moreCards", found.cards().size() > HITS_SHOWN);
            page.addObject("moreTransactions", found.transactions().size() > HITS_SHOWN);
            page.addObject("hitsShown", HITS_SHOWN);
        }
        page.addObject("status", status(status));
        page.addObject("statuses", TransactionStatus.values());
        return page;
    }

    /** The latest transactions, as far as one search goes. */
    private void fill(
            ModelAndView page,
            HttpServletRequest request,
            Mode books,
            @Nullable TransactionStatus status) {
        ListPosition<UUID> asked = PageLinks.position(request, SearchPage::row);
        LatestTransactions latest = latest(books, status, asked);
        if (asked.backwards() && latest.found().next() == null) {
            latest = latest(books, status, ListPosition.start());
        }
        page.addObject("newest", latest.found().rows());
        page.addObject("turns", latest.turns(request));
        page.addObject("searched", latest.bounded() ? lookup.searchedMax() : null);
        page.addObject("first", latest.at().row() == null);
    }

    private LatestTransactions latest(
            Mode books, @Nullable TransactionStatus status, ListPosition<UUID> at) {
        return new LatestTransactions(at, lookup.transactions(books, status, at, NEWEST));
    }

    /**
     * The result of one search for the latest transactions.
     *
     * @param at where it began
     */
    private record LatestTransactions(ListPosition<UUID> at, ListPage<Transaction> found) {

        /** True when it ended before the page was full, and not at the end of the list. */
        boolean bounded() {
            return found.next() != null && found.rows().size() < NEWEST;
        }

        /** The searches beside it go on where this one began, and ended. */
        PageLinks turns(HttpServletRequest request) {
            UUID newest = at.backwards() ? found.next() : first();
            UUID oldest = at.backwards() ? last() : found.next();
            return new PageLinks(
                    at.row() == null || newest == null
                            ? null
                            : PageLinks.link(
                                    request,
                                    PageLinks.BEFORE,
                                    new TransactionId(newest).toString()),
                    oldest == null
                            ? null
                            : PageLinks.link(
                                    request,
                                    PageLinks.AFTER,
                                    new TransactionId(oldest).toString()));
        }

        private @Nullable UUID first() {
            return found.rows().isEmpty() ? at.row() : found.rows().getFirst().id().value();
        }

        private @Nullable UUID last() {
            return found.rows().isEmpty() ? found.next() : found.rows().getLast().id().value();
        }
    }

    private static @Nullable UUID row(String named) {
        return TransactionId.parse(named).map(TransactionId::value).orElse(null);
    }

    @GetMapping("/console/{mode}/search.csv")
    CsvFile file(
            @PathVariable("mode") Mode books,
            @RequestParam(name = "q", required = false) @Nullable String q,
            @RequestParam(name = "status", required = false) @Nullable String status) {
        String word = word(q);
        if (word == null) {
            TransactionStatus chosen = status(status);
            return CsvFile.of(
                    "transactions",
                    TransactionColumns.ALL,
                    (last, limit) -> older(books, chosen, last, limit));
        }
        SearchHits found = find(books, word, HITS_PER_FILE + 1);
        if (found.cardsSearched() != null) {
            throw new InvalidInputException(
                    String.format(
                            Locale.ENGLISH,
                            "More than %,d cards end so, and the oldest of them were not searched. %s",
                            found.cardsSearched(),
                            NARROWER));
        }
        return hits("transactions", TransactionColumns.ALL, found.transactions());
    }

    /** The transactions before one, however many others have to be looked at. */
    private List<Transaction> older(
            Mode mode, @Nullable TransactionStatus status, @Nullable Transaction last, int limit) {
        List<Transaction> rows = new ArrayList<>();
        UUID from = last == null ? null : last.id().value();
        do {
            ListPage<Transaction> more =
                    lookup.transactions(
                            mode, status, ListPosition.after(from), limit - rows.size());
            rows.addAll(more.rows());
            from = more.next();
        } while (from != null && rows.size() < limit);
        return rows;
    }

    private static <T> CsvFile hits(String name, Columns<T> columns, List<T> found) {
        return CsvFile.bounded(name, columns, found, HITS_PER_FILE, NARROWER);
    }

    /** The customers that a word found. */
    @GetMapping("/console/{mode}/search/customers.csv")
    CsvFile customers(@PathVariable("mode") Mode books, @RequestParam(name = "q") String q) {
        return hits("customers", CUSTOMERS, found(books, q).customers());
    }

    /** The cards that a word found. */
    @GetMapping("/console/{mode}/search/cards.csv")
    CsvFile cards(@PathVariable("mode") Mode books, @RequestParam(name = "q") String q) {
        return hits("cards", CARDS, found(books, q).cards());
    }

    private SearchHits found(Mode books, String q) {
        String word = word(q);
        return word == null ? SearchHits.none() : find(books, word, HITS_PER_FILE + 1);
    }

    private static @Nullable TransactionStatus status(@Nullable String name) {
        return ConsolePage.chosen(TransactionStatus.class, name);
    }

    private static @Nullable String word(@Nullable String q) {
        String typed = ConsolePage.typed(q);
        return typed == null || typed.length() <= WORD_MAX ? typed : typed.substring(0, WORD_MAX);
    }

    private SearchHits find(Mode mode, String word, int most) {
        Optional<CustomerId> customer = CustomerId.parse(word);
        if (customer.isPresent()) {
            return lookup.customer(mode, customer.get(), most);
        }
        Matcher both = LAST4_AND_DAY.matcher(word);
        if (both.matches()) {
            LocalDate day = Dates.chosen(both.group(2));
            if (day != null) {
                return lookup.last4(mode, both.group(1), day, most);
            }
        }
        if (LAST4.matcher(word).matches()) {
            return lookup.last4(mode, word, most).and(lookup.word(mode, word, most));
        }
        return lookup.word(mode, word, most);
    }
}
