package dev.countersign.facade.console.administration;

import dev.countersign.facade.console.page.ConsolePage;
import dev.countersign.facade.console.page.CsvFile;
import dev.countersign.facade.console.page.ListPart;
import dev.countersign.facade.console.page.PageLinks;
import dev.countersign.facade.output.Columns;
import dev.countersign.reconcile.domain.audit.AuditEntry;
import dev.countersign.reconcile.domain.audit.AuditFilter;
import dev.countersign.reconcile.service.access.AuditTrail;
import dev.countersign.reconcile.service.audit.AuditChain;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/** The page of changes and their actors. */
@Controller
public record AuditPage(AuditTrail trail, AuditChain chain) {

    private static final Logger log = LoggerFactory.getLogger(AuditPage.class);

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

    @GetMapping("/console/{mode}/audit")
    ModelAndView list(
            @RequestParam(name = "actor", required = false) @Nullable String actor,
            @RequestParam(name = "subject", required = false) @Nullable String subject,
            HttpServletRequest request) {
        ModelAndView page = ConsolePage.administration(request, "audit", "Audit trail");
        seal();
        ListPart<AuditEntry> part =
                ListPart.of(
                        request,
                        PageLinks::number,
                        ROWS,
                        (at, limit) -> trail.list(filter(actor, subject), at, limit));
        PageLinks.show(page, "entries", part, request, entry -> String.valueOf(entry.number()));
        page.addObject("actor", ConsolePage.typed(actor));
        page.addObject("subject", ConsolePage.typed(subject));
        return page;
    }

    @GetMapping("/console/{mode}/audit.csv")
    CsvFile file(
            @RequestParam(name = "actor", required = false) @Nullable String actor,
            @RequestParam(name = "subject", required = false) @Nullable String subject) {
        seal();
        AuditFilter filter = filter(actor, subject);
        return CsvFile.paged(
                "audit", COLUMNS, AuditEntry::number, (at, limit) -> trail.list(filter, at, limit));
    }

    /**
     * Seals the trail, so that it also shows what was just done. If that cannot be sealed, the page
     * shows what is sealed.
     */
    private void seal() {
        try {
            var unused = chain.seal();
        } catch (RuntimeException e) {
            log.debug("the audit trail is shown as far as it is sealed", e); // its keeper says so
        }
    }

    private static AuditFilter filter(@Nullable String actor, @Nullable String subject) {
        return new AuditFilter(ConsolePage.typed(actor), ConsolePage.typed(subject));
    }
}
