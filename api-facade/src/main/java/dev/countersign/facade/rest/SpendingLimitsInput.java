package dev.countersign.facade.rest;

import dev.countersign.facade.rest.input.Body;
import dev.countersign.facade.rest.input.ObjectShape;
import dev.countersign.facade.rest.input.PropertyType;
import dev.countersign.reconcile.domain.card.SpendingLimits;

/** Limits as callers send them: what is left out or null is not enforced. */
final class SpendingLimitsInput {

    static final ObjectShape SHAPE =
            new ObjectShape()
                    .nullable(
                            PropertyType.INTEGER,
                            "single_transaction_limit",
                            "daily_limit",
                            "monthly_limit");

    private SpendingLimitsInput() {}

    static SpendingLimits read(Body body) {
        return new SpendingLimits(
                body.integer("single_transaction_limit", 0),
                body.integer("daily_limit", 0),
                body.integer("monthly_limit", 0));
    }
}
