package dev.countersign.jobs.rate;

import dev.countersign.jobs.night.Chunk;
import dev.countersign.jobs.night.Night;
import dev.countersign.jobs.night.Range;
import dev.countersign.reconcile.domain.breaks.BreakType;
import dev.countersign.reconcile.domain.breaks.TotalsBreak;
import dev.countersign.reconcile.domain.id.IdText;
import dev.countersign.reconcile.domain.id.NamedId;
import dev.countersign.reconcile.domain.id.ProgramId;
import dev.countersign.reconcile.store.breaks.BreakStore;
import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.locator.ClasspathSqlLocator;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Computes what each record of a date should have earned by the imported rates, and finds the
 * programs whose records the network told otherwise. Where no rates were imported, it does nothing.
 */
public final class CheckInterchange implements Chunk {

    private static final ClasspathSqlLocator SQL = ClasspathSqlLocator.create();

    private final long toleranceMinor;
    private final BreakStore breaks = new BreakStore();

    /**
     * @param toleranceMinor how far a record may be off, in minor units
     */
    public CheckInterchange(long toleranceMinor) {
        this.toleranceMinor = toleranceMinor;
    }

    /** The records of a program that are off in a currency. */
    private record InterchangeVariance(
            @Nullable UUID program,
            String currency,
            long records,
            BigDecimal expected,
            BigDecimal reported,
            BigDecimal variance,
            List<UUID> clearings) {

        static InterchangeVariance read(ResultSet row) throws SQLException {
            return new InterchangeVariance(
                    row.getObject("program_id", UUID.class),
                    row.getString("currency"),
                    row.getLong("records"),
                    row.getBigDecimal("expected_minor"),
                    row.getBigDecimal("told_minor"),
                    row.getBigDecimal("off_minor"),
                    List.of((UUID[]) row.getArray("clearings").getArray()));
        }

        TotalsBreak found(Night night) {
            UUID subject =
                    NamedId.of(
                            "interchange",
                            night.mode().wire(),
                            night.businessDate(),
                            String.valueOf(program),
                            currency);
            ObjectNode detail = JsonMapper.shared().createObjectNode();
            if (program != null) {
                detail.put("program_id", new ProgramId(program).toString());
            }
            detail.put("records", records)
                    .put("expected_minor", expected.toBigIntegerExact())
                    .put("told_minor", reported.toBigIntegerExact());
            ArrayNode named = detail.putArray("clearing_ids");
            for (UUID clearing : clearings) {
                named.add(IdText.write("clr_", clearing));
            }
            return night.found(
                    BreakType.RATE_VARIANCE,
                    subject,
                    variance.toBigIntegerExact(),
                    currency,
                    detail);
        }
    }

    @Override
    public ChunkResult next(Handle handle, Night night, Range range, @Nullable String after) {
        boolean rated =
                handle.select(
                                "select exists (select from interchange_rate where mode = ?)",
                                night.mode().wire())
                        .mapTo(Boolean.class)
                        .one();
        if (!rated) {
            return ChunkResult.finished(0, 0);
        }
        long computed =
                handle.createUpdate(SQL.locate(CheckInterchange.class, "expect"))
                        .bindMethods(night)
                        .execute();
        List<InterchangeVariance> off =
                handle.createQuery(SQL.locate(CheckInterchange.class, "programs"))
                        .bindMethods(night)
                        .bind("tolerance", toleranceMinor)
                        .map((row, context) -> InterchangeVariance.read(row))
                        .list();
        off.forEach(one -> breaks.keep(handle, one.found(night), night.closingInstant()));
        return ChunkResult.finished(computed, off.size());
    }
}
