package dev.countersign.facade.rest;

import dev.countersign.facade.rest.input.AllowedValues;
import dev.countersign.facade.rest.input.Body;
import dev.countersign.facade.rest.input.Call;
import dev.countersign.facade.rest.input.ObjectShape;
import dev.countersign.facade.rest.input.PropertyType;
import dev.countersign.facade.rest.input.Query;
import dev.countersign.facade.rest.input.Query.IdFilter;
import dev.countersign.facade.rest.json.DisputeJson;
import dev.countersign.facade.rest.json.ListJson;
import dev.countersign.reconcile.domain.ErrorCode;
import dev.countersign.reconcile.domain.RequestRefusedException;
import dev.countersign.reconcile.domain.account.Book;
import dev.countersign.reconcile.domain.dispute.Dispute;
import dev.countersign.reconcile.domain.dispute.DisputeFilter;
import dev.countersign.reconcile.domain.dispute.DisputeReason;
import dev.countersign.reconcile.domain.dispute.DisputeStatus;
import dev.countersign.reconcile.domain.id.DisputeId;
import dev.countersign.reconcile.domain.id.TransactionId;
import dev.countersign.reconcile.domain.list.ListPage;
import dev.countersign.reconcile.service.NotFound;
import dev.countersign.reconcile.service.operations.Disputes;
import dev.countersign.reconcile.service.operations.Disputes.NewDispute;
import jakarta.servlet.http.HttpServletRequest;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Disputes of settled transactions. */
@RestController
@RequestMapping({"/v1/disputes", "/sandbox/v1/disputes"})
record DisputesResource(Disputes disputes) {

    private static final String READ = "disputes:read";
    private static final String WRITE = "disputes:write";
    private static final AllowedValues<DisputeReason> REASONS =
            AllowedValues.of(DisputeReason.class);
    private static final AllowedValues<DisputeStatus> STATUSES =
            AllowedValues.of(DisputeStatus.class);

    private static final ObjectShape CREATE =
            new ObjectShape()
                    .required(PropertyType.TEXT, "transaction_id", "reason")
                    .optional(PropertyType.INTEGER, "amount")
                    .optional(PropertyType.OBJECT, "evidence")
                    .fixed(DisputeJson.class);

    @PostMapping
    ResponseEntity<String> create(HttpServletRequest request) {
        Book book = Call.book(request, WRITE);
        Call.requireKeyForm(request);
        Body body = Body.read(request, CREATE);
        NewDispute wanted =
                new NewDispute(
                        body.requiredId("transaction_id"),
                        body.integer("amount", 1),
                        body.requiredChoice("reason", REASONS),
                        evidence(body));
        return Call.send(
                disputes.open(book, wanted, Call.creation(request, book, body, DisputeJson::of)));
    }

    private static @Nullable String evidence(Body body) {
        String evidence = body.json("evidence");
        if (evidence == null) {
            return null;
        }
        if (evidence.getBytes(StandardCharsets.UTF_8).length > Dispute.EVIDENCE_BYTES_MAX) {
            throw RequestRefusedException.at(ErrorCode.EVIDENCE_TOO_LARGE, "evidence");
        }
        return evidence;
    }

    @GetMapping
    ListJson<DisputeJson> list(HttpServletRequest request) {
        Book book = Call.book(request, READ);
        Query query = Query.of(request, book, Set.of("status", "transaction_id"));
        IdFilter<TransactionId> transaction = query.id("transaction_id", TransactionId::parse);
        DisputeFilter filter =
                new DisputeFilter(book, query.choice("status", STATUSES), transaction.id());
        int limit = query.limit();
        var after = query.after();
        ListPage<Dispute> page =
                transaction.unknown() ? ListPage.empty() : disputes.list(filter, after, limit);
        return ListJson.of(page, DisputeJson::of, query);
    }

    @GetMapping("/{dispute_id}")
    DisputeJson get(@PathVariable("dispute_id") String id, HttpServletRequest request) {
        Book book = Call.book(request, READ);
        return DisputeId.parse(id)
                .flatMap(known -> disputes.find(book, known))
                .map(DisputeJson::of)
                .orElseThrow(() -> NotFound.of("dispute", "dispute_id"));
    }
}
