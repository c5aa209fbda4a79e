package dev.countersign.jobs;

import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.batch.core.BatchStatus;
import org.springframework.batch.core.ExitStatus;
import org.springframework.batch.core.job.JobExecution;
import org.springframework.batch.core.listener.JobExecutionListener;
import org.springframework.batch.core.listener.StepExecutionListener;
import org.springframework.batch.core.step.StepExecution;

/**
 * A trace of each run of a night: a span for the run, below it one for each step, and below a step
 * that is shared out among workers one for each range.
 */
final class NightTraces implements JobExecutionListener, StepExecutionListener {

    private static final AttributeKey<Long> RUN = AttributeKey.longKey("countersign.run_id");
    private static final AttributeKey<String> DATE =
            AttributeKey.stringKey("countersign.business_date");
    private static final AttributeKey<String> MODE = AttributeKey.stringKey("countersign.mode");
    private static final AttributeKey<String> STATUS = AttributeKey.stringKey("countersign.status");
    private static final AttributeKey<Long> READ = AttributeKey.longKey("countersign.read");
    private static final AttributeKey<Long> WRITTEN = AttributeKey.longKey("countersign.written");
    private static final AttributeKey<Long> SKIPPED = AttributeKey.longKey("countersign.skipped");

    private final Tracer tracer;
    private final Map<Long, Span> runs = new ConcurrentHashMap<>();
    private final Map<Long, Span> steps = new ConcurrentHashMap<>();

    /** The steps of a run that are shared out, by the run and their name. */
    private final Map<String, Span> shared = new ConcurrentHashMap<>();

    NightTraces(OpenTelemetry telemetry) {
        this.tracer = telemetry.getTracer("dev.countersign.night");
    }

    @Override
    public void beforeJob(JobExecution execution) {
        Span run =
                tracer.spanBuilder(NightlyJob.NAME)
                        .setNoParent()
                        .setAttribute(RUN, execution.getJobParameters().getLong(ChunkTasklet.NIGHT))
                        .setAttribute(DATE, execution.getJobParameters().getString("business_date"))
                        .setAttribute(
                                MODE, execution.getJobParameters().getString(NightRunner.MODE))
                        .startSpan();
        runs.put(execution.getId(), run);
    }

    @Override
    public void afterJob(JobExecution execution) {
        Span run = runs.remove(execution.getId());
        if (run != null) {
            end(run, execution.getStatus());
        }
    }

    @Override
    public void beforeStep(StepExecution step) {
        String name = step.getStepName();
        int colon = name.indexOf(':');
        boolean range = colon >= 0;
        Span above =
                range
                        ? shared.get(key(step, name.substring(0, colon)))
                        : runs.get(step.getJobExecutionId());
        Span span =
                tracer.spanBuilder(
                                NightlyJob.NAME
                                        + "."
                                        + (range ? name.substring(0, colon) + ".range" : name))
                        .setParent(above == null ? Context.root() : Context.root().with(above))
                        .startSpan();
        steps.put(step.getId(), span);
        if (!range) {
            shared.put(key(step, name), span);
        }
    }

    @Override
    public @Nullable ExitStatus afterStep(StepExecution step) {
        Span span = steps.remove(step.getId());
        shared.remove(key(step, step.getStepName()));
        if (span != null) {
            span.setAttribute(READ, step.getReadCount());
            span.setAttribute(WRITTEN, step.getWriteCount());
            span.setAttribute(SKIPPED, step.getFilterCount());
            end(span, step.getStatus());
        }
        return null;
    }

    private static String key(StepExecution step, String name) {
        return step.getJobExecutionId() + "/" + name;
    }

    private static void end(Span span, BatchStatus status) {
        span.setAttribute(STATUS, status.name());
        if (status == BatchStatus.FAILED || status == BatchStatus.UNKNOWN) {
            span.setStatus(StatusCode.ERROR);
        }
        span.end();
    }
}
