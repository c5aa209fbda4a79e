package dev.countersign.facade.sandbox;

import dev.countersign.facade.rest.input.Body;
import dev.countersign.facade.rest.input.Call;
import dev.countersign.facade.rest.input.ObjectShape;
import dev.countersign.facade.rest.input.PropertyType;
import dev.countersign.facade.rest.json.Times;
import dev.countersign.reconcile.domain.ErrorCode;
import dev.countersign.reconcile.domain.RequestRefusedException;
import dev.countersign.reconcile.service.SandboxClock;
import jakarta.servlet.http.HttpServletRequest;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Puts the clock of the sandbox ahead. */
@RestController
@RequestMapping("/sandbox/v1/test_helpers/clock")
record TestClockResource(SandboxClock clock) {

    private static final int DAYS_MAX = 400;

    private static final ObjectShape ADVANCE =
            new ObjectShape().required(PropertyType.INTEGER, "days");

    /** The clock as it is now. */
    record ClockJson(String object, String now) {}

    @PostMapping("/advance")
    ClockJson advance(HttpServletRequest request) {
        var unused = Call.book(request, TestAuthorizationsResource.WRITE);
        long days = Body.read(request, ADVANCE).requiredInteger("days", 1);
        if (days > DAYS_MAX) {
            throw new RequestRefusedException(
                    ErrorCode.VALUE_OUT_OF_RANGE, "Between 1 and " + DAYS_MAX + " days.", "days");
        }
        return new ClockJson("clock", Times.write(clock.advance(Math.toIntExact(days))));
    }
}
