package dev.countersign.facade.console.page;

import dev.countersign.facade.console.access.Refusals;
import dev.countersign.reconcile.domain.account.Mode;
import jakarta.servlet.http.HttpServletRequest;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.servlet.ModelAndView;

/**
 * The question that comes before something is done to many things at once, or for good: what will
 * be done, to how many, and which amounts are in it. The same form is sent once more with the
 * answer, so that nothing of this needs a script.
 *
 * @param title the question
 * @param sentences what will be done, and what will stay as it is
 * @param sums what it will be done to, line by line
 * @param button what the button says that has it done
 * @param word what has to be typed first; null where pressing the button is enough
 */
public record Confirmation(
        String title,
        List<String> sentences,
        List<Sum> sums,
        String button,
        @Nullable String word) {

    private static final String SURE = "sure";
    private static final String TYPED = "typed";
    private static final Set<String> OF_THE_QUESTION =
            Set.of(SURE, TYPED, "form_token", Refusals.FORM_PAGE);

    /**
     * Some of the things that it will be done to.
     *
     * @param minor what they come to; null where they have no amount
     */
    public record Sum(
            String label, long count, @Nullable Number minor, @Nullable String currency) {}

    public Confirmation {
        sentences = List.copyOf(sentences);
        sums = List.copyOf(sums);
    }

    /** A question that is answered by a button. */
    public Confirmation(String title, List<String> sentences, List<Sum> sums, String button) {
        this(title, sentences, sums, button, null);
    }

    /**
     * True when a request answers the question.
     *
     * @throws InvalidInputException when it answers that nothing is to be done
     */
    public boolean answered(HttpServletRequest request) {
        String answer = request.getParameter(SURE);
        if ("no".equals(answer)) {
            throw new InvalidInputException("Nothing was done.", HttpStatus.OK);
        }
        return "yes".equals(answer) && (word == null || word.equals(typed(request)));
    }

    private static String typed(HttpServletRequest request) {
        String typed = ConsolePage.typed(request.getParameter(TYPED));
        return typed == null ? "" : typed;
    }

    /** The page that asks it, with what the form carried. */
    public ModelAndView page(HttpServletRequest request, String section, Mode mode) {
        ModelAndView page = ConsolePage.of(request, "confirm", title, section, mode);
        Map<String, String[]> carried = new LinkedHashMap<>(request.getParameterMap());
        carried.keySet().removeAll(OF_THE_QUESTION);
        page.addObject("question", this);
        page.addObject("carried", carried);
        String query = request.getQueryString();
        page.addObject(
                "action",
                query == null ? request.getRequestURI() : request.getRequestURI() + "?" + query);
        if ("yes".equals(request.getParameter(SURE))) {
            page.setStatus(HttpStatus.CONFLICT);
            page.addObject("mistyped", typed(request));
        }
        return page;
    }
}
