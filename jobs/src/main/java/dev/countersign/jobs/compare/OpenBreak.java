package dev.countersign.jobs.compare;

import dev.countersign.reconcile.domain.breaks.BreakClosing;
import dev.countersign.reconcile.domain.breaks.BreakType;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.UUID;

/** A difference that the night may close: what it is about, and the date on which it began. */
record OpenBreak(UUID id, BreakType type, LocalDate origin) {

    boolean closesWith(BreakClosing.Event event) {
        return BreakClosing.closes(type, origin, event);
    }

    static OpenBreak read(ResultSet row) throws SQLException {
        return new OpenBreak(
                row.getObject("id", UUID.class),
                BreakType.valueOf(row.getString("type")),
                row.getObject("origin_date", LocalDate.class));
    }
}
