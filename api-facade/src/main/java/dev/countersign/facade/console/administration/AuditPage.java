package dev.countersign.facade.console.administration;

import dev.countersign.facade.console.page.CsvFile;
import dev.countersign.facade.console.page.Navigation;
import dev.countersign.facade.console.page.Page;
import dev.countersign.facade.output.Columns;
import dev.countersign.reconcile.domain.audit.AuditEntry;
import dev.countersign.reconcile.service.AuditTrail;
import dev.countersign.reconcile.service.audit.AuditChain;
import dev.countersign.reconcile.store.AuditStore.Filter;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/** Who changed what. */
@Controller
public class AuditPage {

    private static final int ROWS = 50;

    private static final Columns<AuditEntry> COLUMNS =
            Columns.<AuditEntry>of()
                    .number("number", AuditEntry::number)
                    .time("at", AuditEntry::at)
                    .text("actor_kind", entry -> entry.action().actorKind().wire())
                    .text("actor", entry -> entry.action().actor())
                    .text("action", entry -> entry.action().name())
                    .text("subject", entry -> entry.action().subject())
                    .text("remark", entry -> entry.action().remark())
                    .text("key", AuditEntry::key)
                    .text("seal", AuditEntry::seal);

    private final AuditTrail trail;
    private final AuditChain chain;

    public AuditPage(AuditTrail trail, AuditChain chain) {
        this.trail = trail;
        this.chain = chain;
    }

    @GetMapping("/console/{mode}/audit")
    ModelAndView list(
            @RequestParam(name = "actor", required = false) @Nullable String actor,
            @RequestParam(name = "subject", required = false) @Nullable String subject,
            @RequestParam(name = "before", required = false) @Nullable Long before,
            HttpServletRequest request) {
        ModelAndView page =
                Page.of(
                        request,
                        "audit",
                        "Audit trail",
                        Navigation.ADMINISTRATION,
                        Page.books(request));
        var unused = chain.seal();
        List<AuditEntry> found = trail.list(filter(actor, subject), before, ROWS + 1);
        List<AuditEntry> shown = found.subList(0, Math.min(ROWS, found.size()));
        page.addObject("entries", shown);
        page.addObject("actor", Page.typed(actor));
        page.addObject("subject", Page.typed(subject));
        page.addObject("older", found.size() > ROWS ? shown.getLast().number() : null);
        return page;
    }

    @GetMapping("/console/{mode}/audit.csv")
    ResponseEntity<String> file(
            @RequestParam(name = "actor", required = false) @Nullable String actor,
            @RequestParam(name = "subject", required = false) @Nullable String subject) {
        var unused = chain.seal();
        Filter filter = filter(actor, subject);
        return CsvFile.of(
                "audit",
                COLUMNS,
                (last, limit) -> trail.list(filter, last == null ? null : last.number(), limit));
    }

    private static Filter filter(@Nullable String actor, @Nullable String subject) {
        return new Filter(Page.typed(actor), Page.typed(subject));
    }
}
