package dev.countersign.facade.administer;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads words that somebody has to say: blanks say nothing. */
public final class SomeText implements ITypeConverter<String> {

    @Override
    public String convert(String text) {
        if (text.isBlank()) {
            throw new TypeConversionException("nothing is said");
        }
        return text.strip();
    }
}
