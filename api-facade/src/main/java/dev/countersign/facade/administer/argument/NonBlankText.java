package dev.countersign.facade.administer.argument;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a required text: blanks do not count. */
public final class NonBlankText implements ITypeConverter<String> {

    private final MaskedText typed = new MaskedText();

    @Override
    public String convert(String text) {
        if (text.isBlank()) {
            throw new TypeConversionException("the text is blank");
        }
        return typed.convert(text.strip());
    }
}
