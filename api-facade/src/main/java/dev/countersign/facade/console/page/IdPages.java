package dev.countersign.facade.console.page;

import dev.countersign.reconcile.domain.id.BreakId;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.id.DisputeId;
import dev.countersign.reconcile.domain.id.FundingId;
import dev.countersign.reconcile.domain.id.IdText;
import dev.countersign.reconcile.domain.id.TransactionId;
import java.util.Optional;

/** Finder of the console page for an id of the product. */
public final class IdPages {

    private IdPages() {}

    /**
     * The page of what an id names, within its books; empty for any other text, and for ids that
     * have no page.
     */
    public static Optional<String> find(String id) {
        return TransactionId.parse(id)
                .map(named -> "/transactions/" + named)
                .or(() -> CardId.parse(id).map(named -> "/cards/" + named))
                .or(() -> BreakId.parse(id).map(named -> "/breaks/" + named))
                .or(() -> DisputeId.parse(id).map(named -> "/disputes/" + named))
                .or(() -> FundingId.parse(id).map(named -> "/funding/" + named))
                .or(() -> IdText.read("clr_", id).map(named -> "/records/" + id));
    }
}
