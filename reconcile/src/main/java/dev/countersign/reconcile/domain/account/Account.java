package dev.countersign.reconcile.domain.account;

import dev.countersign.reconcile.domain.id.AccountId;
import java.time.Instant;

/** An issuer that uses this installation. */
public record Account(AccountId id, String name, Instant createdAt) {}
