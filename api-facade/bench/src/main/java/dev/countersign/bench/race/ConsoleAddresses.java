package dev.countersign.bench.race;

import dev.countersign.bench.load.BenchBook;
import dev.countersign.reconcile.domain.id.BreakId;
import dev.countersign.reconcile.domain.id.DisputeId;
import dev.countersign.reconcile.domain.id.IdText;
import dev.countersign.reconcile.domain.id.TransactionId;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.Jdbi;

/** The pages of the console, each at an address that shows something. */
final class ConsoleAddresses {

    private static final int CARD = 77;

    /**
     * The address of a page.
     *
     * @param page how it is called
     */
    record Address(String page, String path) {}

    private final List<Address> all = new ArrayList<>();
    private final Jdbi jdbi;

    private ConsoleAddresses(Jdbi jdbi) {
        this.jdbi = jdbi;
    }

    /**
     * All of them, in a book that was written for it.
     *
     * @param night a date whose night was run
     */
    static List<Address> of(Jdbi jdbi, LocalDate night) {
        ConsoleAddresses addresses = new ConsoleAddresses(jdbi);
        addresses.lookups(night);
        addresses.queues();
        addresses.nights(night);
        addresses.administration();
        return addresses.all;
    }

    private void add(String page, String path) {
        all.add(new Address(page, path));
    }

    private void lookups(LocalDate night) {
        add("now", "/console/sandbox/now");
        add("search", "/console/sandbox/search");
        search("search by customer", BenchBook.customer(CARD).toString());
        search("search by last digits", "0077");
        search("search by last digits and day", "0077+" + night);
        search("search by external id", "nobody");
        search("search by network reference", "H4711");
        search(
                "search by ARN",
                one("select arn from clearing where network_txn_id = 'T7'", String.class));
        search("search by approval code", "004711");
        add("card", "/console/sandbox/cards/" + BenchBook.card(CARD));
        add(
                "transaction, declined",
                "/console/sandbox/transactions/"
                        + new TransactionId(
                                one("select id from transaction where network_txn_id = 'H7'")));
        add(
                "transaction, settled",
                "/console/sandbox/transactions/"
                        + new TransactionId(
                                one("select id from transaction where network_txn_id = 'T7'")));
    }

    private void search(String page, String word) {
        add(page, "/console/sandbox/search?q=" + word);
    }

    private void queues() {
        add("breaks", "/console/sandbox/breaks");
        add("breaks of a type", "/console/sandbox/breaks?type=LATE_PRESENTMENT");
        add("breaks, low", "/console/sandbox/breaks?severity=LOW");
        add("breaks of nobody", "/console/sandbox/breaks?owner=-");
        add("breaks, closed", "/console/sandbox/breaks?state=closed");
        add(
                "break",
                "/console/sandbox/breaks/"
                        + new BreakId(one("select id from break order by id limit 1")));
        add("disputes", "/console/sandbox/disputes");
        add("disputes, closed", "/console/sandbox/disputes?state=closed");
        add(
                "dispute",
                "/console/sandbox/disputes/"
                        + new DisputeId(one("select id from dispute order by id limit 1")));
        add("proposals", "/console/sandbox/proposals");
        add("quarantine", "/console/sandbox/quarantine");
    }

    private void nights(LocalDate night) {
        add("nights", "/console/sandbox/nights");
        add("night", "/console/sandbox/nights/1");
        add("proof", "/console/sandbox/proof");
        add("proof of a day", "/console/sandbox/proof/" + night);
        add("lines of a proof", "/console/sandbox/proof/" + night + "/EUR/purchase");
        String record =
                "/console/sandbox/records/"
                        + IdText.write(
                                "clr_", one("select id from clearing where network_txn_id = 'T7'"));
        add("record", record);
        add("match of a record", record + "/match");
        add("trial balance", "/console/sandbox/balance");
        add("account", "/console/sandbox/balance/2010/EUR?date=" + night);
        add("months", "/console/sandbox/months");
        add("month", "/console/sandbox/months/" + YearMonth.from(night));
        add("holds", "/console/sandbox/holds");
    }

    private void administration() {
        add("operators", "/console/sandbox/operators");
        add("API keys", "/console/sandbox/keys");
        add("card number keys", "/console/sandbox/card-keys");
        add("audit trail", "/console/sandbox/audit");
    }

    private UUID one(String sql) {
        return one(sql, UUID.class);
    }

    private <T> T one(String sql, Class<T> type) {
        return jdbi.withHandle(handle -> handle.createQuery(sql).mapTo(type).one());
    }
}
