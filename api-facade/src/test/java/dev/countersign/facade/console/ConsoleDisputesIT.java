package dev.countersign.facade.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.facade.testkit.ApiCaller;
import dev.countersign.facade.testkit.ConsoleCaller;
import dev.countersign.facade.testkit.TestProduct;
import dev.countersign.ingest.simulate.SimulatedMessage;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.dispute.FilingWindows;
import dev.countersign.reconcile.domain.dispute.QueuedDispute;
import dev.countersign.reconcile.domain.id.BreakId;
import dev.countersign.reconcile.domain.id.DisputeId;
import dev.countersign.reconcile.domain.list.ListPosition;
import dev.countersign.reconcile.domain.operator.OperatorRole;
import dev.countersign.reconcile.store.dispute.DisputeQueries;
import dev.countersign.reconcile.testkit.Patience;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Disputes and what nights propose, as people work on them. */
class ConsoleDisputesIT {

    private static final TestProduct PRODUCT = TestProduct.running();
    private static final Pattern BREAK =
            Pattern.compile("/console/sandbox/breaks/(brk_[0-9A-Z]{26})");

    private static ConsoleCaller viewer;
    private static ConsoleCaller ada;
    private static ApiCaller key;
    private static String disputed;
    private static String alsoDisputed;
    private static String one;
    private static String other;

    @BeforeAll
    static void makeADay() {
        viewer = ConsoleCaller.somebody(PRODUCT, "dispute-viewer", OperatorRole.VIEWER);
        ada = ConsoleCaller.somebody(PRODUCT, "dispute-ada", OperatorRole.OPERATOR);
        key = PRODUCT.caller(Mode.SANDBOX);
        disputed = purchase(4_000, 4_000);
        alsoDisputed = purchase(3_000, 3_000);
        String over = purchase(1_000, 5_000);
        String alsoOver = purchase(1_000, 6_000);
        key.night();
        one = proposed(over, 4_000);
        other = proposed(alsoOver, 5_000);
    }

    private static String purchase(long authorized, long cleared) {
        String bought = key.buy(key.card("virtual"), authorized);
        key.clear(bought, cleared);
        return bought;
    }

    /** As a night proposes to dispute a difference when the merchant's time is over. */
    private static String proposed(String transaction, long minor) {
        Matcher found = BREAK.matcher(viewer.page("/console/sandbox/transactions/" + transaction));
        assertThat(found.find()).isTrue();
        BreakId id = BreakId.parse(found.group(1)).orElseThrow();
        PRODUCT.book()
                .database()
                .doAtomically(
                        handle ->
                                handle.execute(
                                        """
                                        insert into dispute_assessment (break_id, mode, business_date, outcome,
                                                                        transaction_id, reason, amount_minor,
                                                                        currency, deadline, evidence)
                                        select id, mode, origin_date, 'proposed', transaction_id,
                                               'incorrect_amount', ?, currency, origin_date + 110,
                                               '{"rules_version":1}'
                                          from break
                                         where id = ?
                                        """,
                                        minor,
                                        id.value()));
        return id.toString();
    }

    /** Pages of any size show each dispute of the queue once, the nearest filing deadline first. */
    @Test
    void comeInTheOrderOfTheirDeadlines() {
        List<String> bought = List.of(purchase(100, 100), purchase(200, 200), purchase(300, 300));
        key.night();
        List<String> reasons = List.of("fraud", "other", "duplicate");
        List<String> opened = new ArrayList<>();
        for (int i = 0; i < bought.size(); i++) {
            opened.add(
                    key.create(
                            "/disputes",
                            "{\"transaction_id\":\"%s\",\"reason\":\"%s\"}"
                                    .formatted(bought.get(i), reasons.get(i))));
        }
        var taken = Map.of("to", "under_review", "remark", "by letter");
        assertThat(
                        ada.post("/console/sandbox/disputes/" + opened.get(2) + "/advance", taken)
                                .statusCode())
                .isEqualTo(303);
        DisputeQueries store = new DisputeQueries(FilingWindows.DEFAULT);
        List<QueuedDispute> whole =
                PRODUCT.book()
                        .database()
                        .read(
                                handle ->
                                        store.unresolved(
                                                handle, Mode.SANDBOX, ListPosition.start(), 100));
        List<QueuedDispute> pages = new ArrayList<>();
        List<QueuedDispute> page = whole.subList(0, 1);
        while (!page.isEmpty()) {
            pages.addAll(page);
            QueuedDispute.DisputePosition last = QueuedDispute.DisputePosition.of(page.getLast());
            page =
                    PRODUCT.book()
                            .database()
                            .read(
                                    handle ->
                                            store.unresolved(
                                                    handle,
                                                    Mode.SANDBOX,
                                                    ListPosition.after(last),
                                                    1));
        }

        assertThat(pages).isEqualTo(whole);
        assertThat(whole.stream().map(each -> each.dispute().id().toString()))
                .containsSubsequence(opened.get(1), opened.get(0), opened.get(2));
        assertThat(
                        PRODUCT.book()
                                .database()
                                .<Long>read(handle -> store.unresolved(handle, Mode.SANDBOX)))
                .isEqualTo(whole.size());
    }

