package dev.countersign.reconcile.store.sql;

import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * A sum that is weighed against single amounts, none of which is above the largest long: more than
 * that is as good as that. What is booked or shown as a sum is read exactly instead.
 */
public final class BoundedSum {

    private static final BigDecimal MAX = BigDecimal.valueOf(Long.MAX_VALUE);

    private BoundedSum() {}

    /** Reads one; 0 where nothing was summed. */
    public static long read(ResultSet row, String column) throws SQLException {
        BigDecimal sum = row.getBigDecimal(column);
        return sum == null ? 0 : sum.min(MAX).max(MAX.negate()).longValueExact();
    }
}
