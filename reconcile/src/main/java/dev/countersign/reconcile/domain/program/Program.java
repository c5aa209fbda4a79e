package dev.countersign.reconcile.domain.program;

import dev.countersign.reconcile.domain.card.CardType;
import dev.countersign.reconcile.domain.feed.Network;
import dev.countersign.reconcile.domain.id.ProgramId;
import java.time.Instant;
import java.util.List;

/**
 * A card program that an account was given.
 *
 * @param bin the first 6 or 8 digits of its cards
 * @param settlementCurrencies in which currencies, beside that of a card, its cards may be settled
 * @param scaEnforced true where its cards are bound to strong customer authentication
 * @param isDefault true for the one that cards get when none is named
 */
public record Program(
        ProgramId id,
        String name,
        boolean active,
        Network network,
        String bin,
        List<CardType> cardTypes,
        List<String> currencies,
        List<SettlementCurrency> settlementCurrencies,
        boolean scaEnforced,
        boolean isDefault,
        Instant createdAt) {}
