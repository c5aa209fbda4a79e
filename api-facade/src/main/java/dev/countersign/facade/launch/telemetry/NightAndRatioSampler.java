package dev.countersign.facade.launch.telemetry;

import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.trace.data.LinkData;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import io.opentelemetry.sdk.trace.samplers.SamplingResult;
import java.util.List;

/** Every night, of which there are few, and a share of everything else. */
final class NightAndRatioSampler implements Sampler {

    private static final String NIGHT = "nightly";

    private final Sampler share;

    NightAndRatioSampler(double share) {
        this.share = Sampler.traceIdRatioBased(share);
    }

    @Override
    public SamplingResult shouldSample(
            Context parent,
            String traceId,
            String name,
            SpanKind kind,
            Attributes attributes,
            List<LinkData> links) {
        return name.equals(NIGHT)
                ? SamplingResult.recordAndSample()
                : share.shouldSample(parent, traceId, name, kind, attributes, links);
    }

    @Override
    public String getDescription() {
        return "nights and " + share.getDescription();
    }
}
