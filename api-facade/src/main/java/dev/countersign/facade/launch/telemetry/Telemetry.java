package dev.countersign.facade.launch.telemetry;

import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.export.BatchSpanProcessor;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import java.net.URI;

/**
 * Sends traces, by OTLP over HTTP, in the background; what the receiver does not take is dropped,
 * and nothing waits for it.
 */
public final class Telemetry {

    private Telemetry() {}

    /**
     * Returns the telemetry that sends traces, or one that does nothing where traces are switched
     * off.
     */
    public static OpenTelemetry of(TraceProperties properties) {
        URI endpoint = properties.endpoint();
        if (endpoint == null) {
            return OpenTelemetry.noop();
        }
        OtlpHttpSpanExporter exporter =
                OtlpHttpSpanExporter.builder().setEndpoint(endpoint.toString()).build();
        SdkTracerProvider tracers =
                SdkTracerProvider.builder()
                        .setResource(
                                Resource.getDefault().toBuilder()
                                        .put("service.name", "countersign")
                                        .build())
                        .setSampler(
                                Sampler.parentBased(new NightAndRatioSampler(properties.share())))
                        .addSpanProcessor(BatchSpanProcessor.builder(exporter).build())
                        .build();
        return OpenTelemetrySdk.builder().setTracerProvider(tracers).build();
    }

    /** For a command: what is not sent when it ends is sent then. */
    public static OpenTelemetry ofThisProcess() {
        OpenTelemetry telemetry = of(TraceProperties.ofThisProcess());
        if (telemetry instanceof OpenTelemetrySdk sdk) {
            Runtime.getRuntime().addShutdownHook(new Thread(sdk::close, "telemetry-close"));
        }
        return telemetry;
    }
}
