package dev.countersign.facade.administer.argument;

import dev.countersign.reconcile.domain.text.CardNumberMask;
import dev.countersign.reconcile.domain.text.PlainText;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Reads a typed text: card numbers in it are masked, and characters that no report can carry are
 * refused.
 */
public final class MaskedText implements ITypeConverter<String> {

    @Override
    public String convert(String text) {
        if (!PlainText.isParagraph(text)) {
            throw new TypeConversionException(
                    "the text holds a control character or another that is not allowed");
        }
        return CardNumberMask.mask(text);
    }
}
