package dev.countersign.facade.sandbox;

import dev.countersign.facade.rest.input.Body;
import dev.countersign.facade.rest.input.Call;
import dev.countersign.facade.rest.input.ObjectShape;
import dev.countersign.facade.rest.input.PropertyType;
import dev.countersign.ingest.simulate.Envelope;
import dev.countersign.reconcile.domain.ErrorCode;
import dev.countersign.reconcile.domain.RequestRefusedException;
import dev.countersign.reconcile.domain.account.Book;
import dev.countersign.reconcile.domain.money.Currencies;
import dev.countersign.reconcile.service.SandboxClock;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** The network's word about settlement: totals of cycles, and files with header and trailer. */
@RestController
@RequestMapping("/sandbox/v1/test_helpers")
record TestSettlementResource(SandboxFeed feed, SandboxMessages messages, SandboxClock clock) {

    static final String INSTITUTION = "1000000000";
    static final String SERVICE = "intl";
    static final Pattern FILE = Pattern.compile("[A-Za-z0-9._-]{1,64}");
    static final String FILE_WORDS = "1 to 64 letters, digits, dots, hyphens and underscores";

    private static final String NETWORK = "visa";
    private static final int CYCLE_MAX = 99;
    private static final int VERSION_MAX = 1_000;
    private static final List<String> COUNTS =
            List.of("debit_count", "debit_amount", "credit_count", "credit_amount");

    private static final ObjectShape TOTAL =
            new ObjectShape()
                    .required(PropertyType.TEXT, "currency")
                    .optional(
                            PropertyType.INTEGER,
                            "cycle",
                            "debit_count",
                            "debit_amount",
                            "credit_count",
                            "credit_amount",
                            "version");
    private static final ObjectShape FILE_HEADER =
            new ObjectShape().required(PropertyType.TEXT, "file_id");
    private static final ObjectShape TRAILER =
            new ObjectShape()
                    .optional(
                            PropertyType.INTEGER,
                            "debit_count",
                            "debit_amount",
                            "credit_count",
                            "credit_amount");

    /** A message of the network that waits for the night. */
    record NetworkMessageJson(String object) {}

    @PostMapping("/settlement_totals")
    @ResponseStatus(HttpStatus.ACCEPTED)
    NetworkMessageJson total(HttpServletRequest request) {
        Book book = Call.book(request, TestAuthorizationsResource.WRITE);
        Body body = Body.read(request, TOTAL);
        Instant now = clock.now();
        String currency = currency(body);
        int cycle = cycle(body);
        Envelope message = ofBook("settlement_total", now, book);
        LocalDate date = settlementDate(now);
        settled(message, date, cycle, currency);
        long net = sums(body, message);
        message.with("total", "interchange_net", 0)
                .with("total", "fees", 0)
                .with("total", "net_amount", net)
                .with("total", "is_complete", true)
                .with("total", "version", bounded(body, "version", VERSION_MAX));
        send("%s|%s|%s|%s".formatted(NETWORK, date, cycle, currency), message);
        return new NetworkMessageJson("settlement_total");
    }

    @PostMapping("/clearing_files")
    @ResponseStatus(HttpStatus.ACCEPTED)
    NetworkMessageJson header(HttpServletRequest request) {
        Book book = Call.book(request, TestAuthorizationsResource.WRITE);
        Body body = Body.read(request, FILE_HEADER);
        String file = file(body.text("file_id", FILE, FILE_WORDS));
        send(file, ofFile("batch_header", book, file));
        return new NetworkMessageJson("clearing_file");
    }

    @PostMapping("/clearing_files/{file_id}/trailer")
    @ResponseStatus(HttpStatus.ACCEPTED)
    NetworkMessageJson trailer(@PathVariable("file_id") String file, HttpServletRequest request) {
        Book book = Call.book(request, TestAuthorizationsResource.WRITE);
        Body body = Body.readOptional(request, TRAILER);
        Envelope message = ofFile("batch_trailer", book, file(file));
        var unused = sums(body, message);
        send(file, message);
        return new NetworkMessageJson("clearing_file");
    }

    /** The cycle of the day that a body names, else the first. */
    static int cycle(Body body) {
        return bounded(body, "cycle", CYCLE_MAX);
    }

    private static int bounded(Body body, String name, int max) {
        Long value = body.integer(name, 1);
        if (value != null && value > max) {
            throw new RequestRefusedException(
                    ErrorCode.VALUE_OUT_OF_RANGE, "The number must be 1 to " + max + ".", name);
        }
        return value == null ? 1 : value.intValue();
    }

    /** Records are settled the day after. */
    static LocalDate settlementDate(Instant at) {
        return LocalDate.ofInstant(at, ZoneOffset.UTC).plusDays(1);
    }

    static Envelope settled(Envelope message, LocalDate date, int cycle, String currency) {
        return message.with("settlement", "settlement_date", date.toString())
                .with("settlement", "cycle", cycle)
                .with("settlement", "service", SERVICE)
                .with("settlement", "institution_id", INSTITUTION)
                .with("settlement", "currency", currency);
    }

    private void send(String key, Envelope message) {
        var unused = feed.post(key, message);
    }

    /** Debits less credits. */
    private static long sums(Body body, Envelope message) {
        COUNTS.forEach(name -> message.with("total", name, orElse(body, name, 0)));
        return orElse(body, "debit_amount", 0) - orElse(body, "credit_amount", 0);
    }

    private static long orElse(Body body, String name, long otherwise) {
        Long value = body.integer(name, 0);
        return value == null ? otherwise : value;
    }

    private static String currency(Body body) {
        return Currencies.find(body.requiredText("currency", 3))
                .orElseThrow(
                        () ->
                                new RequestRefusedException(
                                        ErrorCode.VALUE_INVALID,
                                        "That is not a currency.",
                                        "currency"))
                .getCurrencyCode();
    }

    private static String file(@Nullable String id) {
        if (id == null || !FILE.matcher(id).matches()) {
            throw new RequestRefusedException(
                    ErrorCode.VALUE_INVALID, "A file is named by " + FILE_WORDS + ".", "file_id");
        }
        return id;
    }

    private Envelope ofBook(String kind, Instant at, Book book) {
        return messages.ofNetwork(kind, NETWORK, at)
                .with("account_id", book.account().toString())
                .with("mode", book.mode().wire());
    }

    private Envelope ofFile(String kind, Book book, String file) {
        return ofBook(kind, clock.now(), book).with("source", "file_id", file);
    }
}
