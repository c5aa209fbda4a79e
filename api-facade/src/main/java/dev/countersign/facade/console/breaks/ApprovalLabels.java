package dev.countersign.facade.console.breaks;

import dev.countersign.reconcile.domain.breaks.ClosingMethod;

/**
 * The labels of a request that waits for a second operator.
 *
 * @param approve the label of the button
 */
record ApprovalLabels(String title, String approve) {

    static ApprovalLabels of(ClosingMethod closing) {
        return switch (closing) {
            case WRITE_OFF -> new ApprovalLabels("Write-off asked for", "Approve: write it off");
            case RESOLVE -> new ApprovalLabels("Asked to be resolved", "Approve: resolve it");
            case IDENTIFY ->
                    new ApprovalLabels("Card named for the record", "Approve: it is that card");
            case MATCH -> new ApprovalLabels("Asked to be matched", "Approve: match it");
        };
    }
}
