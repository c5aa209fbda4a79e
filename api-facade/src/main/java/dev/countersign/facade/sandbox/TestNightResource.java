package dev.countersign.facade.sandbox;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.countersign.facade.rest.input.Body;
import dev.countersign.facade.rest.input.Call;
import dev.countersign.facade.rest.input.ObjectShape;
import dev.countersign.facade.rest.input.PropertyType;
import dev.countersign.jobs.NightReport;
import dev.countersign.jobs.Nights;
import dev.countersign.jobs.night.Night;
import dev.countersign.jobs.night.NightBusyException;
import dev.countersign.jobs.night.NightRefusedException;
import dev.countersign.jobs.night.StepCounts;
import dev.countersign.reconcile.domain.CalendarText;
import dev.countersign.reconcile.domain.ErrorCode;
import dev.countersign.reconcile.domain.RequestRefusedException;
import dev.countersign.reconcile.service.SandboxClock;
import jakarta.servlet.http.HttpServletRequest;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Runs the night of the sandbox, for an open day too, and again. */
@RestController
@RequestMapping("/sandbox/v1/test_helpers/jobs/nightly")
record TestNightResource(Nights nights, SandboxClock clock) {

    private static final int TEXT_MAX = 40;
    private static final ObjectShape RUN =
            new ObjectShape().optional(PropertyType.TEXT, "business_date");

    /** A run of the night. */
    record RunJson(
            String object,
            String id,
            @JsonProperty("business_date") String businessDate,
            String status,
            @Nullable String failure,
            List<StepJson> steps) {}

    /** A step, with what it read, wrote and left as it was. */
    record StepJson(String name, String status, long read, long written, long skipped) {}

    @PostMapping
    RunJson run(HttpServletRequest request) {
        var unused = Call.book(request, TestAuthorizationsResource.WRITE);
        Body body = Body.readOptional(request, RUN);
        try {
            return json(nights.runSandbox(date(body.text("business_date", TEXT_MAX))));
        } catch (NightBusyException e) {
            throw new RequestRefusedException(ErrorCode.TEMPORARILY_UNAVAILABLE, e.sentence());
        } catch (NightRefusedException e) {
            throw new RequestRefusedException(
                    ErrorCode.VALUE_INVALID, e.sentence(), "business_date");
        }
    }

    private LocalDate date(@Nullable String text) {
        if (text == null) {
            return LocalDate.ofInstant(clock.now(), ZoneOffset.UTC);
        }
        try {
            return CalendarText.date(text);
        } catch (DateTimeException e) {
            throw RequestRefusedException.at(ErrorCode.FORMAT_INVALID, "business_date");
        }
    }

    private static RunJson json(NightReport report) {
        Night night = report.night();
        return new RunJson(
                "job_run",
                String.valueOf(night.id()),
                night.businessDate().toString(),
                night.state().wire(),
                night.failure(),
                report.steps().stream().map(TestNightResource::json).toList());
    }

    private static StepJson json(StepCounts step) {
        return new StepJson(
                step.name(),
                step.status().toLowerCase(Locale.ROOT),
                step.read(),
                step.written(),
                step.skipped());
    }
}
