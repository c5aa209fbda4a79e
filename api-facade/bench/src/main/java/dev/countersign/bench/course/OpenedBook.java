package dev.countersign.bench.course;

import dev.countersign.bench.load.BenchBook;
import dev.countersign.bench.load.RestClients;
import dev.countersign.bench.load.RestClients.RestCall;
import dev.countersign.bench.stage.Stage;
import java.util.UUID;

/**
 * A book that the interface was opened on: with keys, cards, and one card that the product itself
 * made.
 *
 * @param database that is copied for each turn, with its keys
 * @param card the one
 */
public record OpenedBook(Stage stage, String database, UUID card) {

    /** Each card of a new book is of the first customer. */
    public static final RestClients.Calls CREATE =
            (client, number) ->
                    new RestCall(
                            "POST",
                            "/cards",
                            """
                            {"customer_id":"%s","type":"virtual","currency":"EUR",\
                            "spending_controls":{"daily_limit":100000}}"""
                                    .formatted(BenchBook.customer(1)));

    public static OpenedBook write(Course course, int cards) throws InterruptedException {
        Stage stage = course.stage();
        course.log("writing a book of " + cards + " cards, opened for the interface");
        String database = stage.emptyDatabase();
        course.feed().recreate(SteadyRate.PARTITIONS);
        try (ApiProcess product = ApiProcess.start(stage, database)) {
            stage.database(database).useTransaction(handle -> BenchBook.write(handle, cards));
            var unused = product.clients().ask(CREATE.call(0, 0));
        }
        UUID card =
                stage.database(database)
                        .withHandle(
                                handle ->
                                        handle.createQuery("select card_id from card_pan")
                                                .mapTo(UUID.class)
                                                .one());
        stage.database(database).useHandle(BenchBook::forgetChanges);
        stage.database(database).useHandle(handle -> handle.execute("vacuum analyze"));
        return new OpenedBook(stage, database, card);
    }

    /** A copy for one turn. */
    public String copy() {
        return stage.copyWithHome(database);
    }
}
