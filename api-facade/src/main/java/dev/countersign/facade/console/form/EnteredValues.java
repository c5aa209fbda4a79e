package dev.countersign.facade.console.form;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.web.util.HtmlUtils;
import org.thymeleaf.context.ITemplateContext;
import org.thymeleaf.engine.AbstractTemplateHandler;
import org.thymeleaf.model.ICloseElementTag;
import org.thymeleaf.model.IOpenElementTag;
import org.thymeleaf.model.IProcessableElementTag;
import org.thymeleaf.model.IStandaloneElementTag;
import org.thymeleaf.model.ITemplateEnd;
import org.thymeleaf.model.IText;

/**
 * Puts what was entered back into the form that was refused, as its page is written. Whatever form
 * a page has, its templates need to do nothing for it. What folds the form away is open.
 */
public final class EnteredValues extends AbstractTemplateHandler {

    /** The name by which a page tells that a form of it was refused. */
    public static final String REFUSED_FORM = "refusedForm";

    private static final Set<String> NOT_ENTERED =
            Set.of("hidden", "password", "submit", "button", "file");

    private static final Set<String> CHOSEN = Set.of("checkbox", "radio");

    private @Nullable RefusedForm refused;
    private boolean inForm;
    private boolean inText;
    private @Nullable String select;
    private @Nullable IOpenElementTag fold;
    private final List<Runnable> withinFold = new ArrayList<>();

    @Override
    public void setContext(ITemplateContext context) {
        super.setContext(context);
        refused = (RefusedForm) context.getVariable(REFUSED_FORM);
    }

    @Override
    public void handleOpenElement(IOpenElementTag tag) {
        RefusedForm form = refused;
        if (form == null) {
            super.handleOpenElement(tag);
            return;
        }
        switch (name(tag.getElementCompleteName())) {
            case "details" -> beginFold(tag);
            case "form" -> {
                inForm = form.leadsTo(tag.getAttributeValue("action"));
                endFold(inForm);
                write(tag);
            }
            case "textarea" -> textarea(tag);
            case "select" -> {
                select = tag.getAttributeValue("name");
                write(tag);
            }
            case "option" -> write(select == null ? tag : chosen(tag, select, "selected"));
            default -> write(tag);
        }
    }

    @Override
    public void handleStandaloneElement(IStandaloneElementTag tag) {
        boolean input = name(tag.getElementCompleteName()).equals("input");
        IStandaloneElementTag filled = input ? input(tag) : tag;
        write(() -> super.handleStandaloneElement(filled));
    }

    @Override
    public void handleText(IText text) {
        if (!inText) {
            write(() -> super.handleText(text));
        }
    }

    @Override
    public void handleCloseElement(ICloseElementTag tag) {
        switch (name(tag.getElementCompleteName())) {
            case "form" -> inForm = false;
            case "textarea" -> inText = false;
            case "select" -> select = null;
            case "details" -> endFold(false);
            default -> {}
        }
        write(() -> super.handleCloseElement(tag));
    }

    @Override
    public void handleTemplateEnd(ITemplateEnd end) {
        endFold(false);
        super.handleTemplateEnd(end);
    }

    private void textarea(IOpenElementTag tag) {
        List<String> values = entered(tag.getAttributeValue("name"));
        write(tag);
        if (!values.isEmpty()) {
            IText text = getContext().getModelFactory().createText(escaped(values.getFirst()));
            write(() -> super.handleText(text));
            inText = true;
        }
    }

    private IStandaloneElementTag input(IStandaloneElementTag tag) {
        String field = tag.getAttributeValue("name");
        String type = tag.getAttributeValue("type");
        if (field == null || (type != null && NOT_ENTERED.contains(name(type)))) {
            return tag;
        }
        if (type != null && CHOSEN.contains(name(type))) {
            return chosen(tag, field, "checked");
        }
        List<String> values = entered(field);
        return values.isEmpty()
                ? tag
                : getContext()
                        .getModelFactory()
                        .setAttribute(tag, "value", escaped(values.getFirst()));
    }

    private <T extends IProcessableElementTag> T chosen(T tag, String field, String attribute) {
        if (!inForm) {
            return tag;
        }
        String value = tag.getAttributeValue("value");
        boolean isChosen =
                entered(field).contains(value == null ? "on" : HtmlUtils.htmlUnescape(value));
        return isChosen
                ? getContext().getModelFactory().setAttribute(tag, attribute, attribute)
                : getContext().getModelFactory().removeAttribute(tag, attribute);
    }

    private List<String> entered(@Nullable String field) {
        RefusedForm form = refused;
        return !inForm || form == null || field == null ? List.of() : form.entered(field);
    }

    private void beginFold(IOpenElementTag tag) {
        endFold(false);
        fold = tag;
    }

    /** Writes what may be folded away, once it is known whether the refused form is within. */
    private void endFold(boolean open) {
        IOpenElementTag tag = fold;
        if (tag != null) {
            fold = null;
            write(open ? getContext().getModelFactory().setAttribute(tag, "open", "open") : tag);
            withinFold.forEach(Runnable::run);
            withinFold.clear();
        }
    }

    private void write(IOpenElementTag tag) {
        write(() -> super.handleOpenElement(tag));
    }

    private void write(Runnable event) {
        if (fold == null) {
            event.run();
        } else {
            withinFold.add(event);
        }
    }

    private static String name(String text) {
        return text.toLowerCase(Locale.ROOT);
    }

    private static String escaped(String text) {
        return HtmlUtils.htmlEscape(text);
    }
}
