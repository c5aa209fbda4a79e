package dev.countersign.jobs.bank;

import dev.countersign.jobs.bank.BankEntryStore.Line;
import dev.countersign.jobs.bank.SettlementAccounts.SettlementAccount;
import dev.countersign.jobs.bank.camt.StatementHeader;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.id.NamedId;
import dev.countersign.reconcile.domain.money.Currencies;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDate;
import java.util.UUID;
import org.jdbi.v3.core.statement.SqlStatement;
import org.jspecify.annotations.Nullable;

/**
 * The name that a bank gives a statement. Within a year or two it may name another one so.
 *
 * @param account the settlement account that it is of
 */
record StatementKey(
        Mode mode,
        String account,
        String currency,
        String kind,
        String statement,
        @Nullable Long sequence,
        @Nullable LocalDate createdOn) {

    static StatementKey of(Mode mode, SettlementAccount settled, StatementHeader header) {
        return new StatementKey(
                mode,
                settled.id(),
                settled.currency().getCurrencyCode(),
                header.kind().wire(),
                header.id(),
                header.sequence(),
                header.createdOn());
    }

    UUID entryId(Line line) {
        return NamedId.of(
                mode.wire(), account, currency, line.entry().identity(), line.occurrence());
    }

    /** An amount with its decimal point. */
    String major(BigInteger minor) {
        int digits = Currencies.find(currency).orElseThrow().getDefaultFractionDigits();
        return new BigDecimal(minor, digits).toPlainString();
    }

    <S extends SqlStatement<S>> S bind(S sql) {
        return sql.bind("mode", mode)
                .bind("account", account)
                .bind("currency", currency)
                .bind("kind", kind)
                .bind("statement", statement)
                .bind("sequence", sequence)
                .bind("createdOn", createdOn);
    }
}
