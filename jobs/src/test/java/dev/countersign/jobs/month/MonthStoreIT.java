package dev.countersign.jobs.month;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.service.JdbiSetup;
import dev.countersign.reconcile.testkit.PostgresExtension;
import java.time.YearMonth;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The hash of what a month was computed from. */
class MonthStoreIT {

    private static final YearMonth NOVEMBER = YearMonth.of(2026, 11);

    @RegisterExtension static final PostgresExtension POSTGRES = new PostgresExtension();

    @Test
    void tellsAnAccountFromAProgramWhereTheOtherIsNotNamed() {
        UUID id = new UUID(1, 1);

        assertThat(inputs(id, null)).isEqualTo(inputs(id, null)).isNotEqualTo(inputs(null, id));
    }

    private static String inputs(@Nullable UUID account, @Nullable UUID program) {
        return JdbiSetup.over(POSTGRES.dataSource())
                .inTransaction(
                        handle -> {
                            handle.execute("delete from posting_total");
                            handle.execute(
                                    """
                                    insert into posting_total (mode, business_date, account_id,
                                                               program_id, currency, kind, count,
                                                               debit_minor, credit_minor)
                                    values ('sandbox', '2026-11-21', cast(? as uuid),
                                            cast(? as uuid), 'EUR', 'fee', 1, 5, 0)
                                    """,
                                    account,
                                    program);
                            return new MonthStore().inputs(handle, Mode.SANDBOX, NOVEMBER);
                        });
    }
}
