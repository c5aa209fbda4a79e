package dev.countersign.facade.console.page;

import dev.countersign.facade.console.access.BookPath;
import dev.countersign.facade.console.access.OperatorRequest;
import dev.countersign.facade.console.access.Refusals;
import dev.countersign.facade.console.form.EnteredValues;
import dev.countersign.facade.console.form.RefusedForm;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.operator.OperatorRole;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.servlet.ModelAndView;

/** A page within the frame that all pages have. */
public final class ConsolePage {

    private static final Formatter SHOW = new Formatter();

    /** Reads each blank once, however many there are. */
    private static final Pattern BLANKS_AROUND = Pattern.compile("(?U)^\\s++|(?<!\\s)\\s++$");

    private ConsolePage() {}

    /**
     * A page to be filled. Its title names the books and the business date: that which is open, or
     * the {@code date} that a page about another one is filled with.
     *
     * @param section which entry of the navigation it belongs to
     * @param mode the books that what it shows is in; the navigation stays with them
     */
    public static ModelAndView of(
            HttpServletRequest request, String template, String title, String section, Mode mode) {
        requireBooks(request, mode);
        OperatorRequest asked = OperatorRequest.of(request);
        return new ModelAndView("console/" + template)
                .addObject("title", title)
                .addObject("date", asked.today())
                .addObject("section", section)
                .addObject("mode", mode.wire())
                .addObject("place", place(section, template))
                .addObject(
                        "navigation",
                        Navigation.of(
                                mode, asked.may(OperatorRole.ADMINISTRATOR), asked.waiting(mode)))
                .addObject("visitor", asked.operator())
                .addObject("formToken", asked.formToken())
                .addObject("formPage", Refusals.formPage(request))
                .addObject(EnteredValues.REFUSED_FORM, RefusedForm.shownOn(request))
                .addObject("mayWork", asked.may(OperatorRole.OPERATOR))
                .addObject("mayFinance", asked.may(OperatorRole.FINANCE))
                .addObject("mayAdminister", asked.may(OperatorRole.ADMINISTRATOR))
                .addObject("show", SHOW);
    }

    /** A page that shows the same in all books. */
    public static ModelAndView administration(
            HttpServletRequest request, String template, String title) {
        return of(request, template, title, Navigation.ADMINISTRATION, books(request));
    }

    /** The page of the other books that a visitor turns to from here. */
    private static String place(String section, String template) {
        if (!section.equals(Navigation.ADMINISTRATION)) {
            return section;
        }
        return template.equals("your-account") ? "account" : template;
    }

    /**
     * Goes to another page after something was done, so that loading again does not do it again.
     */
    public static ModelAndView redirect(String target) {
        return new ModelAndView("redirect:" + target, Map.of(), HttpStatus.SEE_OTHER);
    }

    /** The books that the address of a page names. */
    public static Mode books(HttpServletRequest request) {
        Mode mode = BookPath.find(request);
        if (mode == null) {
            throw new PageNotFoundException("There is a live book and a sandbox book.");
        }
        return mode;
    }

    /**
     * Refuses to look at, or to do anything with, what is in other books than the address says.
     *
     * @param mode the books that it is in
     */
    public static void requireBooks(HttpServletRequest request, Mode mode) {
        if (books(request) != mode) {
            throw new OtherModeException(mode);
        }
    }

    /** The books that a path names. */
    public static Mode mode(String text) {
        return switch (text) {
            case "live" -> Mode.LIVE;
            case "sandbox" -> Mode.SANDBOX;
            default -> throw new PageNotFoundException("There is a live book and a sandbox book.");
        };
    }

    /**
     * Returns text that the operator typed into a form, or copied from a document with non-breaking
     * spaces, without the blanks around it; null if there was none.
     */
    public static @Nullable String typed(@Nullable String text) {
        String typed = text == null ? "" : BLANKS_AROUND.matcher(text).replaceAll("");
        return typed.isEmpty() ? null : typed;
    }

    /** A value of a closed set by its name outside; null where none was chosen or it is unknown. */
    public static <E extends Enum<E>> @Nullable E chosen(Class<E> set, @Nullable String name) {
        if (name == null || name.isBlank()) {
            return null;
        }
        for (E each : set.getEnumConstants()) {
            if (each.name().equals(name.toUpperCase(Locale.ROOT))) {
                return each;
            }
        }
        return null;
    }
}
