package dev.countersign.ingest.simulate;

import java.time.Instant;
import java.time.LocalDate;
import java.util.UUID;

/** The sums of a network for one settlement date: it adds up every record that it sent, once. */
public final class NetworkCycle {

    static final String INSTITUTION = "1000000000";
    static final String SERVICE = "intl";
    static final int NUMBER = 1;

    /** Fees that the network takes for a cycle. */
    public static final long FEES = 25;

    private final Key key;
    private final String institution;
    private long debitCount;
    private long debits;
    private long creditCount;
    private long credits;
    private long interchange;

    /** The cycles of a settlement date are told apart by network and currency. */
    public record Key(String network, String currency, LocalDate settlementDate) {}

    NetworkCycle(Key key) {
        this(key, INSTITUTION);
    }

    /**
     * @param institution whose records it adds up
     */
    NetworkCycle(Key key, String institution) {
        this.key = key;
        this.institution = institution;
    }

    Key key() {
        return key;
    }

    void presented(long amount) {
        debitCount++;
        debits += amount;
        interchange += SimulatedLifecycle.interchange(amount);
    }

    void refunded(long amount) {
        creditCount++;
        credits += amount;
        interchange += SimulatedLifecycle.interchange(-amount);
    }

    /**
     * The network's total.
     *
     * @param wrongBy how much more than was presented it says, when it is wrong
     */
    SimulatedMessage total(UUID id, Instant at, int version, long wrongBy) {
        Envelope message =
                Envelope.of("settlement_total", key.network(), id, at)
                        .with("mode", "sandbox")
                        .with("settlement", "settlement_date", key.settlementDate().toString())
                        .with("settlement", "cycle", NUMBER)
                        .with("settlement", "service", SERVICE)
                        .with("settlement", "institution_id", institution)
                        .with("settlement", "currency", key.currency())
                        .with("total", "debit_count", debitCount)
                        .with("total", "debit_amount", debits + wrongBy)
                        .with("total", "credit_count", creditCount)
                        .with("total", "credit_amount", credits)
                        .with("total", "interchange_net", interchange)
                        .with("total", "fees", FEES)
                        .with(
                                "total",
                                "net_amount",
                                debits + wrongBy - credits - interchange + FEES)
                        .with("total", "is_complete", true)
                        .with("total", "version", version);
        String place =
                String.join(
                        "|",
                        key.network(),
                        institution,
                        key.settlementDate().toString(),
                        String.valueOf(NUMBER),
                        key.currency());
        return new SimulatedMessage(at, place, message.text(), true);
    }
}
