package dev.countersign.reconcile.domain.customer;

import dev.countersign.reconcile.domain.Wire;

/** Whether a customer is a person or a company. */
public enum CustomerType implements Wire {
    INDIVIDUAL,
    BUSINESS
}
