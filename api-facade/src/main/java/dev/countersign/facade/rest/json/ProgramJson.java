package dev.countersign.facade.rest.json;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.countersign.reconcile.domain.card.CardType;
import dev.countersign.reconcile.domain.program.Program;
import java.util.List;

/** A program as the interface shows it. */
public record ProgramJson(
        String id,
        String object,
        String name,
        String status,
        String network,
        @JsonProperty("supported_card_types") List<String> supportedCardTypes,
        @JsonProperty("supported_currencies") List<String> supportedCurrencies,
        @JsonProperty("created_at") String createdAt) {

    public static ProgramJson of(Program program) {
        return new ProgramJson(
                program.id().toString(),
                "program",
                program.name(),
                program.active() ? "active" : "inactive",
                program.network().wire(),
                program.cardTypes().stream().map(CardType::wire).toList(),
                program.currencies(),
                Times.write(program.createdAt()));
    }
}