    @Test
    void moveByTheTableAndNoOtherWay() {
        String id =
                key.create(
                        "/disputes",
                        "{\"transaction_id\":\"%s\",\"reason\":\"fraud\",\"evidence\":{\"amount\":1.10}}"
                                .formatted(disputed));
        String path = "/console/sandbox/disputes/" + id;

        assertThat(viewer.page("/console/sandbox/disputes")).contains(path, "110 days");
        assertThat(viewer.page("/console/sandbox/disputes.csv")).contains(id + "," + disputed);
        assertThat(viewer.page(path))
                .contains("&quot;amount&quot; : 1.10", "<dt>Amount</dt>", "<dd>1.10</dd>")
                .doesNotContain("Move it");
        assertThat(ada.page(path)).contains("network takes it");
        assertThat(ConsoleCaller.location(viewer.get("/console/sandbox/search?q=" + id)))
                .isEqualTo(path);
        Map<String, String> won = Map.of("to", "won", "remark", "by letter");
        assertThat(viewer.post(path + "/advance", won).statusCode()).isEqualTo(403);
        HttpResponse<String> tooFar = ada.post(path + "/advance", won);
        assertThat(tooFar.statusCode()).isEqualTo(409);
        assertThat(tooFar.body()).contains("A dispute that is open does not become won.");

        Map<String, String> taken = Map.of("to", "under_review", "remark", "by letter");
        assertThat(ada.post(path + "/advance", taken).statusCode()).isEqualTo(303);
        assertThat(ada.post(path + "/advance", won).statusCode()).isEqualTo(303);

        assertThat(key.get("/disputes/" + id).text("/status")).isEqualTo("won");
        assertThat(viewer.page("/console/sandbox/disputes?state=closed")).contains(path);
        assertThat(viewer.page("/console/sandbox/audit?subject=" + id))
                .contains("under_review: by letter", "won: by letter", "dispute-ada");
    }

    @Test
    void takeMoreEvidenceWhileTheyAreNotDecided() {
        String id =
                key.create(
                        "/disputes",
                        "{\"transaction_id\":\"%s\",\"reason\":\"fraud\",\"evidence\":{\"amount\":1.10}}"
                                .formatted(alsoDisputed));
        String path = "/console/sandbox/disputes/" + id;
        Map<String, String> receipt = Map.of("name", "receipt_number", "text", "A \"17\" <b>");
        assertThat(viewer.page(path)).doesNotContain("Add evidence");
        assertThat(viewer.post(path + "/evidence", receipt).statusCode()).isEqualTo(403);

        assertThat(ada.post(path + "/evidence", receipt).statusCode()).isEqualTo(303);

        assertThat(key.get("/disputes/" + id).text("/evidence/receipt_number"))
                .isEqualTo("A \"17\" <b>");
        assertThat(viewer.page(path)).contains("&quot;amount&quot; : 1.10", "&lt;b&gt;");
        assertThat(viewer.page("/console/sandbox/audit?subject=" + id))
                .contains("dispute.add_evidence", "receipt_number");
        HttpResponse<String> again = ada.post(path + "/evidence", receipt);
        assertThat(again.statusCode()).isEqualTo(409);
        assertThat(again.body()).contains("There is already a receipt_number");
        assertThat(evidence(path, "no spaces", "x").statusCode()).isEqualTo(409);
        assertThat(evidence(path, "empty", " ").statusCode()).isEqualTo(409);
        assertThat(evidence(path, "long", "x".repeat(64 * 1_024)).body()).contains("64 KB at most");

        ada.post(path + "/advance", Map.of("to", "withdrawn", "remark", "given up"));
        assertThat(evidence(path, "late", "x").body()).contains("takes no more evidence");
        assertThat(viewer.page(path + "/journals.csv")).startsWith("business_date,event,debit");
    }

    @Test
    void tellWhatTheyClaimedAtFirstWhereAReversalLeftLess() {
        String bought = purchase(900, 900);
        key.night();
        String id =
                key.create(
                        "/disputes",
                        "{\"transaction_id\":\"%s\",\"reason\":\"fraud\"}".formatted(bought));
        String path = "/console/sandbox/disputes/" + id;
        assertThat(viewer.page(path)).doesNotContain("Claimed at first");

        reduce(DisputeId.parse(id).orElseThrow(), 200);

        assertThat(viewer.page(path))
                .containsSubsequence("7.00", "Claimed at first", "9.00", "a reversal left less");
    }

