package dev.countersign.jobs.night;

import dev.countersign.reconcile.domain.clearing.match.MatchEvidence;
import dev.countersign.reconcile.domain.money.Money;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Evidence that a record was matched against, as the detail of a break keeps it and a dispute shows
 * it.
 */
public final class EvidenceJson {

    private EvidenceJson() {}

    public static ObjectNode write(MatchEvidence evidence) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("level", evidence.level())
                .put("authorized_minor", evidence.authorizedMinor())
                .put("ceiling_minor", evidence.ceiling().minor())
                .put("ceiling_currency", evidence.ceiling().currency().getCurrencyCode())
                .put("arn", evidence.arn())
                .put("valid_arn", evidence.validArn())
                .put("same_merchant_id", evidence.sameMerchantId());
    }

    public static MatchEvidence read(JsonNode evidence) {
        return new MatchEvidence(
                evidence.path("level").asInt(),
                evidence.path("authorized_minor").asLong(),
                Money.of(
                        evidence.path("ceiling_minor").asLong(),
                        evidence.path("ceiling_currency").asString()),
                text(evidence, "arn"),
                text(evidence, "valid_arn"),
                evidence.path("same_merchant_id").asBoolean());
    }

    private static @Nullable String text(JsonNode node, String name) {
        JsonNode value = node.get(name);
        return value == null || value.isNull() ? null : value.asString();
    }
}
