package dev.countersign.facade.launch.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.facade.testkit.ApiCaller;
import dev.countersign.facade.testkit.ApiCaller.Reply;
import dev.countersign.ingest.feed.topic.Topics;
import dev.countersign.ingest.simulate.SimulatedCard;
import dev.countersign.reconcile.testkit.Patience;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.function.Function;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Cardholders who change their cards over the REST interface and buy something when they were
 * answered: what was answered counts. A request that is not answered is made again, at any process;
 * where it creates something, under the same idempotency key.
 */
final class CardOwnerStory {

    private static final long AMOUNT = 1_000;
    private static final long BETWEEN_ATTEMPTS_MILLIS = 50;

    private final SupervisedProduct product;
    private final SplittableRandom random;
    private final SplittableRandom ofProcesses;
    private int number;
    private long asked;
    private long askedAgain;

    CardOwnerStory(SupervisedProduct product, SplittableRandom random) {
        this.product = product;
        this.random = random;
        this.ofProcesses = random.split();
    }

    /**
     * Uses each card some times.
     *
     * @param at time of the network at which it is first used
     * @param pauseMillis time of the clock from one use to the next
     */
    void tell(List<SimulatedCard> cards, int times, Instant at, long pauseMillis) {
        try (var producer =
                new KafkaProducer<>(
                        product.client(), new ByteArraySerializer(), new ByteArraySerializer())) {
            for (int i = 0; i < times * cards.size(); i++) {
                use(cards.get(i % cards.size()), at.plusSeconds(i), producer);
                SupervisedProduct.rest(pauseMillis);
            }
        }
    }

    private void use(SimulatedCard card, Instant at, KafkaProducer<byte[], byte[]> producer) {
        number++;
        String path = "/cards/" + card.id();
        long limit = random.nextLong(2 * AMOUNT);
        boolean frozen = random.nextInt(3) == 0;
        answered(
                201,
                "",
                caller ->
                        caller.post(
                                "/customers",
                                "{\"type\":\"individual\",\"external_id\":\"owner-%s\"}"
                                        .formatted(number),
                                "owner-" + number));
        answered(
                200,
                "",
                caller ->
                        caller.put(
                                path + "/spending-controls",
                                "{\"single_transaction_limit\":%s}".formatted(limit)));
        if (frozen) {
            answered(200, "card_already_frozen", caller -> caller.post(path + "/freeze", ""));
        }
        assertThat(decision(card, at, producer))
                .as("purchase %d, limit %d", number, limit)
                .isEqualTo(
                        frozen
                                ? "card_frozen"
                                : limit < AMOUNT ? "spending_limit_exceeded" : "none");
        if (frozen) {
            answered(200, "card_not_frozen", caller -> caller.post(path + "/unfreeze", ""));
        }
    }

    /**
     * Asks until there is an answer.
     *
     * @param done code of the refusal where it was done the first time, and the answer was lost
     */
    private void answered(int status, String done, Function<ApiCaller, Reply> request) {
        asked++;
        for (boolean again = false; !isAnswered(status, again ? done : "", request); again = true) {
            askedAgain++;
            SupervisedProduct.rest(BETWEEN_ATTEMPTS_MILLIS);
        }
    }

    private boolean isAnswered(int status, String done, Function<ApiCaller, Reply> request) {
        List<ApiCaller> callers = product.callers();
        if (callers.isEmpty()) {
            return false;
        }
        try {
            Reply reply = request.apply(callers.get(ofProcesses.nextInt(callers.size())));
            String code = reply.text("/error/code");
            if (reply.status() >= 500 || code.equals("idempotency_key_in_use")) {
                return false;
            }
            if (code.isEmpty() || !code.equals(done)) {
                assertThat(reply.status()).as("%s", reply.body()).isEqualTo(status);
            }
            return true;
        } catch (UncheckedIOException e) {
            return false; // the process is gone
        }
    }

    private String decision(
            SimulatedCard card, Instant at, KafkaProducer<byte[], byte[]> producer) {
        String reference = String.format(Locale.ROOT, "9%014d", number);
        try {
            var unused =
                    producer.send(
                                    new ProducerRecord<>(
                                            Topics.FEED,
                                            bytes(card.id().toString()),
                                            purchase(card, at, reference)))
                            .get();
        } catch (Exception e) {
            throw new IllegalStateException("the broker did not take " + reference, e);
        }
        Patience.until(() -> !decisions(reference).isEmpty());
        return decisions(reference).getFirst();
    }

    private static byte[] purchase(SimulatedCard card, Instant at, String reference) {
        return bytes(
                """
                {"schema_version":1,"message_id":"%1$s","kind":"authorization_request","network":"visa",
                 "source":{"system":"gw1"},"transmitted_at":"%2$s","card_id":"%3$s","expiry":"2032-12",
                 "refs":{"network_txn_id":"%4$s","stan":"000123","acquirer_id":"400001"},
                 "processing_code":"000000","pos_entry_mode":"051","direction":"debit",
                 "amount":{"value":%5$s,"currency":"EUR"},
                 "merchant_amount":{"value":%5$s,"currency":"EUR"},
                 "merchant":{"id":"M1","terminal_id":"T1","name":"TRATTORIA","mcc":"5812",
                             "city":"ROMA","country":"IT"},
                 "flags":{},"cvm":{"pin":"match","cryptogram":"valid"}}
                """
                        .formatted(
                                UUID.nameUUIDFromBytes(bytes(reference)),
                                at,
                                card.id(),
                                reference,
                                AMOUNT));
    }

    private List<String> decisions(String reference) {
        return product.jdbi()
                .withHandle(
                        handle ->
                                handle.createQuery(
                                                """
                                                select coalesce(decline_reason, 'none')
                                                  from transaction
                                                 where network_txn_id = :reference
                                                """)
                                        .bind("reference", reference)
                                        .mapTo(String.class)
                                        .list());
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** The number of messages that were sent. */
    int sent() {
        return number;
    }

    @Override
    public String toString() {
        return asked + " requests, made again " + askedAgain + " times";
    }
}
