package dev.countersign.facade.console.breaks;

import dev.countersign.reconcile.domain.breaks.Closing;

/**
 * The words for what a second person is asked to agree to.
 *
 * @param agree the words of the button
 */
record AskedWords(String title, String agree) {

    static AskedWords of(Closing closing) {
        return switch (closing) {
            case WRITE_OFF -> new AskedWords("Write-off asked for", "Agree, write it off");
            case RESOLVE -> new AskedWords("Asked to be resolved", "Agree, resolve it");
            case IDENTIFY -> new AskedWords("Card named for the record", "Agree, it is that card");
            case MATCH -> new AskedWords("Asked to be matched", "Agree, match it");
        };
    }
}