    /** As a night does after a reversal. */
    private static void reduce(DisputeId id, long minor) {
        PRODUCT.book()
                .database()
                .doAtomically(
                        handle ->
                                handle.execute(
                                        """
                                        update dispute
                                           set amount_minor = amount_minor - ?,
                                               reduced_minor = ?
                                         where id = ?
                                        """,
                                        minor,
                                        minor,
                                        id.value()));
    }

    /** One is of what is disputed, the other more than that: it waits in suspense. */
    @Test
    void showWhatCyclesSettledOfThemAndAllThatItMoved() throws InterruptedException {
        String bought = purchase(800, 800);
        key.night();
        String id =
                key.create(
                        "/disputes",
                        "{\"transaction_id\":\"%s\",\"reason\":\"other\"}".formatted(bought));
        String path = "/console/sandbox/disputes/" + id;
        assertThat(viewer.page(path)).contains("Other reason", "No cycle has settled anything");

        PRODUCT.feed()
                .send(
                        List.of(
                                settled(id, "chargeback", "accepted", -800),
                                settled(id, "representment", "received", 900)));
        Patience.until(() -> PRODUCT.behind().orElse(1) == 0);
        key.night();

        assertThat(viewer.page(path))
                .containsSubsequence("Chargeback", "Accepted", "10.4", "Booked", "−8.00")
                .containsSubsequence("Representment", "Received", "Suspended", "9.00")
                .containsSubsequence("Chargeback settled", "2010", "2200")
                .contains("Suspense");
        assertThat(viewer.page(path + "/journals.csv"))
                .contains("chargeback_settled,2010,2200,800,8.00,EUR", "suspense,", ",900,9.00");
    }

    private static SimulatedMessage settled(String id, String kind, String stage, long minor) {
        Instant now = Instant.now();
        String text =
                """
                {"schema_version":1,"message_id":"%s","kind":"%s","network":"visa",
                 "source":{"system":"cases"},"transmitted_at":"%s","refs":{"case_id":"%s"},
                 "dispute":{"reason_code":"10.4","stage":"%s"},
                 "settlement":{"settlement_date":"2031-05-06","cycle":1,"service":"intl",
                               "institution_id":"1000000000","currency":"EUR","amount":%s}}
                """
                        .formatted(UUID.randomUUID(), kind, now, id, stage, minor)
                        .replaceAll("\\s*\n\\s*", "");
        return new SimulatedMessage(now, id, text, true);
    }

    /** The days that are left to file, and the last of them, as a page has them. */
    private static List<String> filing(String page) {
        Matcher left = Pattern.compile("<span>[0-9]+ days</span>").matcher(page);
        Matcher until = Pattern.compile("<dt>File by</dt>.*?</dd>").matcher(page);
        assertThat(left.find()).as(page).isTrue();
        assertThat(until.find()).as(page).isTrue();
        return List.of(left.group(), until.group());
    }

    private static HttpResponse<String> evidence(String path, String name, String text) {
        return ada.post(path + "/evidence", Map.of("name", name, "text", text));
    }

    @Test
    void areProposedAndThenAcceptedOrRejected() {
        assertThat(viewer.page("/console/sandbox/disputes"))
                .contains("that nights proposed wait", "for your answer");
        assertThat(viewer.page("/console/sandbox/proposals")).contains(one, other);
        assertThat(viewer.page("/console/sandbox/proposals.csv")).contains(one, other);
        String proposal = viewer.page("/console/sandbox/proposals/" + one);
        assertThat(proposal).contains("rules_version");
        assertThat(
                        viewer.post("/console/sandbox/proposals/" + one + "/accept", Map.of())
                                .statusCode())
                .isEqualTo(403);

        HttpResponse<String> accepted =
                ada.post("/console/sandbox/proposals/" + one + "/accept", Map.of());
        assertThat(accepted.statusCode()).isEqualTo(303);
        String opened = ConsoleCaller.location(accepted);
        assertThat(viewer.page(opened))
                .contains("Incorrect amount", "40.00", one, "rules_version")
                .contains(filing(proposal));
        assertThat(ada.post("/console/sandbox/proposals/" + one + "/accept", Map.of()).statusCode())
                .isEqualTo(409);

        String rejected = "/console/sandbox/proposals/" + other;
        assertThat(ada.post(rejected + "/reject", Map.of()).statusCode()).isEqualTo(409);
        assertThat(ada.post(rejected + "/reject", Map.of("reason", "it was a tip")).statusCode())
                .isEqualTo(303);
        assertThat(viewer.get(rejected).statusCode()).isEqualTo(404);
        assertThat(viewer.page("/console/sandbox/breaks/" + other)).contains("Open");
        assertThat(viewer.page("/console/sandbox/audit?subject=" + other))
                .contains("dispute.reject_proposal", "it was a tip");
    }
}
