package dev.countersign.ingest.feed;

import dev.countersign.reconcile.domain.feed.FeedOffset;
import dev.countersign.reconcile.service.feed.BatchRefusedException;
import dev.countersign.reconcile.store.sql.DataFault;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The search for a message that fails its batch: batches become smaller by halves until it fails
 * alone, and it is put into quarantine. No message stops those behind it.
 */
final class FaultSearch {

    private static final Logger log = LoggerFactory.getLogger(FaultSearch.class);

    /**
     * Number of messages that a cold process decides together. Messages that waited for its start
     * are not kept waiting for all that came behind them. Each batch may be twice the one before.
     */
    private static final int FIRST_BATCH = 50;

    /**
     * Number of times that a message may be refused as already known. A message that is refused
     * more often is not known: something of it cannot be recorded.
     */
    private static final int KNOWN_AGAIN_MAX = 5;

    private int batchMax = FIRST_BATCH;

    /** A batch of which nothing follows until it is recorded, since it may be what fails. */
    private @Nullable PolledBatch doubtful;

    /** Messages that fail by themselves, each with the reason; until they are passed over. */
    private final Map<FeedOffset, String> unprocessable = new HashMap<>();

    /** Number of times that batches were refused for a known message since one was recorded. */
    private int knownAgain;

    /** Hands on a batch in portions as large as they may be now, and larger ones each time. */
    void inPortions(PolledBatch batch, Consumer<PolledBatch> portions) {
        PolledBatch rest = batch;
        while (rest.size() > batchMax) {
            boolean alone = batchMax < rest.runs().size();
            int ofEach = alone ? 1 : batchMax / rest.runs().size();
            portions.accept(alone ? rest.alone() : rest.first(ofEach));
            rest = alone ? rest.afterAlone() : rest.after(ofEach);
            batchMax *= 2;
        }
        if (rest.size() > 0) {
            portions.accept(rest);
        }
    }

    /** Tells whether a portion is to be recorded before the next is decided. */
    boolean begins(PolledBatch batch) {
        boolean carefully = batchMax < FIRST_BATCH;
        doubtful = carefully ? batch : null;
        return carefully;
    }

    /** A portion is recorded, and with it those messages of it that were passed over. */
    void ended(PolledBatch batch) {
        doubtful = null;
        batch.records().forEach(record -> unprocessable.remove(FeedBatchReader.offset(record)));
    }

    void recorded() {
        knownAgain = 0;
    }

    /** Messages to be passed over, each with the reason. */
    Map<FeedOffset, String> unprocessable() {
        return unprocessable;
    }

    /** Returns what is wrong with a message of a batch, if that is why the batch failed. */
    Optional<String> fault(Throwable cause) {
        if (cause instanceof BatchRefusedException refused) {
            boolean known = refused.reason() == BatchRefusedException.RefusalReason.KNOWN_MESSAGE;
            return known && ++knownAgain > KNOWN_AGAIN_MAX
                    ? Optional.ofNullable(refused.getMessage())
                    : Optional.empty();
        }
        return DataFault.of(cause);
    }

    /**
     * Comes closer to the message that cannot be processed.
     *
     * @return false where nothing could be narrowed down any further
     */
    boolean narrow(String fault) {
        PolledBatch failed = doubtful;
        doubtful = null;
        if (failed != null && failed.size() == 1) {
            ConsumerRecord<byte[], byte[]> record = failed.records().getFirst();
            unprocessable.put(FeedBatchReader.offset(record), fault);
            log.warn(
                    "a message cannot be processed and is put into quarantine:"
                            + " partition={} offset={} reason={}",
                    record.partition(),
                    record.offset(),
                    fault);
            return true;
        }
        boolean narrower = batchMax > 1;
        batchMax = Math.max(1, Math.min(batchMax, FIRST_BATCH) / 2);
        return narrower;
    }
}
