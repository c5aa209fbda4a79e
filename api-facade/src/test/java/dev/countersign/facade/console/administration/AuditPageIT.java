package dev.countersign.facade.console.administration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.facade.console.page.CsvFile;
import dev.countersign.reconcile.Console;
import dev.countersign.reconcile.domain.audit.SecurityEvent;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.service.access.AuditTrail;
import dev.countersign.reconcile.service.audit.AuditChain;
import dev.countersign.reconcile.testkit.PostgresExtension;
import dev.countersign.reconcile.vault.key.Pkcs12Keys;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The audit trail at the console, where it cannot be sealed. */
class AuditPageIT {

    @RegisterExtension static final PostgresExtension POSTGRES = new PostgresExtension();

    @TempDir private Path directory;

    private AuditChain chain(Database database, String keyFile) {
        return Console.openChain(
                database,
                Pkcs12Keys.open(
                        directory.resolve(keyFile), "password".toCharArray(), new SecureRandom()),
                InstantSource.system());
    }

    @Test
    void showsWhatIsSealedAlsoUnderKeysThatSealNothingMore() throws Exception {
        Database database = Database.over(POSTGRES.dataSource());
        AuditTrail trail = Console.openTrail(database, InstantSource.system());
        trail.record(SecurityEvent.LOGOUT, "ada", "");
        assertThat(chain(database, "right.p12").seal()).isEqualTo(1);
        trail.record(SecurityEvent.LOGOUT, "grace", "");

        AuditPage page = new AuditPage(trail, chain(database, "wrong.p12"));

        assertThat(sent(page.file(null, null))).contains("ada").doesNotContain("grace");
    }

    private static String sent(CsvFile file) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        file.render(
                Map.of(),
                onlyWith(HttpServletRequest.class, "getMethod", "GET"),
                onlyWith(
                        HttpServletResponse.class,
                        "getOutputStream",
                        new ServletOutputStream() {
                            @Override
                            public boolean isReady() {
                                return true;
                            }

                            @Override
                            public void setWriteListener(WriteListener listener) {
                                throw new IllegalStateException("nobody waits to write");
                            }

                            @Override
                            public void write(int one) {
                                bytes.write(one);
                            }
                        }));
        return bytes.toString(StandardCharsets.UTF_8);
    }

    /** Something of a web server that has one answer. */
    private static <T> T onlyWith(Class<T> type, String method, Object answer) {
        return type.cast(
                Proxy.newProxyInstance(
                        type.getClassLoader(),
                        new Class<?>[] {type},
                        (proxy, called, arguments) ->
                                called.getName().equals(method) ? answer : null));
    }
}
