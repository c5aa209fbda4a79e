package dev.countersign.facade.console.page;

import dev.countersign.facade.console.access.OperatorContexts;
import dev.countersign.reconcile.service.operations.Lookup;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.servlet.ModelAndView;

/** The page where a visitor begins. */
@Controller
public record HomePage(Lookup lookup) {

    /** The account page, for an operator who must set up their login before any other page. */
    @GetMapping(OperatorContexts.ACCOUNT)
    ModelAndView account() {
        return ConsolePage.redirect("/console/" + lookup.firstMode().wire() + "/account");
    }

    @GetMapping({"/console", "/console/"})
    ModelAndView home() {
        return ConsolePage.redirect("/console/" + lookup.firstMode().wire() + "/now");
    }
}
