package dev.countersign.facade.console.administration;

import dev.countersign.facade.console.access.OperatorRequest;
import dev.countersign.facade.console.page.ConsolePage;
import dev.countersign.facade.console.page.CsvFile;
import dev.countersign.facade.console.page.Dates;
import dev.countersign.facade.console.page.InvalidInputException;
import dev.countersign.facade.console.page.PageNotFoundException;
import dev.countersign.facade.output.Columns;
import dev.countersign.reconcile.Reconcile;
import dev.countersign.reconcile.domain.account.Account;
import dev.countersign.reconcile.domain.account.ApiKey;
import dev.countersign.reconcile.domain.account.Book;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.id.AccountId;
import dev.countersign.reconcile.service.access.ApiKeys;
import dev.countersign.reconcile.service.access.ApiKeys.CreatedKey;
import dev.countersign.reconcile.service.access.ApiKeys.NewKey;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/** The page of API keys: created, shown once, revoked. */
@Controller
public record KeysPage(Reconcile book, InstantSource clock) {

    private static final String PATH = "/console/{mode}/keys";

    /**
     * A key as it is listed; the key itself is kept nowhere.
     *
     * @param state active, expired or revoked
     */
    public record Row(ApiKey key, String account, String state) {

        private static final Columns<Row> COLUMNS =
                Columns.<Row>of()
                        .text("id", row -> row.key().id())
                        .text("name", row -> row.key().name())
                        .text("mode", row -> row.key().book().mode().wire())
                        .text("state", Row::state)
                        .words("scopes", row -> row.key().scopes())
                        .time("created_at", row -> row.key().createdAt())
                        .time("expires_at", row -> row.key().expiresAt())
                        .time("revoked_at", row -> row.key().revokedAt())
                        .time("last_used_at", row -> row.key().lastUsedAt())
                        .text("account_id", row -> row.key().book().account());

        static Row of(ApiKey key, String account, Instant now) {
            Instant expiresAt = key.expiresAt();
            String state = expiresAt == null || now.isBefore(expiresAt) ? "active" : "expired";
            return new Row(key, account, key.revokedAt() == null ? state : "revoked");
        }

        /** True while it may still be revoked. */
        public boolean revocable() {
            return key.revokedAt() == null;
        }

        /** Describes in few words what the key may do. */
        public String scopes() {
            return key.scopes().containsAll(ApiKeys.SCOPES)
                    ? "all"
                    : String.join(", ", key.scopes());
        }
    }

    @GetMapping(PATH)
    ModelAndView list(HttpServletRequest request) {
        return page(request, null);
    }

    @GetMapping(PATH + ".csv")
    CsvFile file(HttpServletRequest request) {
        return CsvFile.of("api-keys", Row.COLUMNS, rows());
    }

    @PostMapping(PATH)
    ModelAndView create(
            @RequestParam(name = "name", defaultValue = "") String name,
            @RequestParam(name = "mode", defaultValue = "") String mode,
            @RequestParam(name = "account", defaultValue = "") String account,
            @RequestParam(name = "scope", required = false) @Nullable List<String> scopes,
            @RequestParam(name = "expires", defaultValue = "") String expires,
            HttpServletRequest request) {
        OperatorRequest asked = OperatorRequest.of(request);
        Mode books =
                InvalidInputException.required(
                        ConsolePage.chosen(Mode.class, mode), "Choose live or sandbox.");
        if (scopes == null) {
            throw new InvalidInputException("Choose what the key may do.");
        }
        NewKey wanted =
                new NewKey(new Book(account(account), books), name.strip(), scopes, until(expires));
        CreatedKey made =
                asked.doing(
                        "key.create",
                        "",
                        books.wire() + ": " + wanted.name(),
                        () -> book.apiKeys().create(wanted));
        return page(request, made);
    }

    @PostMapping(PATH + "/{id}/revoke")
    ModelAndView revoke(@PathVariable("id") String id, HttpServletRequest request) {
        OperatorRequest asked = OperatorRequest.of(request);
        if (book.apiKeys().list().stream().noneMatch(each -> each.id().equals(id))) {
            throw new PageNotFoundException("There is no API key " + id + ".");
        }
        var unused = asked.doing("key.revoke", id, "", () -> book.apiKeys().revoke(id));
        return ConsolePage.redirect(PATH);
    }

    private ModelAndView page(HttpServletRequest request, @Nullable CreatedKey made) {
        return ConsolePage.administration(request, "keys", "API keys")
                .addObject("rows", rows())
                .addObject("accounts", book.accounts().list())
                .addObject("scopes", byResource())
                .addObject("tomorrow", Dates.today(clock).plusDays(1))
                .addObject("made", made);
    }

    /** Groups the permitted actions by the resource that they apply to. */
    private static Map<String, List<String>> byResource() {
        return ApiKeys.SCOPES.stream()
                .collect(
                        Collectors.groupingBy(
                                scope -> scope.substring(0, scope.indexOf(':')),
                                LinkedHashMap::new,
                                Collectors.toList()));
    }

    private List<Row> rows() {
        Instant now = clock.instant();
        Map<AccountId, String> names =
                book.accounts().list().stream()
                        .collect(Collectors.toMap(Account::id, Account::name));
        return book.apiKeys().list().stream()
                .map(key -> Row.of(key, names.getOrDefault(key.book().account(), ""), now))
                .toList();
    }

    private AccountId account(String chosen) {
        return book.accounts().list().stream()
                .map(Account::id)
                .filter(id -> chosen.isBlank() || id.toString().equals(chosen))
                .findFirst()
                .orElseThrow(() -> new InvalidInputException("Choose an account."));
    }

    private static @Nullable Instant until(String day) {
        if (day.isBlank()) {
            return null;
        }
        LocalDate date =
                InvalidInputException.required(Dates.chosen(day), "'" + day + "' is not a date.");
        return date.atStartOfDay(ZoneOffset.UTC).toInstant();
    }
}
