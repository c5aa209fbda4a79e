package dev.countersign.jobs.fx;

import dev.countersign.reconcile.domain.fx.ReferenceRate;
import dev.countersign.reconcile.service.ActionRefusedException;
import dev.countersign.reconcile.service.Database;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.SqlStatement;
import org.jspecify.annotations.Nullable;

/** Takes over reference rates. A rate that a month was valued by is never changed. */
public final class FxRates {

    private static final int RATES_PER_STATEMENT = 5_000;

    private final Database database;
    private final InstantSource clock;

    public FxRates(Database database, InstantSource clock) {
        this.database = database;
        this.clock = clock;
    }

    /** The number of rates of a file, and how many of them were new, or corrected unused ones. */
    public record RateImportResult(long rates, long added, long corrected) {}

    /**
     * A rate that was taken over.
     *
     * @param rate how much of the currency one euro is
     * @param source the file that it is from
     */
    public record KnownRate(
            String currency,
            LocalDate date,
            BigDecimal rate,
            String source,
            String importedBy,
            Instant importedAt) {}

    private static final String KNOWN =
            """
            select distinct on (currency)
                   currency, rate_date as date, rate, source, imported_by, imported_at
              from fx_rate
             where cast(:date as date) is null
                or rate_date = :date
             order by currency, rate_date desc
            """;

    /**
     * The rate of each currency.
     *
     * @param date of this day; null for the newest of each
     */
    public List<KnownRate> list(@Nullable LocalDate date) {
        return database.read(
                handle ->
                        handle.createQuery(KNOWN).bind("date", date).mapTo(KnownRate.class).list());
    }

    /**
     * Imports a file, or nothing of it.
     *
     * @param source where the rates are from, such as the name of the file
     * @throws ActionRefusedException when it is not understood, or contradicts itself or a rate
     *     that was used
     */
    public RateImportResult importFrom(InputStream file, String source, String by) {
        BufferedReader text =
                new BufferedReader(new InputStreamReader(file, StandardCharsets.UTF_8));
        return database.atomically(
                handle -> {
                    RateWriter writing = new RateWriter(handle, source, by);
                    try {
                        RateFile.read(text, writing);
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                    writing.write();
                    if (writing.rates == 0) {
                        throw new ActionRefusedException(
                                "This file has no reference rates. " + RateFile.FILES);
                    }
                    return new RateImportResult(writing.rates, writing.added, writing.corrected);
                });
    }

    /** The rates of a file on their way to the table, many in a statement. */
    private final class RateWriter implements RateFile.Sink {

        private final Handle handle;
        private final String source;
        private final String by;
        private final OffsetDateTime now = clock.instant().atOffset(ZoneOffset.UTC);
        private final List<ReferenceRate> waiting = new ArrayList<>();
        private final List<Integer> lines = new ArrayList<>();
        private long rates;
        private long added;
        private long corrected;

        RateWriter(Handle handle, String source, String by) {
            this.handle = handle;
            this.source = source;
            this.by = by;
        }

        @Override
        public void accept(ReferenceRate rate, int line) {
            if (rate.date().isAfter(now.toLocalDate())) {
                throw new ActionRefusedException(
                        "Line %s has a rate of %s, a day that has not come. Nothing was imported."
                                .formatted(line, rate.date()));
            }
            waiting.add(rate);
            lines.add(line);
            rates++;
            if (waiting.size() == RATES_PER_STATEMENT) {
                write();
            }
        }

        private static final String GIVEN =
                """
                unnest(cast(:currencies as text[]), cast(cast(:dates as text[]) as date[]),
                       cast(cast(:rates as text[]) as numeric[]),
                       cast(cast(:lines as text[]) as integer[])) as given (currency, rate_date, rate, line)
                """;

        /** Corrects what no month was valued by; what this import brought is never corrected. */
        private static final String CORRECT =
                """
                update fx_rate known
                   set rate = given.rate, source = :source, imported_by = :by, imported_at = :now
                  from %s
                 where known.currency = given.currency
                   and known.rate_date = given.rate_date
                   and known.rate <> given.rate
                   and known.imported_at < :now
                   and not exists (select
                                     from fx_revaluation used
                                    where used.currency = known.currency
                                      and used.rate_date = known.rate_date)
                """
                        .formatted(GIVEN);

        private static final String ADD =
                """
                insert into fx_rate (currency, rate_date, rate, source, imported_by, imported_at)
                select currency, rate_date, rate, :source, :by, :now
                  from %s
                 order by line
                    on conflict do nothing
                """
                        .formatted(GIVEN);

        private static final String CONTRADICTION =
                """
                select 'Line ' || given.line || ' says that 1 EUR is ' || given.rate || ' '
                       || given.currency || ' on ' || given.rate_date || '; '
                       || case when known.imported_at = :now
                               then 'another line says ' || known.rate || '.'
                               else 'a month was valued by ' || known.rate || ' of ' || known.source
                                    || ', imported by ' || known.imported_by || '.' end
                       || ' Nothing was imported: leave this line out, or ask the publisher which rate'
                       || ' is right.'
                  from %s
                  join fx_rate known using (currency, rate_date)
                 where known.rate <> given.rate
                 order by given.line
                 limit 1
                """
                        .formatted(GIVEN);

        void write() {
            corrected += imported(CORRECT);
            added += imported(ADD);
            given(handle.createQuery(CONTRADICTION))
                    .bind("now", now)
                    .mapTo(String.class)
                    .findOne()
                    .ifPresent(
                            sentence -> {
                                throw new ActionRefusedException(sentence);
                            });
            waiting.clear();
            lines.clear();
        }

        private long imported(String statement) {
            return given(handle.createUpdate(statement))
                    .bind("source", source)
                    .bind("by", by)
                    .bind("now", now)
                    .execute();
        }

        private <S extends SqlStatement<S>> S given(S statement) {
            return statement
                    .bindArray("currencies", String.class, texts(ReferenceRate::currency))
                    .bindArray("dates", String.class, texts(rate -> rate.date().toString()))
                    .bindArray("rates", String.class, texts(rate -> rate.rate().toPlainString()))
                    .bindArray("lines", String.class, lines.stream().map(String::valueOf).toList());
        }

        private List<String> texts(Function<ReferenceRate, String> text) {
            return waiting.stream().map(text).toList();
        }
    }
}
