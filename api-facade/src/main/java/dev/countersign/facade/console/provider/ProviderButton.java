package dev.countersign.facade.console.provider;

import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ModelAttribute;

/** Offers the provider on the page of logins. */
@ControllerAdvice("dev.countersign.facade.console.access")
public record ProviderButton(String label) {

    @ModelAttribute
    void offer(Model model) {
        model.addAttribute("provider", label);
        model.addAttribute("providerAddress", ProviderLogin.address());
    }
}
