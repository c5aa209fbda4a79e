package dev.countersign.facade.launch.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import java.net.URI;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

class TracePropertiesTest {

    private static TraceProperties bound(Map<String, String> settings) {
        return new Binder(new MapConfigurationPropertySource(settings))
                .bindOrCreate("countersign.traces", TraceProperties.class);
    }

    @Test
    void isOffUntilAnEndpointIsNamed() {
        TraceProperties none = bound(Map.of());

        assertThat(none).isEqualTo(new TraceProperties(null, 0.01));
        assertThat(Telemetry.of(none)).isSameAs(OpenTelemetry.noop());
    }

    @Test
    void sendsToTheEndpointThatIsNamed() {
        TraceProperties named =
                bound(
                        Map.of(
                                "countersign.traces.endpoint", "http://127.0.0.1:4318/v1/traces",
                                "countersign.traces.share", "0.5"));

        assertThat(named.endpoint()).isEqualTo(URI.create("http://127.0.0.1:4318/v1/traces"));
        assertThat(named.share()).isEqualTo(0.5);
        try (OpenTelemetrySdk sdk = (OpenTelemetrySdk) Telemetry.of(named)) {
            assertThat(sdk.getSdkTracerProvider().toString()).contains("nights and");
        }
    }

    @Test
    void refusesWhatCannotBe() {
        assertThatThrownBy(() -> new TraceProperties(null, 1.5))
                .hasMessageContaining("countersign.traces.share");
        assertThatThrownBy(() -> new TraceProperties(URI.create("collector"), 0.1))
                .hasMessageContaining("countersign.traces.endpoint");
    }
}
