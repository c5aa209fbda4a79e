package dev.countersign.facade.console.lookup;

import dev.countersign.facade.output.Columns;
import dev.countersign.reconcile.domain.lookup.CardHit;
import dev.countersign.reconcile.domain.lookup.CustomerHit;

/** The columns of files with the customers and cards that a search found. */
final class HitColumns {

    static final Columns<CustomerHit> CUSTOMERS =
            Columns.<CustomerHit>of()
                    .text("id", CustomerHit::id)
                    .text("external_id", CustomerHit::externalId)
                    .text("name", CustomerHit::name)
                    .text("type", CustomerHit::type)
                    .text("status", CustomerHit::status);

    static final Columns<CardHit> CARDS =
            Columns.<CardHit>of()
                    .text("id", CardHit::id)
                    .text("customer_id", CardHit::customer)
                    .text("last4", CardHit::last4)
                    .text("name", CardHit::name)
                    .text("type", CardHit::type)
                    .text("currency", CardHit::currency)
                    .text("status", CardHit::status);

    private HitColumns() {}
}
