package dev.countersign.facade.rest;

import dev.countersign.facade.rest.input.Call;
import dev.countersign.facade.rest.input.Query;
import dev.countersign.facade.rest.json.ListJson;
import dev.countersign.facade.rest.json.ProgramJson;
import dev.countersign.reconcile.domain.account.Book;
import dev.countersign.reconcile.domain.id.ProgramId;
import dev.countersign.reconcile.service.NotFound;
import dev.countersign.reconcile.service.issuing.Programs;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Set;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Programs, to be read. */
@RestController
@RequestMapping({"/v1/programs", "/sandbox/v1/programs"})
record ProgramsResource(Programs programs) {

    private static final String READ = "programs:read";

    @GetMapping
    ListJson<ProgramJson> list(HttpServletRequest request) {
        Book book = Call.book(request, READ);
        Query query = Query.of(request, book, Set.of());
        return ListJson.of(
                programs.list(book, query.after(), query.limit()), ProgramJson::of, query);
    }

    @GetMapping("/{program_id}")
    ProgramJson get(@PathVariable("program_id") String id, HttpServletRequest request) {
        Book book = Call.book(request, READ);
        return ProgramId.parse(id)
                .flatMap(known -> programs.find(book, known))
                .map(ProgramJson::of)
                .orElseThrow(() -> NotFound.of("program", "program_id"));
    }
}
