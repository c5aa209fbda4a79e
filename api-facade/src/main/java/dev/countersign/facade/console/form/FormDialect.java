package dev.countersign.facade.console.form;

import java.util.Set;
import org.thymeleaf.dialect.AbstractDialect;
import org.thymeleaf.dialect.IPostProcessorDialect;
import org.thymeleaf.postprocessor.IPostProcessor;
import org.thymeleaf.postprocessor.PostProcessor;
import org.thymeleaf.templatemode.TemplateMode;

/** Has the templates of all pages put back what was entered into a form that was refused. */
public final class FormDialect extends AbstractDialect implements IPostProcessorDialect {

    private static final int PRECEDENCE = 1_000;

    public FormDialect() {
        super("forms");
    }

    @Override
    public int getDialectPostProcessorPrecedence() {
        return PRECEDENCE;
    }

    @Override
    public Set<IPostProcessor> getPostProcessors() {
        return Set.of(new PostProcessor(TemplateMode.HTML, EnteredValues.class, PRECEDENCE));
    }
}
