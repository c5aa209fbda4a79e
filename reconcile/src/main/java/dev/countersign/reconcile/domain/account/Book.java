package dev.countersign.reconcile.domain.account;

import dev.countersign.reconcile.domain.id.AccountId;

/** One account in one mode: all that a caller can see. */
public record Book(AccountId account, Mode mode) {}
