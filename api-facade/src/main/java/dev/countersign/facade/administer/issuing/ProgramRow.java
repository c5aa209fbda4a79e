package dev.countersign.facade.administer.issuing;

import dev.countersign.facade.administer.argument.ScaMode;
import dev.countersign.facade.administer.argument.Status;
import dev.countersign.facade.output.Columns;
import dev.countersign.reconcile.domain.Wire;
import dev.countersign.reconcile.domain.account.Book;
import dev.countersign.reconcile.domain.program.Program;
import dev.countersign.reconcile.domain.program.SettlementCurrency;

/** A program as it is shown, with the names that the REST interface has for its fields. */
record ProgramRow(Book book, Program program) {

    static final Columns<ProgramRow> COLUMNS =
            Columns.<ProgramRow>of()
                    .text("id", row -> row.program().id())
                    .text("mode", row -> row.book().mode().wire())
                    .text("name", row -> row.program().name())
                    .text("status", row -> Status.of(row.program().active()).wire())
                    .text("network", row -> row.program().network().wire())
                    .text("bin", row -> row.program().bin())
                    .words(
                            "supported_card_types",
                            row -> row.program().cardTypes().stream().map(Wire::wire).toList())
                    .words("supported_currencies", row -> row.program().currencies())
                    .words(
                            "settles_in",
                            row ->
                                    row.program().settlementCurrencies().stream()
                                            .map(SettlementCurrency::toString)
                                            .toList())
                    .flag("is_default", row -> row.program().isDefault())
                    .text("sca_mode", row -> ScaMode.of(row.program().scaEnforced()).wire())
                    .time("created_at", row -> row.program().createdAt())
                    .text("account_id", row -> row.book().account())
                    .details(
                            "is_default",
                            "bin",
                            "network",
                            "supported_currencies",
                            "settles_in",
                            "supported_card_types",
                            "sca_mode",
                            "created_at",
                            "account_id");
}
