package dev.countersign.reconcile.domain.customer;

import dev.countersign.reconcile.domain.Wire;

/** The kind of a customer: a person or a company. */
public enum CustomerType implements Wire {
    INDIVIDUAL,
    BUSINESS
}
