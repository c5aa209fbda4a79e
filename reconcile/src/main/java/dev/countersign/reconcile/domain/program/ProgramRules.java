package dev.countersign.reconcile.domain.program;

import dev.countersign.reconcile.domain.RequestRefusedException;
import dev.countersign.reconcile.domain.money.Currencies;
import java.util.Collection;
import java.util.List;

/** The requirements that a program must meet before cards can be issued of it. */
public final class ProgramRules {

    private static final int NAME_MAX = 100;

    private ProgramRules() {}

    /**
     * Lets a program through that is sound.
     *
     * @throws RequestRefusedException for the first rule that it breaks
     */
    public static void require(Program program) {
        requireName(program.name());
        requireBin(program);
        if (program.cardTypes().isEmpty()) {
            throw RequestRefusedException.invalid(
                    "types", "A program issues at least one type of card.");
        }
        if (program.currencies().isEmpty()) {
            throw RequestRefusedException.invalid(
                    "currencies", "A program issues cards in at least one currency.");
        }
        for (String currency : program.currencies()) {
            if (Currencies.find(currency).isEmpty()) {
                throw RequestRefusedException.invalid(
                        "currencies",
                        "There is no currency %s: give codes of ISO 4217, such as EUR."
                                .formatted(currency));
            }
        }
    }

    /**
     * Reads the currencies that cards may be settled in beside their own.
     *
     * @param texts such as {@code USD} or {@code 1000000000:USD}; {@code none} alone for no
     *     currency
     * @throws RequestRefusedException for a text that is neither
     */
    public static List<SettlementCurrency> settlementCurrencies(Collection<String> texts) {
        return List.copyOf(texts).equals(List.of("none"))
                ? List.of()
                : texts.stream().distinct().map(ProgramRules::settlementCurrency).toList();
    }

    private static SettlementCurrency settlementCurrency(String text) {
        return SettlementCurrency.parse(text)
                .orElseThrow(
                        () ->
                                RequestRefusedException.invalid(
                                        "settles_in",
                                        "Nothing is settled in '%s': give codes of ISO 4217, such as USD, each for every institution, or 1000000000:USD for one."
                                                .formatted(text)));
    }

    private static void requireName(String name) {
        if (name.isBlank() || name.length() > NAME_MAX) {
            throw RequestRefusedException.invalid(
                    "name", "A program's name has 1 to " + NAME_MAX + " characters.");
        }
    }

    private static void requireBin(Program program) {
        Bin bin =
                Bin.parse(program.bin())
                        .orElseThrow(
                                () ->
                                        RequestRefusedException.invalid(
                                                "bin", "A BIN has 6 or 8 digits."));
        if (bin.network().filter(program.network()::equals).isEmpty()) {
            String range =
                    switch (program.network()) {
                        case VISA -> "Visa's BINs begin with 4.";
                        case MASTERCARD ->
                                "Mastercard's BINs begin with 51 to 55 or with 2221 to 2720.";
                    };
            throw RequestRefusedException.invalid("bin", range);
        }
    }
}
