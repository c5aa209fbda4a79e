package dev.countersign.facade.console.funding;

import dev.countersign.facade.console.page.PageNotFoundException;
import dev.countersign.reconcile.domain.operator.ApprovalKind;

/** Changes of a funding account that an operator makes. */
enum FundingChange {
    CREDIT(ApprovalKind.CREDIT_FUNDS),
    DEBIT(ApprovalKind.DEBIT_FUNDS);

    private final ApprovalKind kind;

    FundingChange(ApprovalKind kind) {
        this.kind = kind;
    }

    /** The one that an address names. */
    static FundingChange of(String address) {
        return switch (address) {
            case "credit" -> CREDIT;
            case "debit" -> DEBIT;
            default ->
                    throw new PageNotFoundException(
                            "A funding account is credited and debited, and nothing else.");
        };
    }

    ApprovalKind kind() {
        return kind;
    }

    /** As the audit trail names it. */
    String word() {
        return this == CREDIT ? "credit" : "debit";
    }
}
