package dev.countersign.facade.console.page;

import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.servlet.ModelAndView;

/** Where a visitor begins. */
@Controller
public class HomePage {

    @GetMapping({"/console", "/console/"})
    ModelAndView home() {
        return Page.redirect("/console/audit");
    }
}
