package dev.countersign.reconcile.domain.funding;

import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.id.FundingId;
import dev.countersign.reconcile.domain.id.TransactionId;
import java.time.LocalDate;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A change of a funding account outside the stream: a journal of account 2100, under the key that
 * its row has in the ledger, or a hold that a night changed.
 *
 * @param event of the journal, or {@code hold_changed}
 * @param balanceMinor above zero what the owner got
 * @param heldMinor above zero what is held in addition
 */
public record FundingMovement(
        FundingId funding,
        Mode mode,
        UUID subject,
        String event,
        int ordinal,
        LocalDate businessDate,
        long balanceMinor,
        long heldMinor,
        @Nullable CardId card,
        @Nullable TransactionId transaction) {}
