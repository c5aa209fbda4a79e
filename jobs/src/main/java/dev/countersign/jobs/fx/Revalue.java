package dev.countersign.jobs.fx;

import dev.countersign.jobs.night.Chunk;
import dev.countersign.jobs.night.Night;
import dev.countersign.jobs.night.Range;
import dev.countersign.jobs.totals.DateSum;
import dev.countersign.reconcile.domain.breaks.BreakType;
import dev.countersign.reconcile.domain.fx.CurrencyPosition;
import dev.countersign.reconcile.domain.fx.ReferenceRate;
import dev.countersign.reconcile.domain.id.NamedId;
import dev.countersign.reconcile.domain.ledger.Journal;
import dev.countersign.reconcile.domain.ledger.Journal.Entry;
import dev.countersign.reconcile.domain.ledger.JournalEvent;
import dev.countersign.reconcile.domain.ledger.Journals;
import dev.countersign.reconcile.domain.money.Currencies;
import dev.countersign.reconcile.store.breaks.BreakStore;
import dev.countersign.reconcile.store.settlement.JournalStore;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.locator.ClasspathSqlLocator;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * Values the currency position of accounts 1900 and 1901 at the end of a month in euro, and books
 * what it gained or lost since the month before against 5050. Each month is valued once. The night
 * of its last day does it; where a rate is missing, it says so, and the first night after the rate
 * was imported does it, on its own date.
 */
public final class Revalue implements Chunk {

    private static final ClasspathSqlLocator SQL = ClasspathSqlLocator.create();
    private static final Currency EURO = Currency.getInstance("EUR");
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final JournalStore journals = new JournalStore();
    private final BreakStore breaks = new BreakStore();

    /** An amount in a currency, with its rate where there is one. */
    private record RatedAmount(String currency, BigInteger minor, @Nullable ReferenceRate rate) {}

    @Override
    public ChunkResult next(Handle handle, Night night, Range range, @Nullable String after) {
        LocalDate date = night.businessDate();
        LocalDate lastEnd = night.closes() ? date : date.minusDays(1);
        if (YearMonth.from(night.firstDate()).isBefore(YearMonth.from(lastEnd.plusDays(1)))) {
            // A month ends among the dates that this night sums: sum them before it is valued.
            var unused = DateSum.LEDGER.sum(handle, night);
        }
        long valued = 0;
        for (YearMonth month : months(handle, night, lastEnd)) {
            if (!revalue(handle, night, month)) {
                break;
            }
            valued++;
        }
        return ChunkResult.finished(valued, valued);
    }

    private static List<YearMonth> months(Handle handle, Night night, LocalDate lastEnd) {
        return handle.createQuery(SQL.locate(Revalue.class, "months"))
                .bind("mode", night.mode().wire())
                .bind("lastEnd", lastEnd)
                .map((row, context) -> YearMonth.from(row.getObject("month", LocalDate.class)))
                .list();
    }

    /** Values the end of a month; false where a rate is missing. */
    private boolean revalue(Handle handle, Night night, YearMonth month) {
        List<RatedAmount> all = positions(handle, night, month);
        List<CurrencyPosition> positions = new ArrayList<>();
        for (RatedAmount held : all) {
            Currency currency = Currencies.find(held.currency()).orElseThrow();
            ReferenceRate rate =
                    currency.equals(EURO) ? ReferenceRate.euro(month.atEndOfMonth()) : held.rate();
            if (!currency.equals(EURO)) {
                reportMissingRate(handle, night, month, held);
            }
            if (rate != null) {
                positions.add(new CurrencyPosition(currency, held.minor(), rate));
            }
        }
        if (positions.size() < all.size()) {
            return false;
        }
        if (positions.stream().noneMatch(position -> position.currency().equals(EURO))) {
            positions.add(
                    new CurrencyPosition(
                            EURO, BigInteger.ZERO, ReferenceRate.euro(month.atEndOfMonth())));
        }
        positions.forEach(position -> keep(handle, night, month, position));
        BigInteger value =
                positions.stream()
                        .map(CurrencyPosition::valueMinor)
                        .reduce(BigInteger.ZERO, BigInteger::add);
        Journal journal =
                Journals.revalued(
                        Entry.of(
                                night.businessDate(),
                                JournalEvent.REVALUATION,
                                subject(night, month, "")),
                        value,
                        EURO);
        journals.insert(handle, night.mode(), List.of(journal));
        return true;
    }

    private static List<RatedAmount> positions(Handle handle, Night night, YearMonth month) {
        return handle.createQuery(SQL.locate(Revalue.class, "positions"))
                .bind("mode", night.mode().wire())
                .bind("month", month.atDay(1))
                .bind("monthEnd", month.atEndOfMonth())
                .bind("businessDate", night.businessDate())
                .map((row, context) -> held(row))
                .list();
    }

    private static RatedAmount held(ResultSet row) throws SQLException {
        String currency = row.getString("currency");
        BigDecimal rate = row.getBigDecimal("rate");
        return new RatedAmount(
                currency,
                row.getBigDecimal("minor").toBigIntegerExact(),
                rate == null
                        ? null
                        : new ReferenceRate(
                                currency, row.getObject("rate_date", LocalDate.class), rate));
    }

    private static void keep(
            Handle handle, Night night, YearMonth month, CurrencyPosition position) {
        handle.createUpdate(
                        """
                        insert into fx_revaluation (mode, month, currency, business_date,
                                                    position_minor, rate, rate_date, value_minor)
                        values (:mode, :month, :currency, :businessDate, :position, :rate, :rateDate,
                                :value)
                        """)
                .bind("mode", night.mode().wire())
                .bind("month", month.atDay(1))
                .bind("currency", position.currency().getCurrencyCode())
                .bind("businessDate", night.businessDate())
                .bind("position", position.minor())
                .bind("rate", position.rate().rate())
                .bind("rateDate", position.rate().date())
                .bind("value", position.valueMinor())
                .execute();
    }

    /** Says that a rate is missing, as long as it is. */
    private void reportMissingRate(Handle handle, Night night, YearMonth month, RatedAmount held) {
        breaks.keepOrResolve(
                handle,
                night.found(
                        BreakType.FX_RATE_MISSING,
                        subject(night, month, held.currency()),
                        held.minor(),
                        held.currency(),
                        JSON.createObjectNode()
                                .put("month", month.toString())
                                .put("currency", held.currency())
                                .put("rate_from", month.atEndOfMonth().minusDays(6).toString())
                                .put("rate_to", month.atEndOfMonth().toString())),
                held.rate() == null,
                "the rate was imported",
                night.closingInstant());
    }

    private static UUID subject(Night night, YearMonth month, String currency) {
        return NamedId.of("revaluation", night.mode().wire(), month, currency);
    }
}
