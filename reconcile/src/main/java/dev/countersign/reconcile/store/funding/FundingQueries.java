package dev.countersign.reconcile.store.funding;

import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.funding.NumberedMovement;
import dev.countersign.reconcile.domain.funding.OwnedFunds;
import dev.countersign.reconcile.domain.id.FundingId;
import dev.countersign.reconcile.domain.list.ListPosition;
import dev.countersign.reconcile.store.sql.KeyOrder;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Query;

/** Reader of funding accounts and of their histories, for operators. */
public final class FundingQueries {

    private static final KeyOrder BY_ID = KeyOrder.ascending("funding.id");
    private static final KeyOrder NEWEST_FIRST = KeyOrder.descending("number");

    /** Lists the accounts of all books of a mode in the order they were opened. */
    public List<OwnedFunds> list(Handle handle, Mode mode, ListPosition<FundingId> at, int limit) {
        Query query =
                handle.createQuery(
                                """
                                select funding.id, funding.account_id, funding.mode, funding.program_id,
                                       funding.customer_id, funding.currency, funding.balance_minor,
                                       funding.held_minor, funding.created_at,
                                       coalesce(program.name, customer.external_id) as owner
                                  from funding_account funding
                                  left join program on program.id = funding.program_id
                                  left join customer on customer.id = funding.customer_id
                                 where funding.mode = :mode
                                """
                                        + BY_ID.page(at, ":row"))
                        .bind("mode", mode.wire())
                        .bind("limit", limit);
        if (at.row() != null) {
            query.bind("row", at.row().value());
        }
        return at.inOrder(
                query.map(
                                (row, context) ->
                                        new OwnedFunds(
                                                FundingStore.read(row), row.getString("owner")))
                        .list());
    }

    /** Lists the movements of an account, the newest first. */
    public List<NumberedMovement> history(
            Handle handle, FundingId funding, ListPosition<Long> at, int limit) {
        Query query =
                handle.createQuery(
                                FundingMovementStore.SELECT
                                        + " where funding_id = :funding "
                                        + NEWEST_FIRST.page(at, ":row"))
                        .bind("funding", funding.value())
                        .bind("limit", limit);
        if (at.row() != null) {
            query.bind("row", at.row());
        }
        return at.inOrder(
                query.map(
                                (row, context) ->
                                        new NumberedMovement(
                                                row.getLong("number"),
                                                FundingMovementStore.read(row)))
                        .list());
    }
}
