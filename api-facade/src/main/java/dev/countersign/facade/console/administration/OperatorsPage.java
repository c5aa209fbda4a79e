package dev.countersign.facade.console.administration;

import dev.countersign.facade.console.access.OperatorRequest;
import dev.countersign.facade.console.page.ConsolePage;
import dev.countersign.facade.console.page.CsvFile;
import dev.countersign.facade.console.page.InvalidInputException;
import dev.countersign.facade.output.Columns;
import dev.countersign.reconcile.domain.operator.Operator;
import dev.countersign.reconcile.domain.operator.OperatorRole;
import dev.countersign.reconcile.domain.operator.OperatorRoles;
import dev.countersign.reconcile.service.access.LoginAttempts;
import dev.countersign.reconcile.service.access.Operators;
import dev.countersign.reconcile.service.access.Operators.OperatorPassword;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/** The operators of the console. */
@Controller
public record OperatorsPage(Operators operators, LoginAttempts attempts) {

    private static final String PATH = "/console/{mode}/operators";

    private static final Columns<Operator> COLUMNS =
            Columns.<Operator>of()
                    .text("name", Operator::name)
                    .text("roles", row -> row.roles().toString())
                    .time("last_login_at", Operator::lastLoginAt)
                    .flag("kept_out", Operator::disabled);

    @GetMapping(PATH)
    ModelAndView list(HttpServletRequest request) {
        return page(request, null);
    }

    @GetMapping(PATH + ".csv")
    CsvFile file(HttpServletRequest request) {
        return CsvFile.of("operators", COLUMNS, operators.list());
    }

    @PostMapping(PATH)
    ModelAndView create(
            @RequestParam(name = "name", defaultValue = "") String name,
            @RequestParam(name = "role", required = false) @Nullable List<String> roles,
            HttpServletRequest request) {
        OperatorRequest asked = OperatorRequest.of(request);
        OperatorRoles chosen = roles(roles);
        String wanted = name.strip();
        OperatorPassword made =
                asked.doing(
                        "operator.create",
                        wanted,
                        chosen.toString(),
                        () -> operators.create(wanted, chosen));
        return page(request, made);
    }

    @PostMapping(PATH + "/{name}/roles")
    ModelAndView setRoles(
            @PathVariable("name") String name,
            @RequestParam(name = "role", required = false) @Nullable List<String> roles,
            HttpServletRequest request) {
        OperatorRoles chosen = roles(roles);
        return act(
                request,
                "operator.set_roles",
                name,
                chosen.toString(),
                me -> operators.setRoles(name, chosen));
    }

    @PostMapping(PATH + "/{name}/reset-password")
    ModelAndView resetPassword(@PathVariable("name") String name, HttpServletRequest request) {
        OperatorRequest asked = OperatorRequest.of(request);
        InvalidInputException.refuse(
                asked.operator().name().equals(name),
                "Change your own password under your name, above.");
        OperatorPassword made =
                asked.doing(
                        "operator.reset_password", name, "", () -> operators.resetPassword(name));
        return page(request, made);
    }

    @PostMapping(PATH + "/{name}/disable")
    ModelAndView disable(@PathVariable("name") String name, HttpServletRequest request) {
        return act(request, "operator.disable", name, "", me -> operators.disable(name));
    }

    @PostMapping(PATH + "/{name}/enable")
    ModelAndView enable(@PathVariable("name") String name, HttpServletRequest request) {
        return act(request, "operator.enable", name, "", me -> operators.enable(name));
    }

    @PostMapping(PATH + "/{name}/reset-factors")
    ModelAndView resetFactors(@PathVariable("name") String name, HttpServletRequest request) {
        InvalidInputException.refuse(
                OperatorRequest.of(request).operator().name().equals(name),
                "Look after your own second factor under your name, above.");
        return act(
                request,
                "operator.reset_factors",
                name,
                "",
                me -> operators.resetSecondFactors(name));
    }

    @PostMapping(PATH + "/{name}/unlock")
    ModelAndView unlock(@PathVariable("name") String name, HttpServletRequest request) {
        return act(request, "login.unlocked", name, "", me -> attempts.unlock(name));
    }

    private static ModelAndView act(
            HttpServletRequest request,
            String action,
            String name,
            String remark,
            Consumer<String> work) {
        OperatorRequest.act(request, action, name, remark, work);
        return ConsolePage.redirect(PATH);
    }

    private ModelAndView page(HttpServletRequest request, @Nullable OperatorPassword made) {
        return ConsolePage.administration(request, "operators", "Operators")
                .addObject("operators", operators.list())
                .addObject("locked", attempts.locked())
                .addObject("roles", List.of(OperatorRole.values()))
                .addObject("made", made);
    }

    private static OperatorRoles roles(@Nullable List<String> names) {
        List<OperatorRole> chosen =
                names == null
                        ? List.of()
                        : names.stream()
                                .map(name -> ConsolePage.chosen(OperatorRole.class, name))
                                .toList();
        if (chosen.isEmpty() || chosen.contains(null)) {
            throw new InvalidInputException("Choose one role at least.");
        }
        return OperatorRoles.of(chosen);
    }
}
