package dev.countersign.facade.console.breaks;

import dev.countersign.facade.console.page.InvalidInputException;
import dev.countersign.reconcile.domain.operator.Operator;
import dev.countersign.reconcile.domain.operator.OperatorRole;
import dev.countersign.reconcile.service.access.Operators;
import java.util.List;

/** The operators to whom a break may be assigned: those that work on breaks. */
public record Owners(Operators operators) {

    List<String> names() {
        return operators.list().stream()
                .filter(each -> !each.disabled())
                .filter(each -> each.roles().include(OperatorRole.OPERATOR))
                .map(Operator::name)
                .toList();
    }

    /** Whom a form names; who sends it where it names nobody. */
    String chosen(String name, String sender) {
        if (name.isBlank()) {
            return sender;
        }
        InvalidInputException.refuse(
                !names().contains(name), "'" + name + "' is not an operator who works on breaks.");
        return name;
    }
}
