package dev.countersign.reconcile.store.issuing;

import dev.countersign.reconcile.domain.card.AuthorizationControls;
import dev.countersign.reconcile.domain.card.CardRules;
import dev.countersign.reconcile.domain.card.ChallengePreference;
import dev.countersign.reconcile.domain.card.ScaExemption;
import dev.countersign.reconcile.domain.card.SpendingLimits;
import dev.countersign.reconcile.domain.card.ThreeDsSettings;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.store.sql.Rows;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.SqlStatement;

/** Every version of what an issuer set on a card; a version is written once and never changed. */
public final class CardRulesStore {

    public static final String COLUMNS =
            """
            card_rules.version as rules_version, card_rules.single_transaction_limit,
            card_rules.daily_limit, card_rules.monthly_limit, card_rules.allowed_mccs,
            card_rules.blocked_mccs, card_rules.allowed_countries, card_rules.blocked_countries,
            card_rules.allow_online, card_rules.allow_contactless, card_rules.allow_cash_withdrawal,
            card_rules.three_ds_enabled, card_rules.challenge_preference, card_rules.sca_exemptions
            """;

    public static CardRules read(ResultSet row) throws SQLException {
        return new CardRules(
                row.getInt("rules_version"),
                new SpendingLimits(
                        Rows.longOrNull(row, "single_transaction_limit"),
                        Rows.longOrNull(row, "daily_limit"),
                        Rows.longOrNull(row, "monthly_limit")),
                new AuthorizationControls(
                        Rows.texts(row, "allowed_mccs"),
                        Rows.texts(row, "blocked_mccs"),
                        Rows.texts(row, "allowed_countries"),
                        Rows.texts(row, "blocked_countries"),
                        row.getBoolean("allow_online"),
                        row.getBoolean("allow_contactless"),
                        row.getBoolean("allow_cash_withdrawal")),
                new ThreeDsSettings(
                        row.getBoolean("three_ds_enabled"),
                        Rows.wire(row, "challenge_preference", ChallengePreference.class),
                        Rows.texts(row, "sca_exemptions").stream()
                                .map(name -> ScaExemption.valueOf(name.toUpperCase(Locale.ROOT)))
                                .toList()));
    }

    /** Writes a version of the rules of some cards, the {@code card_id}s of {@code numbered}. */
    static final String INSERT =
            """
            insert into card_rules (card_id, version, single_transaction_limit, daily_limit,
                                    monthly_limit, allowed_mccs, blocked_mccs, allowed_countries,
                                    blocked_countries, allow_online, allow_contactless,
                                    allow_cash_withdrawal, three_ds_enabled, challenge_preference,
                                    sca_exemptions, created_at)
            select numbered.card_id, :version, :single, :daily, :monthly,
                   :allowedMccs, :blockedMccs, :allowedCountries, :blockedCountries, :allowOnline,
                   :allowContactless, :allowCashWithdrawal, :threeDsEnabled, :challengePreference,
                   :scaExemptions, :at
              from numbered
            """;

    /** Writes the next version. */
    public void insert(Handle handle, CardId card, CardRules rules, Instant at) {
        insert(handle, List.of(card), rules, at);
    }

    /** Writes the next version of cards that have the same. */
    public void insert(Handle handle, List<CardId> cards, CardRules rules, Instant at) {
        bind(
                        handle.createUpdate(
                                "with numbered as (select unnest(cast(:cards as uuid[])) as card_id) "
                                        + INSERT),
                        rules)
                .bindArray("cards", UUID.class, cards.stream().map(CardId::value).toList())
                .bind("at", at)
                .execute();
    }

    /** Binds what {@link #INSERT} writes, but for the time. */
    static <S extends SqlStatement<S>> S bind(S statement, CardRules rules) {
        AuthorizationControls controls = rules.controls();
        return statement
                .bind("version", rules.version())
                .bind("single", rules.limits().singleTransaction())
                .bind("daily", rules.limits().daily())
                .bind("monthly", rules.limits().monthly())
                .bindArray("allowedMccs", String.class, controls.allowedMccs())
                .bindArray("blockedMccs", String.class, controls.blockedMccs())
                .bindArray("allowedCountries", String.class, controls.allowedCountries())
                .bindArray("blockedCountries", String.class, controls.blockedCountries())
                .bind("allowOnline", controls.allowOnline())
                .bind("allowContactless", controls.allowContactless())
                .bind("allowCashWithdrawal", controls.allowCashWithdrawal())
                .bind("threeDsEnabled", rules.threeDs().enabled())
                .bind("challengePreference", rules.threeDs().challengePreference().wire())
                .bindArray(
                        "scaExemptions",
                        String.class,
                        rules.threeDs().exemptions().stream().map(ScaExemption::wire).toList());
    }
}
