package dev.countersign.facade.console.dispute;

import dev.countersign.facade.console.access.OperatorRequest;
import dev.countersign.facade.console.lookup.JournalColumns;
import dev.countersign.facade.console.page.ConsolePage;
import dev.countersign.facade.console.page.CsvFile;
import dev.countersign.facade.console.page.Dates;
import dev.countersign.facade.console.page.InvalidInputException;
import dev.countersign.facade.console.page.PageNotFoundException;
import dev.countersign.reconcile.domain.dispute.DisputeStatus;
import dev.countersign.reconcile.domain.dispute.QueuedDispute;
import dev.countersign.reconcile.domain.id.DisputeId;
import dev.countersign.reconcile.service.operations.DisputeQueue;
import jakarta.servlet.http.HttpServletRequest;
import java.time.InstantSource;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/** One dispute: what it rests on, what it moved, and where it may go from here. */
@Controller
public record DisputePage(DisputeQueue queue, InstantSource clock) {

    private static final String PATH = "/console/{mode}/disputes/{id}";

    @GetMapping(PATH)
    ModelAndView show(@PathVariable("id") String id, HttpServletRequest request) {
        DisputeId named = parse(id);
        QueuedDispute found =
                queue.find(named).orElseThrow(() -> PageNotFoundException.of("dispute", id));
        DisputeStatus status = found.dispute().status();
        return ConsolePage.of(request, "dispute", "Dispute", "disputes", found.book().mode())
                .addObject("found", found)
                .addObject("dispute", found.dispute())
                .addObject("daysLeft", found.daysLeft(Dates.today(clock)))
                .addObject("evidence", EvidenceView.shown(found.dispute().evidence()))
                .addObject(
                        "findings",
                        EvidenceView.lines(found.dispute().evidence(), found.dispute().currency()))
                .addObject("settled", queue.settled(found.dispute()))
                .addObject("bookings", queue.bookings(found.dispute()))
                .addObject(
                        "steps",
                        DisputeStatus.TABLE.steps().stream()
                                .filter(step -> step.from() == status)
                                .toList());
    }

    /** Returns the journals that were booked for the dispute. */
    @GetMapping(PATH + "/journals.csv")
    CsvFile journals(@PathVariable("id") String id, HttpServletRequest request) {
        return JournalColumns.file(id, queue.bookings(within(request, id).dispute()));
    }

    @PostMapping(PATH + "/advance")
    ModelAndView advance(
            @PathVariable("id") String id,
            @RequestParam(name = "to", defaultValue = "") String to,
            @RequestParam(name = "remark", defaultValue = "") String remark,
            HttpServletRequest request) {
        OperatorRequest asked = OperatorRequest.of(request);
        DisputeStatus wanted =
                InvalidInputException.required(
                        ConsolePage.chosen(DisputeStatus.class, to),
                        "Choose where the dispute goes.");
        InvalidInputException.refuse(remark.isBlank(), "Say how the network stated it.");
        DisputeId named = within(request, id).dispute().id();
        asked.doing(
                "dispute.advance",
                id,
                wanted.wire() + ": " + remark.strip(),
                () -> queue.advance(named, wanted));
        return ConsolePage.redirect("/console/{mode}/disputes/" + id);
    }

    @PostMapping(PATH + "/evidence")
    ModelAndView addEvidence(
            @PathVariable("id") String id,
            @RequestParam(name = "name", defaultValue = "") String name,
            @RequestParam(name = "text", defaultValue = "") String text,
            HttpServletRequest request) {
        DisputeId named = within(request, id).dispute().id();
        OperatorRequest.act(
                request,
                "dispute.add_evidence",
                id,
                name.strip(),
                me ->
                        queue.addEvidence(
                                named,
                                there -> EvidenceView.with(there, name.strip(), text.strip())));
        return ConsolePage.redirect("/console/{mode}/disputes/" + id);
    }

    /** The dispute that a form or a file is about, which is in the books of its address. */
    private QueuedDispute within(HttpServletRequest request, String id) {
        QueuedDispute found =
                queue.find(parse(id)).orElseThrow(() -> PageNotFoundException.of("dispute", id));
        ConsolePage.requireBooks(request, found.book().mode());
        return found;
    }

    private static DisputeId parse(String id) {
        return DisputeId.parse(id).orElseThrow(() -> PageNotFoundException.of("dispute", id));
    }
}
