package dev.countersign.facade.console.funding;

import dev.countersign.facade.console.page.PageNotFoundException;
import dev.countersign.reconcile.domain.operator.ApprovalKind;
import java.util.Arrays;

/** Changes of a funding account that an operator makes. */
enum FundingChange {
    CREDIT("credit", ApprovalKind.CREDIT_FUNDS),
    DEBIT("debit", ApprovalKind.DEBIT_FUNDS);

    private final String word;
    private final ApprovalKind kind;

    FundingChange(String word, ApprovalKind kind) {
        this.word = word;
        this.kind = kind;
    }

    /** The one that an address names. */
    static FundingChange of(String address) {
        return Arrays.stream(values())
                .filter(change -> change.word.equals(address))
                .findFirst()
                .orElseThrow(
                        () ->
                                new PageNotFoundException(
                                        "A funding account is credited and debited, and nothing else."));
    }

    ApprovalKind kind() {
        return kind;
    }

    /** As the audit trail names it. */
    String word() {
        return word;
    }
}
