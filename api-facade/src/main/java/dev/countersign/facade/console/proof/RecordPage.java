package dev.countersign.facade.console.proof;

import dev.countersign.facade.console.page.ConsolePage;
import dev.countersign.facade.console.page.CsvFile;
import dev.countersign.facade.console.page.PageNotFoundException;
import dev.countersign.jobs.proof.Proofs;
import dev.countersign.jobs.proof.RecordProof;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.id.IdText;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Set;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.servlet.ModelAndView;

/** One record that moved money: its message, what became of it, and its journals. */
@Controller
public record RecordPage(Proofs proofs) {

    private static final Set<String> LINKABLE = Set.of("clearing", "atm");

    @GetMapping("/console/{mode}/records/{id}")
    ModelAndView show(@PathVariable("id") String id, HttpServletRequest request) {
        RecordProof proof = proof(id);
        RecordProof.Message message = proof.message();
        return ConsolePage.of(request, "record", "Record " + id, "proof", books(proof, request))
                .addObject("id", id)
                .addObject("line", proof.lines().getFirst())
                .addObject("date", proof.lines().getFirst().businessDate())
                .addObject("corrections", proof.lines().subList(1, proof.lines().size()))
                .addObject("message", message)
                .addObject("bookings", proof.bookings())
                .addObject("linkable", LINKABLE.contains(proof.lines().getFirst().recordType()));
    }

    /** Returns the journals that were booked for the record. */
    @GetMapping("/console/{mode}/records/{id}/journals.csv")
    CsvFile journals(@PathVariable("id") String id, HttpServletRequest request) {
        RecordProof proof = proof(id);
        ConsolePage.requireBooks(request, books(proof, request));
        return CsvFile.bounded(
                id + "-journals",
                ProofColumns.BOOKINGS,
                proof.bookings(),
                RecordProof.BOOKINGS_MAX,
                "The files of the accounts, from the trial balance, have all bookings of a date.");
    }

    /** The books of a record; those of the address where its message is not kept. */
    private static Mode books(RecordProof proof, HttpServletRequest request) {
        RecordProof.Message message = proof.message();
        return message == null ? ConsolePage.books(request) : ConsolePage.mode(message.mode());
    }

    private RecordProof proof(String id) {
        return IdText.read("clr_", id)
                .flatMap(proofs::record)
                .orElseThrow(
                        () ->
                                new PageNotFoundException(
                                        "There is no record "
                                                + id
                                                + " that a night has dealt with."));
    }
}
