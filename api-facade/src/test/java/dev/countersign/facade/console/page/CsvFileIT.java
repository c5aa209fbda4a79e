package dev.countersign.facade.console.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.countersign.facade.output.Columns;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.ref.WeakReference;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.Wrapper;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Lists as files over HTTP, from a web server like the product's. */
class CsvFileIT {

    private static final Columns<Long> COLUMNS =
            Columns.<Long>of().number("number", row -> row).text("text", row -> "row " + row);

    @TempDir static Path directory;

    private static Tomcat server;
    private static Supplier<CsvFile> file;

    @BeforeAll
    static void begin() throws LifecycleException {
        server = new Tomcat();
        server.setBaseDir(directory.toString());
        Connector connector = server.getConnector();
        connector.setPort(0);
        Context context = server.addContext("", directory.toString());
        Wrapper servlet =
                Tomcat.addServlet(
                        context,
                        "file",
                        new HttpServlet() {
                            private static final long serialVersionUID = 1L;

                            @Override
                            protected void doGet(
                                    HttpServletRequest request, HttpServletResponse response)
                                    throws IOException {
                                file.get().render(Map.of(), request, response);
                            }
                        });
        servlet.addMapping("/*");
        server.start();
    }

    @AfterAll
    static void end() throws LifecycleException {
        server.stop();
        server.destroy();
    }

    /** The numbers from one on. */
    private static CsvFile.Source<Long> numbers(long last) {
        return (after, limit) -> {
            long from = after == null ? 1 : after + 1;
            return LongStream.range(from, Math.min(from + limit, last + 1)).boxed().toList();
        };
    }

    private static HttpResponse<String> download() throws IOException, InterruptedException {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(
                                        URI.create(
                                                "http://127.0.0.1:"
                                                        + server.getConnector().getLocalPort()))
                                .build(),
                        BodyHandlers.ofString());
    }

    @Test
    void hasEveryRowInItsOrderHoweverManyThereAre() throws Exception {
        for (long rows : List.of(0L, 1L, 4_999L, 5_000L, 5_001L, 123_456L)) {
            file = () -> CsvFile.of("numbers", COLUMNS, numbers(rows));

            List<String> lines = download().body().lines().toList();

            assertThat(lines).hasSize((int) rows + 1).startsWith("number,text");
            assertThat(lines.getLast())
                    .isEqualTo(rows == 0 ? "number,text" : rows + ",row " + rows);
            assertThat(lines).doesNotHaveDuplicates();
        }
    }

    @Test
    void keepsNoRowInMemoryThatWasSent() throws Exception {
        List<WeakReference<List<Long>>> parts = new ArrayList<>();
        List<Long> keptAtOnce = new ArrayList<>();
        file =
                () ->
                        CsvFile.of(
                                "numbers",
                                COLUMNS,
                                (last, limit) -> {
                                    List<Long> part =
                                            new ArrayList<>(numbers(300_000).after(last, limit));
                                    parts.add(new WeakReference<>(part));
                                    if (parts.size() % 20 == 0) {
                                        System.gc();
                                        keptAtOnce.add(
                                                parts.stream()
                                                        .filter(each -> each.get() != null)
                                                        .count());
                                    }
                                    return part;
                                });

        assertThat(download().body().lines()).hasSize(300_001);
        // The first, which was read before anything was sent, the last and this one.
        assertThat(keptAtOnce).hasSize(3).allMatch(kept -> kept <= 3);
    }

    @Test
    void breaksOffWhereAListWouldHaveNoEnd() {
        file =
                () ->
                        CsvFile.of(
                                "numbers",
                                COLUMNS,
                                (last, limit) -> numbers(limit).after(null, limit));

        assertThatThrownBy(CsvFileIT::download).isInstanceOf(IOException.class);
    }

    @Test
    void breaksOffSoThatNobodyTakesItForComplete() throws Exception {
        file =
                () ->
                        CsvFile.of(
                                "numbers",
                                COLUMNS,
                                (last, limit) -> {
                                    if (last != null && last >= 10_000) {
                                        throw new IllegalStateException("the database is away");
                                    }
                                    return numbers(1_000_000).after(last, limit);
                                });

        assertThatThrownBy(CsvFileIT::download).isInstanceOf(IOException.class);
        String sent = sent();
        assertThat(sent)
                .contains("10000,row 10000\r\n")
                .contains("not complete: it broke off after 10,000 rows")
                .doesNotContain("10001,", "<html", "Exception");
        // The last chunk, of no bytes, is what says that an answer is whole.
        assertThat(sent).doesNotEndWith("\r\n0\r\n\r\n");
    }

    @Test
    void breaksOffWhereARowCannotBeWritten() {
        file =
                () ->
                        CsvFile.of(
                                "numbers",
                                Columns.<Long>of().number("inverse", row -> 1_000 / (row - 3)),
                                numbers(5));

        assertThatThrownBy(CsvFileIT::download).isInstanceOf(IOException.class);
    }

    @Test
    void refusesAListThatWasNotReadToItsEnd() {
        List<Long> found = numbers(11).after(null, 100);

        assertThat(CsvFile.bounded("numbers", COLUMNS, found, 11, "Ask for less.")).isNotNull();
        assertThatThrownBy(() -> CsvFile.bounded("numbers", COLUMNS, found, 10, "Ask for less."))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage(
                        "There are more than 10 rows, and a file that ends there would look"
                                + " complete. Ask for less.");
    }

    /** All that the server sends until it closes the connection. */
    private static String sent() throws IOException {
        try (Socket socket =
                new Socket(
                        InetAddress.getLoopbackAddress(), server.getConnector().getLocalPort())) {
            OutputStream out = socket.getOutputStream();
            out.write(
                    "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
                            .getBytes(StandardCharsets.US_ASCII));
            out.flush();
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
