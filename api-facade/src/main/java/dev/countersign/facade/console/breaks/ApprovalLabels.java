package dev.countersign.facade.console.breaks;

import dev.countersign.reconcile.domain.breaks.Closing;

/**
 * The labels of a request that waits for a second operator.
 *
 * @param agree the label of the button
 */
record ApprovalLabels(String title, String agree) {

    static ApprovalLabels of(Closing closing) {
        return switch (closing) {
            case WRITE_OFF -> new ApprovalLabels("Write-off asked for", "Agree, write it off");
            case RESOLVE -> new ApprovalLabels("Asked to be resolved", "Agree, resolve it");
            case IDENTIFY ->
                    new ApprovalLabels("Card named for the record", "Agree, it is that card");
            case MATCH -> new ApprovalLabels("Asked to be matched", "Agree, match it");
        };
    }
}
