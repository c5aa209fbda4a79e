package dev.countersign.facade.console.proof;

import dev.countersign.facade.console.page.InvalidInputException;
import dev.countersign.facade.console.page.PageNotFoundException;
import dev.countersign.jobs.month.Months;
import dev.countersign.jobs.month.Months.MonthStatus;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.operator.ApprovalKind;
import dev.countersign.reconcile.domain.settlement.MonthClose.Stage;
import java.time.YearMonth;

/** Actions on a month that take two operators. */
enum MonthApproval {
    HARD_CLOSE(ApprovalKind.HARD_CLOSE_MONTH),
    REOPEN(ApprovalKind.REOPEN_MONTH);

    private final ApprovalKind kind;

    MonthApproval(ApprovalKind kind) {
        this.kind = kind;
    }

    /** The one that an address names. */
    static MonthApproval of(String address) {
        return switch (address) {
            case "hard-close" -> HARD_CLOSE;
            case "reopen" -> REOPEN;
            default ->
                    throw new PageNotFoundException(
                            "There is nothing of that name to do to a month.");
        };
    }

    ApprovalKind kind() {
        return kind;
    }

    /** As the audit trail names it. */
    String word() {
        return this == HARD_CLOSE ? "hard_close" : "reopen";
    }

    /** Refuses to ask for what could not be done. */
    void requirePossible(MonthStatus status) {
        InvalidInputException.refuse(
                status.stage() != Stage.SOFT_CLOSED,
                "Only a month that is closed softly is closed for good or opened.");
    }

    /** Does it. */
    void apply(Months months, Mode mode, YearMonth month, String by, String approvedBy) {
        var unused =
                switch (this) {
                    case HARD_CLOSE -> months.hardClose(mode, month, by, approvedBy);
                    case REOPEN -> months.reopen(mode, month, by, approvedBy);
                };
    }
}
